// A test case of a project's suite, from a conversation as it was held.
import type { Detail, TurnTrace } from "../../api/conversations";
import type { FunctionCall, Trace } from "../../api/trace";

/** Kept by the platform itself: no test asks for them. */
const BUILT_IN = new Set(["start_function", "end_function"]);

export function testCase(detail: Detail, traces: readonly TurnTrace[]): string {
  const users = detail.turns.filter((turn) => turn.user_input).map((turn) => turn.user_input);
  // What has no code of the project behind it takes no time.
  const asked = traces.flatMap((turn) => calledByModel(turn.trace)).filter((call) => call.duration_ms).map((call) => call.name);
  const lines = [
    `name: ${text(`As in ${detail.conversationId}`)}`,
    `scenario: ${text(users.join(" Then: "))}`,
    `channel: ${detail.channel === "WEBCHAT" ? "webchat" : "voice"}`,
    ...(detail.variantId ? [`variant: ${text(detail.variantName || detail.variantId)}`] : []),
    `simulated_at: ${text(detail.startedAt)}`,
    "tags:",
    "  - from-a-conversation",
    ...(asked.length ? ["function_call_assertions:", ...[...new Set(asked)].flatMap((name) => [`  - name: ${text(name)}`, "    arguments: []"])] : []),
    "script:",
  ];
  detail.turns.forEach((turn, number) => {
    if (turn.user_input) lines.push(...step(turn.user_input, turn.agent_response ?? "", traces[number]?.trace));
  });
  return `${lines.join("\n")}\n`;
}

function step(user: string, reply: string, trace: Trace | undefined): string[] {
  const calls = trace ? calledByModel(trace) : [];
  const last = trace?.model_requests?.at(-1);
  const hasSpoken = last !== undefined && (last.calls?.length ?? 0) === 0 && (last.characters ?? 0) > 0;
  const moves = calls.flatMap((call) => [`      - call: ${text(call.name)}`, `        arguments: ${JSON.stringify(call.arguments)}`]);
  if (hasSpoken) moves.push(`      - say: ${text(reply)}`);
  const expected = [`says: ${text(pattern(reply))}`, ...(calls.length ? [`calls: ${text(calls.at(-1)?.name ?? "")}`] : [])];
  return [`  - user: ${text(user)}`, ...(moves.length ? ["    model:", ...moves] : []), `    expect: {${expected.join(", ")}}`];
}

/** What the model asked for, not what steps of a flow ran by themselves. */
function calledByModel(trace: Trace): FunctionCall[] {
  const asked = new Set(trace.model_requests?.flatMap((request) => request.calls ?? []));
  return (trace.functions ?? []).filter((call) => asked.has(call.name) && !BUILT_IN.has(call.name));
}

/** JSON is YAML. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** What is said is compared as a pattern: a sentence of it, with what is special there taken literally. */
function pattern(reply: string): string {
  const sentence = /^.*?[.?!](?=\s|$)/s.exec(reply)?.[0] ?? reply;
  return sentence.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
