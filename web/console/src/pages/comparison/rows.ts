// A unified difference as rows of two sides: what stands beside what, and what is folded between.
import { SIGNS, wordDiff, type Piece } from "../../parts/word-diff";

export interface Side {
  number: number;
  pieces: readonly Piece[];
}

export type Row =
  | { kind: "same"; left: Side; right: Side }
  | { kind: "changed"; left: Side | null; right: Side | null }
  /** Unchanged lines that are not shown: from these on, so many. */
  | { kind: "fold"; left: number; right: number; count: number };

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** Lines that share less are not the same line any more. */
const ALIKE = 0.3;

export function rowsOf(diff: string): Row[] {
  const rows: Row[] = [];
  const gone: Side[] = [];
  const fresh: Side[] = [];
  let [left, right] = [1, 1];
  const settle = () => rows.push(...paired(gone.splice(0), fresh.splice(0)));
  for (const line of diff.split("\n").slice(2)) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      settle();
      // An empty side is said to begin before its first line.
      const [nextLeft, nextRight] = [Number(hunk[1]) + (hunk[2] === "0" ? 1 : 0), Number(hunk[3]) + (hunk[4] === "0" ? 1 : 0)];
      if (nextRight > right) rows.push({ kind: "fold", left, right, count: nextRight - right });
      [left, right] = [nextLeft, nextRight];
    } else if (line.startsWith("-")) gone.push(whole(left++, line.slice(1)));
    else if (line.startsWith("+")) fresh.push(whole(right++, line.slice(1)));
    else {
      settle();
      rows.push({ kind: "same", left: whole(left++, line.slice(1)), right: whole(right++, line.slice(1)) });
    }
  }
  settle();
  return rows;
}

/** What follows the last change, of a file with so many lines. */
export function rest(rows: readonly Row[], lines: number): Row | null {
  const last = rows.at(-1);
  if (last?.kind !== "same") return null;
  const count = lines - last.right.number;
  return count > 0 ? { kind: "fold", left: last.left.number + 1, right: last.right.number + 1, count } : null;
}

/** The lines that a fold hides, from the text of the newer file. */
export function unfolded(fold: Extract<Row, { kind: "fold" }>, lines: readonly string[]): Row[] {
  return lines.slice(fold.right - 1, fold.right - 1 + fold.count).map((text, index) => ({
    kind: "same",
    left: whole(fold.left + index, text),
    right: whole(fold.right + index, text),
  }));
}

function whole(number: number, text: string): Side {
  return { number, pieces: [{ text, kind: "same" }] };
}

/** Lines that were taken away beside those that came in their place, with the words that changed where they are alike. */
function paired(gone: Side[], fresh: Side[]): Row[] {
  return Array.from({ length: Math.max(gone.length, fresh.length) }, (_, index): Row => {
    const [left, right] = [gone[index] ?? null, fresh[index] ?? null];
    return { kind: "changed", ...(left && right ? marked(left, right) : { left, right }) };
  });
}

function marked(left: Side, right: Side): { left: Side; right: Side } {
  const found = wordDiff(textOf(left), textOf(right), SIGNS);
  const shared = found.reduce((sum, piece) => sum + (piece.kind === "same" ? piece.text.trim().length : 0), 0);
  const longest = Math.max(textOf(left).trim().length, textOf(right).trim().length);
  if (shared < longest * ALIKE) return { left, right };
  return {
    left: { ...left, pieces: found.filter((piece) => piece.kind !== "new") },
    right: { ...right, pieces: found.filter((piece) => piece.kind !== "gone") },
  };
}

const textOf = (side: Side): string => side.pieces.map((piece) => piece.text).join("");

export function counts(rows: readonly Row[]): { added: number; removed: number } {
  const changed = rows.filter((row) => row.kind === "changed");
  return { added: changed.filter((row) => row.right).length, removed: changed.filter((row) => row.left).length };
}

/** One line below the other: of each run of changes first all that is gone, then all that came. */
export function unified(rows: readonly Row[]): Row[] {
  const lines: Row[] = [];
  const run: Extract<Row, { kind: "changed" }>[] = [];
  const settle = () => {
    const changed = run.splice(0);
    lines.push(...changed.filter((row) => row.left).map((row) => ({ ...row, right: null })));
    lines.push(...changed.filter((row) => row.right).map((row) => ({ ...row, left: null })));
  };
  for (const row of rows) {
    if (row.kind === "changed") run.push(row);
    else {
      settle();
      lines.push(row);
    }
  }
  settle();
  return lines;
}
