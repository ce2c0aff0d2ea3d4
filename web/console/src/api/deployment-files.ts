// What one deployment consists of. None of it ever changes: what was read once is kept.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./build";

export type DeploymentFile = components["schemas"]["DeploymentFile"];
export type Variant = components["schemas"]["VariantRecord"];
export type Needs = components["schemas"]["NeedsReply"];
export type Place = components["schemas"]["PlaceInCode"];
export type DeploymentFileText = components["schemas"]["DeploymentFileText"];

export function deploymentQuery(agentId: string, deploymentId: string) {
  return queryOptions({
    queryKey: ["deployment", agentId, deploymentId],
    queryFn: async () => {
      const path = { agent_id: agentId, deploymentId };
      return (await data(api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}", { params: { path } }))).deployment;
    },
    staleTime: Infinity,
  });
}

export function filesQuery(agentId: string, deploymentId: string) {
  return queryOptions({
    queryKey: ["deployment-files", agentId, deploymentId],
    queryFn: async () => {
      const path = { agent_id: agentId, deploymentId };
      return (await data(api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}/files", { params: { path } }))).files;
    },
    staleTime: Infinity,
  });
}

export function variantsQuery(agentId: string, deploymentId: string) {
  return queryOptions({
    queryKey: ["deployment-variants", agentId, deploymentId],
    queryFn: async () => {
      const path = { agent_id: agentId, deploymentId };
      return (await data(api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}/variants", { params: { path } }))).variants;
    },
    staleTime: Infinity,
  });
}

/** What is set changes, other than what is asked for. */
export function needsQuery(agentId: string, deploymentId: string) {
  return queryOptions({
    queryKey: ["deployment-needs", agentId, deploymentId],
    queryFn: () => {
      const path = { agent_id: agentId, deploymentId };
      return data(api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}/needs", { params: { path } }));
    },
  });
}

export function fileTextQuery(agentId: string, deploymentId: string, file: string) {
  return queryOptions({
    queryKey: ["deployment-file", agentId, deploymentId, file],
    queryFn: () => {
      const path = { agent_id: agentId, deploymentId };
      return data(api.GET("/v1/agents/{agent_id}/deployments/{deploymentId}/files/text", { params: { path, query: { path: file } } }));
    },
    enabled: file !== "",
    staleTime: Infinity,
  });
}

/** All files of a deployment in one. */
export function archiveAddress(agentId: string, deploymentId: string): string {
  return `/v1/agents/${encodeURIComponent(agentId)}/deployments/${encodeURIComponent(deploymentId)}/files.zip`;
}
