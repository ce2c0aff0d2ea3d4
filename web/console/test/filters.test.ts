import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, FIELDS, filtersOf, queryOf, readFilters, readPlace, type Field } from "../src/pages/conversations/filters";

test("of an address only what means something is taken", () => {
  const search = { q: "vegan", handoff: false, minTurns: 3, environment: "", startTime: null, other: "x", channel: ["a"] };
  assert.deepEqual(readFilters(search), { q: "vegan", handoff: false, minTurns: 3 });
  assert.deepEqual(readFilters({ tag: ["a", 7], rating: "up" }), { tag: ["a", "7"], rating: "up" });
  assert.deepEqual(readFilters({ tag: "a" }), { tag: "a" });
  assert.equal(queryOf({ tag: ["a", "b"], hasNotes: true }), "tag=a&tag=b&hasNotes=true");
  const filters = { tag: ["a", "b"], hasNotes: true, minTurns: 3, q: "7", environment: "live" };
  assert.deepEqual(filtersOf(queryOf(filters)), filters);
  assert.deepEqual(readPlace({ q: "vegan", turn: 4 }), { q: "vegan", turn: 4 });
  assert.deepEqual(readPlace({ turn: "4" }), {});
});

test("every filter can be said in words", () => {
  const valueOf = (field: Field) => (field.kind === "flag" ? false : field.kind === "choice" ? field.options[0]!.value : "2026-01-01T10:00:00.000Z");
  const said = Object.fromEntries(FIELDS.map((field) => [field.name, describe(field, valueOf(field))]));
  assert.equal(said["inProgress"], "Ended");
  const local = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(new Date("2026-01-01T10:00:00.000Z"));
  assert.ok(said["startTime"]?.startsWith("Since ") && said["startTime"].endsWith(local), "as the clock here has it");
  assert.equal(new Set(Object.values(said)).size, FIELDS.length);
});
