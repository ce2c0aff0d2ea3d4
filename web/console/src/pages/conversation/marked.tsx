// Text in which the words that were searched for stand out.

export function Marked({ text, query }: { text: string; query: string | undefined }) {
  const words = query?.match(/[\p{L}\p{N}]+/gu)?.map((word) => word.toLowerCase()) ?? [];
  if (words.length === 0) return text;
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return parts.map((part, index) => (index % 2 && words.includes(part.toLowerCase()) ? <mark key={index}>{part}</mark> : part));
}
