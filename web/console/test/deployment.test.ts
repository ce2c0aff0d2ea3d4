import assert from "node:assert/strict";
import { test } from "node:test";
import { firstFile, readDeploymentView, treeOf } from "../src/pages/deployment/view";
import { highlight } from "../src/parts/highlight";

const file = (path: string) => ({ path, size: 1, isText: true });

test("paths become a tree, folders first", () => {
  const root = treeOf(["b.txt", "flows/z/a.py", "a/x.txt", "flows/a.yaml"].map(file));
  assert.deepEqual(root.folders.map((folder) => folder.path), ["a", "flows"]);
  assert.deepEqual(root.files.map((each) => each.path), ["b.txt"]);
  const flows = root.folders[1];
  assert.deepEqual(flows?.folders.map((folder) => [folder.name, folder.path]), [["z", "flows/z"]]);
  assert.deepEqual(flows?.files.map((each) => each.path), ["flows/a.yaml"]);
});

test("the rules are shown first, or what there is", () => {
  assert.equal(firstFile(["a.txt", "agent_settings/rules.txt"].map(file)), "agent_settings/rules.txt");
  assert.equal(firstFile(["a.txt"].map(file)), "a.txt");
  assert.equal(firstFile([]), "");
});

test("of an address only what means something is read", () => {
  assert.deepEqual(readDeploymentView({ path: "a.py", line: "12" }), { path: "a.py", line: 12 });
  assert.deepEqual(readDeploymentView({ path: 5, line: "-1", other: 1 }), {});
});

for (const [path, text, kind] of [
  ["a.py", "def greet():\n    return 'hi'\n", "tok-keyword"],
  ["a.yaml", "name: Opening hours # when\nlist: [1, 'two']\n", "tok-comment"],
  ["a.json", '{"size": 4}', "tok-number"],
  ["a.md", "# Title\n\nSome *words*.", "tok-heading"],
] as const) {
  test(`${path} is told in words of kinds, and loses nothing`, () => {
    const lines = highlight(text, path);
    assert.equal(lines.map((line) => line.map((word) => word.text).join("")).join("\n"), text);
    assert.ok(lines.flat().some((word) => word.kind.split(" ").includes(kind)), JSON.stringify(lines));
  });
}

test("references stand out wherever they are", () => {
  const [line] = highlight("Use {{fn:show}} for ${variant_city}.", "rules.txt");
  assert.deepEqual(line?.filter((word) => word.kind).map((word) => word.text), ["{{fn:show}}", "${variant_city}"]);
});
