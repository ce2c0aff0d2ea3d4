// A conversation played again, turn by turn as it goes.
import type { components } from "./build";
import { streamed } from "./event-stream";

export type ReplayTurn = components["schemas"]["ReplayTurn"];
export type ReplayAnswer = components["schemas"]["ReplayAnswer"];
export type ReplayReply = components["schemas"]["ReplayReply"];
export type ReplayRequest = Partial<components["schemas"]["ReplayRequest"]>;

export async function replay(agentId: string, conversationId: string, body: ReplayRequest, onTurn: (turn: ReplayTurn) => void, signal: AbortSignal): Promise<ReplayReply> {
  const path = `/v1/agents/${encodeURIComponent(agentId)}/conversations/${encodeURIComponent(conversationId)}/replay`;
  for await (const { name, data } of streamed(path, body, signal)) {
    if (name === "response") return data as ReplayReply;
    onTurn(data as ReplayTurn);
  }
  throw new Error("The replay broke off. What was played until then is kept.");
}
