// Talking to an agent while building it.
import { api, data } from "./client";
import type { components } from "./build";
import { streamed } from "./event-stream";
import type { Environment } from "./deployments";
import type { Trace } from "./trace";

export type Reply = Omit<components["schemas"]["DebugReply"], "metadata"> & { metadata: Trace };
export type Start = components["schemas"]["StartRequest"];
/** Hears words as they are said. */
export type Hear = (words: string) => void;

const chats = (agentId: string) => `/v1/agents/${encodeURIComponent(agentId)}/debug-chat`;

export function start(agentId: string, body: Start, hear: Hear, signal: AbortSignal): Promise<Reply> {
  return replyTo(chats(agentId), body, hear, signal);
}

export interface Said {
  agentId: string;
  clientEnv: Environment;
  conversationId: string;
  message: string;
}

export function say({ agentId, conversationId, ...body }: Said, hear: Hear, signal: AbortSignal): Promise<Reply> {
  return replyTo(`${chats(agentId)}/${encodeURIComponent(conversationId)}`, body, hear, signal);
}

export function end(agentId: string, clientEnv: Environment, conversationId: string) {
  const path = { agent_id: agentId, conversation_id: conversationId };
  return data(api.POST("/v1/agents/{agent_id}/debug-chat/{conversation_id}/end", { params: { path }, body: { clientEnv } }));
}

async function replyTo(path: string, body: object, hear: Hear, signal: AbortSignal): Promise<Reply> {
  for await (const { name, data: piece } of streamed(path, body, signal)) {
    if (name === "response") return piece as Reply;
    hear((piece as { text: string }).text);
  }
  throw new Error("The answer broke off. The turn may have been taken: look at the record.");
}
