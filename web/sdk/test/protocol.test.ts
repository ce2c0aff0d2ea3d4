/** Random losses against a model: whatever breaks, in the end each message is there once, in order, and answered once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ParleyClient } from "../src/client.js";
import { memoryStore } from "../src/environment.js";
import { Service } from "./service.js";

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

for (let seed = 1; seed <= 60; seed++) {
  test(`losses ${seed}`, async () => {
    const random = chance(seed);
    const service = new Service();
    const store = memoryStore();
    const make = (): ParleyClient =>
      new ParleyClient({ url: "https://m.example", code: "pk", host: "h", environment: service.environment(store) });
    let client = make();
    void client.start();
    const sent: string[] = [];
    for (let step = 0; step < 40; step++) {
      const what = random();
      if (what < 0.35) {
        const text = `message ${sent.length + 1}`;
        if (client.send(text)) sent.push(text);
      } else if (what < 0.45) service.dropAll();
      else if (what < 0.55) service.fail();
      else if (what < 0.7) service.isUp = true;
      else if (what < 0.78) service.network(random() < 0.5);
      else if (what < 0.84) service.breaksAfterMessage = true;
      else if (what < 0.9) {
        client.close();
        client = make();
        void client.start();
      }
      await service.clock.pass(random() * 3_000);
    }
    service.isUp = true;
    service.breaksAfterMessage = false;
    service.network(true);
    await service.clock.pass(120_000);
    const own = client.transcript.entries.filter((entry) => entry.kind === "user").map((entry) => "text" in entry && entry.text);
    const answers = client.transcript.entries.filter((entry) => entry.kind === "agent").map((entry) => "text" in entry && entry.text);
    assert.deepEqual(own, sent);
    assert.deepEqual(answers, ["Hello!", ...sent.map((text) => `You said ${text}.`)]);
  });
}
