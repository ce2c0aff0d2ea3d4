import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trace } from "../src/api/trace";
import { waterfall } from "../src/pages/conversation/spans";
import { loudness, outline } from "../src/pages/conversation/waveform";

const CALL = { name: "book", arguments: { size: 4 }, duration_ms: 20, result: "booked" };
const TRACE: Trace = {
  functions: [CALL],
  model_requests: [
    { duration_ms: 100, first_piece_ms: 40, calls: ["book"] },
    { duration_ms: 50, first_piece_ms: 30, characters: 9, calls: [] },
  ],
  timings: { endpointing_ms: 300, recognition_ms: 60, total_ms: 190, first_speech_ms: 155 },
};

test("a turn's time is laid end to end, and what is left over is said", () => {
  const { spans, firstSpeech, end } = waterfall(TRACE, { timings: { synthesis_before_ms: 80 } });
  assert.deepEqual(
    spans.map((span) => [span.kind, span.start, span.duration]),
    [
      ["wait", 0, 300],
      ["hearing", 300, 60],
      ["model", 360, 100],
      ["function", 460, 20],
      ["model", 480, 50],
      ["other", 530, 20],
      ["speech", 515, 80],
    ],
  );
  assert.equal(firstSpeech, 515);
  assert.equal(end, 595);
});

test("nothing measured is nothing shown", () => {
  assert.deepEqual(waterfall({}, undefined), { spans: [], firstSpeech: null, end: 0 });
});

test("functions that no request asked for come at the end, and a failed one is marked", () => {
  const { spans } = waterfall({ functions: [{ ...CALL, error: "KeyError: x" }] }, undefined);
  assert.deepEqual(spans, [{ kind: "function", label: "book", start: 0, duration: 20, isBad: true }]);
});

test("each side's loudness is the loudest of its part", () => {
  const wav = new ArrayBuffer(44 + 4 * 4);
  new Int16Array(wav, 44).set([100, 0, -16_384, 0, 0, 32_767, 0, 0]);
  const { caller, agent } = loudness(wav, 2);
  assert.deepEqual(caller, [0.5, 0]);
  assert.deepEqual(agent.map((value) => value.toFixed(2)), ["0.00", "1.00"]);
  assert.equal(outline([1, 0], 10, 20), "M0 0.0L1 10.0L1 10.0L0 20.0Z");
  assert.deepEqual(loudness(new ArrayBuffer(10), 1), { caller: [0], agent: [0] });
});
