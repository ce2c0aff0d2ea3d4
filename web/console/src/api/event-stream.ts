// Answers that come piece by piece: server-sent events of a request that `EventSource` cannot send.
import { csrfHeaders, errorFrom, refusal, type ApiError } from "./client";
import { EventReader, type StreamEvent } from "./event-reader";

/** Every event of the answer. What was refused, or broke on the way, is thrown. */
export async function* streamed(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const headers = { accept: "text/event-stream", "content-type": "application/json", ...csrfHeaders("POST") };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin", signal });
  if (!response.ok || !response.body) throw await refusal(response);
  const reader = new EventReader();
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) return;
    for (const event of reader.read(value)) {
      if (event.name === "error") throw brokenOff(event.data);
      yield event;
    }
  }
}

function brokenOff(body: unknown): ApiError {
  return errorFrom(500, body);
}
