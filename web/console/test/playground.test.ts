import assert from "node:assert/strict";
import { test } from "node:test";
import { EventReader } from "../src/api/event-reader";
import { readAttributes, readSetting, startOf, wholeSetting } from "../src/pages/playground/setting";
import { differs, wordDiff } from "../src/parts/word-diff";

test("events are read wherever the network cuts them", () => {
  const text = ': still here\n\nevent: chunk\ndata: {"text":"Yes, "}\n\nevent: response\ndata: {"response":"Yes, we do."}\n\n';
  const whole = [
    { name: "chunk", data: { text: "Yes, " } },
    { name: "response", data: { response: "Yes, we do." } },
  ];
  for (let size = 1; size <= text.length; size++) {
    const reader = new EventReader();
    const found = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => reader.read(text.slice(index * size, (index + 1) * size)));
    assert.deepEqual(found.flat(), whole, `pieces of ${size}`);
  }
});

test("two answers are compared word by word", () => {
  assert.deepEqual(wordDiff("A table for two at six.", "A table for four at six."), [
    { text: "A table for ", kind: "same" },
    { text: "two ", kind: "gone" },
    { text: "four ", kind: "new" },
    { text: "at six.", kind: "same" },
  ]);
  const [before, after] = ["one two three four", "zero two  four five"];
  const kept = (without: string) => wordDiff(before, after).filter((piece) => piece.kind !== without).map((piece) => piece.text).join("");
  assert.ok(!differs(kept("new"), before) && !differs(kept("gone"), after));
  assert.ok(!differs("Hello  there\n", "Hello there"));
  assert.equal(wordDiff("a ".repeat(500), "a").length, 2);
});

test("whom one talks to stands in the address", () => {
  assert.deepEqual(readSetting({ environment: "live", number: 15550100, attributes: { a: 1 }, variant: "" }), {
    environment: "live",
    number: "15550100",
    attributes: '{"a":1}',
  });
  assert.deepEqual(readSetting({ environment: "moon" }), {});
  assert.deepEqual(startOf(wholeSetting({ attributes: '{"a":1}', channel: "sms" })), {
    clientEnv: "sandbox",
    deploymentId: null,
    variantId: null,
    asrLangCode: null,
    channel: "sms",
    callerNumber: null,
    integrationAttributes: { a: 1 },
  });
  for (const wrong of ["[1]", "{", "1", "null"]) assert.equal(readAttributes(wrong), null);
});
