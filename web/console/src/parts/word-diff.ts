// What two texts share, word by word.

export interface Piece {
  text: string;
  kind: "same" | "gone" | "new";
}

/** Longer texts are shown whole: the table has as many cells as the words of both multiplied. */
const MOST_WORDS = 400;

const SPACES = /(?<=\s)/;
/** Words, and each sign between them, as code has it. */
export const SIGNS = /(?<=\W)|(?=\W)/;

export function wordDiff(before: string, after: string, between = SPACES): Piece[] {
  const [old, fresh] = [before.split(between), after.split(between)].map((words) => words.filter(Boolean)) as [string[], string[]];
  if (old.length > MOST_WORDS || fresh.length > MOST_WORDS) return joined([...pieces("gone", old), ...pieces("new", fresh)]);
  const longest = table(old, fresh);
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    if (isSame(old[i], fresh[j])) found.push({ text: (i++, fresh[j++]) ?? "", kind: "same" });
    else if ((longest[i + 1]?.[j] ?? 0) >= (longest[i]?.[j + 1] ?? 0)) found.push({ text: old[i++] ?? "", kind: "gone" });
    else found.push({ text: fresh[j++] ?? "", kind: "new" });
  }
  return joined([...found, ...pieces("gone", old.slice(i)), ...pieces("new", fresh.slice(j))]);
}

/** Spaces count for nothing, here as there. */
export function differs(before: string, after: string): boolean {
  return plain(before) !== plain(after);
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.trimEnd() === other?.trimEnd();
}

/** How many words the rests from there on have in common. */
function table(old: string[], fresh: string[]): number[][] {
  const rows = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const [row, below] = [rows[i] ?? [], rows[i + 1] ?? []];
      row[j] = isSame(old[i], fresh[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function pieces(kind: Piece["kind"], words: string[]): Piece[] {
  return words.map((text) => ({ text, kind }));
}

function joined(found: Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of found) {
    const last = whole.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else whole.push({ ...piece });
  }
  return whole;
}
