// Versions of an agent, what answers where, test runs and values that change without a deployment.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./build";
import { ENVIRONMENTS, type Environment } from "./environments";

export type Deployment = components["schemas"]["DeploymentRecord"];
export type ChangedFile = components["schemas"]["ChangedFile"];
export type ConfigPage = components["schemas"]["ConfigPage"];
export type RunSummary = components["schemas"]["RunSummary"];

export { ENVIRONMENTS, type Environment };

export interface CaseResult {
  name: string;
  status: string;
  error?: string;
  prompt_assertion_results?: { prompt: string; is_pass: boolean; reason: string }[];
  function_call_failures?: { name: string; failure_reason: string; error: string }[];
  script_failures?: string[];
  transcript?: { role: string; text: string }[];
}

export const deploymentsKey = (agentId: string) => ["deployments", agentId];

export function activeQuery(agentId: string) {
  return queryOptions({
    queryKey: [...deploymentsKey(agentId), "active"],
    queryFn: async (): Promise<{ activeDeployments: Record<string, Deployment | null> }> =>
      data(api.GET("/v1/agents/{agent_id}/deployments/active", { params: { path: { agent_id: agentId } } })),
  });
}

export function deploymentsQuery(agentId: string) {
  return queryOptions({
    queryKey: [...deploymentsKey(agentId), "list"],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/deployments", { params: { path: { agent_id: agentId }, query: { environment: "all", limit: 200 } } })),
  });
}

export function diffQuery(agentId: string, deploymentId: string, against: string) {
  return queryOptions({
    queryKey: ["diff", agentId, deploymentId, against],
    queryFn: () =>
      data(
        api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}/diff", {
          params: { path: { agent_id: agentId, deploymentId }, query: { against } },
        }),
      ),
    staleTime: Infinity,
  });
}

const RUNNING = new Set(["pending", "running"]);
const SOON = 2_000;

export function runsQuery(agentId: string) {
  return queryOptions({
    queryKey: ["test-runs", agentId],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/testing/test-runs", { params: { path: { agent_id: agentId }, query: { limit: 30 } } })),
    refetchInterval: (query) => (query.state.data?.testRuns.some((run) => RUNNING.has(run.status)) ? SOON : false),
  });
}

export function runQuery(agentId: string, testRunId: string) {
  return queryOptions({
    queryKey: ["test-run", agentId, testRunId],
    queryFn: async () => {
      const path = { agent_id: agentId, testRunId };
      const run = await data(api.GET("/v1/agents/{agent_id}/testing/test-runs/{testRunId}", { params: { path } }));
      return { ...run, results: run.results as unknown as CaseResult[] };
    },
  });
}

export function configsQuery(agentId: string) {
  return queryOptions({
    queryKey: ["real-time", agentId],
    queryFn: () => data(api.GET("/v1/agents/{agent_id}/real-time-configs", { params: { path: { agent_id: agentId } } })),
  });
}

export function promote(agentId: string, deploymentId: string, targetEnvironment: Environment, deploymentMessage: string) {
  return data(
    api.POST("/v1/agents/{agent_id}/deployments/{deploymentId}/promote", {
      params: { path: { agent_id: agentId, deploymentId } },
      body: { targetEnvironment, deploymentMessage },
    }),
  );
}

export function rollBack(agentId: string, deploymentId: string, deploymentMessage: string) {
  return data(
    api.POST("/v1/agents/{agent_id}/deployments/{deploymentId}/rollback", {
      params: { path: { agent_id: agentId, deploymentId } },
      body: { deploymentMessage },
    }),
  );
}

export function runTests(agentId: string, deploymentId: string) {
  return data(
    api.POST("/v1/agents/{agent_id}/testing/test-runs/trigger", {
      params: { path: { agent_id: agentId } },
      body: { deploymentId, environment: "sandbox" },
    }),
  );
}

export function editVariables(agentId: string, clientEnv: string, variables: Record<string, unknown>) {
  return data(
    api.PATCH("/v1/agents/{agent_id}/real-time-configs/{clientEnv}/variables", {
      params: { path: { agent_id: agentId, clientEnv } },
      body: { variables },
    }),
  );
}
