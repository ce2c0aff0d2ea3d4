// What the browser needs to call an agent.
import { api, data } from "./client";
import type { Environment } from "./environments";

export function beginBrowserCall(agentId: string, clientEnv: Environment) {
  return data(api.POST("/v1/agents/{agent_id}/browser-calls", { params: { path: { agent_id: agentId } }, body: { clientEnv } }));
}
