import assert from "node:assert/strict";
import { test } from "node:test";
import { readAuditFilters } from "../src/pages/audit/view";

test("of an address that counts which means something", () => {
  const chosen = { actor: "operator", kind: "key", id: "x", since: "2026-03-01", until: "2026-03-02" };
  assert.deepEqual(readAuditFilters({ ...chosen, more: "1" }), chosen);
  assert.deepEqual(readAuditFilters({ actor: "", kind: "note", id: 5, since: "yesterday", until: "2026-99-99" }), {});
});
