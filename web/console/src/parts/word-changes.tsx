import { wordDiff } from "./word-diff";

/** One text with what is gone from it and what is new in it. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  return (
    <p className="changes">
      {wordDiff(before, after).map((piece, index) => {
        if (piece.kind === "gone") return <del key={index}>{piece.text}</del>;
        return piece.kind === "new" ? <ins key={index}>{piece.text}</ins> : <span key={index}>{piece.text}</span>;
      })}
    </p>
  );
}
