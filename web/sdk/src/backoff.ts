const FIRST = 200;
const LONGEST = 30_000;

/** Milliseconds before the next attempt, the first being 0. Half of it is chance: thousands of clients of a server that
 * ended must not come back in one moment. */
export function pause(attempt: number, random: () => number): number {
  const most = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 20));
  return most / 2 + (random() * most) / 2;
}
