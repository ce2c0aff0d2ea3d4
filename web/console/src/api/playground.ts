// Talking to an agent while building it.
import { api, data } from "./client";
import type { Environment } from "./deployments";
import type { Trace } from "./trace";

export interface Reply {
  conversationId: string;
  response: string;
  conversationEnded: boolean;
  metadata: Trace;
}

export async function start(agentId: string, clientEnv: Environment, variantId: string, language: string): Promise<Reply> {
  const found = await data(
    api.POST("/v1/agents/{agent_id}/debug-chat", {
      params: { path: { agent_id: agentId } },
      body: { clientEnv, variantId: variantId || null, asrLangCode: language || null },
    }),
  );
  return found as unknown as Reply;
}

export async function say(agentId: string, clientEnv: Environment, conversationId: string, message: string): Promise<Reply> {
  const found = await data(
    api.POST("/v1/agents/{agent_id}/debug-chat/{conversation_id}", {
      params: { path: { agent_id: agentId, conversation_id: conversationId } },
      body: { clientEnv, message },
    }),
  );
  return found as unknown as Reply;
}
