// What the time of a turn went to, one thing after the other.
import type { Trace } from "../../api/trace";

export type Kind = "wait" | "hearing" | "model" | "function" | "speech" | "other";

export interface Span {
  kind: Kind;
  label: string;
  start: number;
  duration: number;
  /** Within a request to the model: until its first word. */
  first?: number | undefined;
  isBad: boolean;
}

export interface Waterfall {
  spans: Span[];
  /** When the user heard or saw the first word. */
  firstSpeech: number | null;
  end: number;
}

const NEGLIGIBLE = 0.5;

/** How long it took to speak stands in the trace of the turn after it. */
export function waterfall(trace: Trace, next: Trace | undefined): Waterfall {
  const { timings = {}, model_requests: requests = [], functions = [] } = trace;
  const spans: Span[] = [];
  let at = 0;
  const add = (kind: Kind, label: string, duration: number | null | undefined, more: Partial<Span> = {}) => {
    if (!duration) return;
    spans.push({ kind, label, start: at, duration, isBad: false, ...more });
    at += duration;
  };
  add("wait", "Waiting for the end of the sentence", timings.endpointing_ms);
  add("hearing", "Recognition", timings.recognition_ms);
  const begun = at;
  const waiting = [...functions];
  const call = (count: number) => {
    for (const each of waiting.splice(0, count)) add("function", each.name, each.duration_ms, { isBad: Boolean(each.error) });
  };
  for (const request of requests) {
    const label = request.model ? `Model ${request.model}` : "Model";
    add("model", label, request.duration_ms, { first: request.first_piece_ms ?? undefined, isBad: Boolean(request.error) });
    call(request.calls?.length ?? 0);
  }
  call(waiting.length);
  const rest = begun + (timings.total_ms ?? 0) - at;
  if (rest > NEGLIGIBLE) add("other", "Retrieval etc.", rest);
  const firstSpeech = timings.first_speech_ms == null ? null : begun + timings.first_speech_ms;
  const synthesis = next?.timings?.synthesis_before_ms;
  if (synthesis) {
    at = firstSpeech ?? at;
    add("speech", "Synthesis", synthesis);
  }
  return { spans, firstSpeech, end: Math.max(at, firstSpeech ?? 0, ...spans.map((span) => span.start + span.duration)) };
}
