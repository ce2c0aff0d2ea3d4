// Text in which the words that were searched for stand out.
import { isFound, wordsOf } from "./found-words";

export function Marked({ text, query }: { text: string; query: string | undefined }) {
  const wanted = wordsOf(query ?? "");
  if (wanted.length === 0) return text;
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return parts.map((part, index) => (index % 2 && isFound(part, wanted) ? <mark key={index}>{part}</mark> : part));
}
