// What the browser needs to call an agent, and to listen to a call.
import { api, data } from "./client";
import type { Environment } from "./environments";

export function beginBrowserCall(agentId: string, clientEnv: Environment) {
  return data(api.POST("/v1/agents/{agent_id}/browser-calls", { params: { path: { agent_id: agentId } }, body: { clientEnv } }));
}

export function beginListening(agentId: string, conversationId: string) {
  const path = { agent_id: agentId, conversation_id: conversationId };
  return data(api.POST("/v1/agents/{agent_id}/conversations/{conversation_id}/listen", { params: { path } }));
}
