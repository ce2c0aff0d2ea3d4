import assert from "node:assert/strict";
import { test } from "node:test";
import { counts, rest, rowsOf, unfolded, unified, type Row, type Side } from "../src/pages/comparison/rows";

const side = (of: Side | null) => of && `${of.number} ${of.pieces.map((piece) => (piece.kind === "same" ? piece.text : `[${piece.text}]`)).join("")}`;
const plain = (rows: readonly Row[]) => rows.map((row) => (row.kind === "fold" ? `${row.left} ${row.right} +${row.count}` : [side(row.left), side(row.right)]));

const DIFF = `--- a.txt
+++ a.txt
@@ -4,4 +4,5 @@
 four
-Be kind and brief.
-gone
+Be kind and long.
+something else
+more
 seven
@@ -20,2 +21,1 @@
 twenty
-last`;

test("what was replaced stands beside what came, with the words that changed", () => {
  assert.deepEqual(plain(rowsOf(DIFF)), [
    "1 1 +3",
    ["4 four", "4 four"],
    ["5 Be kind and [brief].", "5 Be kind and [long]."],
    ["6 gone", "6 something else"],
    [null, "7 more"],
    ["7 seven", "8 seven"],
    "8 9 +12",
    ["20 twenty", "21 twenty"],
    ["21 last", null],
  ]);
  assert.deepEqual(counts(rowsOf(DIFF)), { added: 3, removed: 3 });
});

test("in one column all that is gone comes before all that came", () => {
  const lines = plain(unified(rowsOf(DIFF))).slice(2, 7);
  assert.deepEqual(lines, [["5 Be kind and [brief].", null], ["6 gone", null], [null, "5 Be kind and [long]."], [null, "6 something else"], [null, "7 more"]]);
});

test("files that are new or gone have one side", () => {
  assert.deepEqual(plain(rowsOf("--- /dev/null\n+++ a\n@@ -0,0 +1,2 @@\n+one\n+two")), [[null, "1 one"], [null, "2 two"]]);
  assert.deepEqual(plain(rowsOf("--- a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one")), [["1 one", null]]);
  assert.deepEqual(rowsOf(""), []);
});

test("a fold is opened with the lines that it hides, and the file goes on after its last change", () => {
  const rows = rowsOf("--- a\n+++ a\n@@ -3,2 +3,3 @@\n three\n+new\n four");
  const lines = ["one", "two", "three", "new", "four", "five", "six"];
  const [first] = rows;
  if (first?.kind !== "fold") throw new Error("no fold");
  assert.deepEqual(plain(unfolded(first, lines)), [["1 one", "1 one"], ["2 two", "2 two"]]);
  const after = rest(rows, lines.length);
  if (after?.kind !== "fold") throw new Error("no rest");
  assert.deepEqual(plain(unfolded(after, lines)), [["5 five", "6 five"], ["6 six", "7 six"]]);
  assert.equal(rest(rows, 5), null);
});

test("lines whose text begins with signs of a difference are lines", () => {
  assert.deepEqual(plain(rowsOf("--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n  z")), [["1 -- x", "1 ++ y"], ["2  z", "2  z"]]);
});
