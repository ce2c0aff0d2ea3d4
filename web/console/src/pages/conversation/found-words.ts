// Which words of a text a search was for.

const SHORTEST_BEGINNING = 3;
const BEFORE = 24;

export function wordsOf(query: string): string[] {
  return query.match(/[\p{L}\p{N}]+/gu)?.map((word) => word.toLowerCase()) ?? [];
}

/** A word of some length also finds those that begin with it. */
export function isFound(word: string, wanted: readonly string[]): boolean {
  const small = word.toLowerCase();
  return wanted.some((each) => (each.length < SHORTEST_BEGINNING ? small === each : small.startsWith(each)));
}

/** From shortly before the first of these words on. */
export function excerptOf(text: string, wanted: readonly string[]): string {
  const first = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => isFound(word, wanted));
  if (!first || first.index <= BEFORE) return text;
  const begin = text.indexOf(" ", first.index - BEFORE);
  return begin < 0 || begin >= first.index ? `… ${text.slice(first.index)}` : `…${text.slice(begin)}`;
}
