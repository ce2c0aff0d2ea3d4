// How loud each side was, from the recording's samples: the caller left, the agent right.

export interface Loudness {
  caller: number[];
  agent: number[];
}

const HEADER = 44;
const FRAME = 4;
const LOUDEST = 32_768;

/** The greatest of each of so many equal parts, between 0 and 1. */
export function loudness(wav: ArrayBuffer, parts: number): Loudness {
  const whole = Math.floor(Math.max(0, wav.byteLength - HEADER) / FRAME);
  const samples = new Int16Array(wav, whole ? HEADER : 0, whole * 2);
  const found: Loudness = { caller: [], agent: [] };
  for (let part = 0; part < parts; part++) {
    let [caller, agent] = [0, 0];
    const end = Math.floor(((part + 1) * whole) / parts);
    for (let frame = Math.floor((part * whole) / parts); frame < end; frame++) {
      caller = Math.max(caller, Math.abs(samples[2 * frame] ?? 0));
      agent = Math.max(agent, Math.abs(samples[2 * frame + 1] ?? 0));
    }
    found.caller.push(caller / LOUDEST);
    found.agent.push(agent / LOUDEST);
  }
  return found;
}

/** A closed shape around a middle line: quiet parts are still seen, by their root. */
export function outline(values: readonly number[], middle: number, height: number): string {
  const half = (value: number) => (Math.sqrt(value) * height) / 2;
  const above = values.map((value, x) => `${x} ${(middle - half(value)).toFixed(1)}`);
  const below = values.map((value, x) => `${x} ${(middle + half(value)).toFixed(1)}`).reverse();
  return `M${[...above, ...below].join("L")}Z`;
}
