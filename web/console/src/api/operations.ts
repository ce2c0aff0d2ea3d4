// What runs and what got stuck: of the installation, and the telephony of the account. For admins.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./console";
import type { components as Build } from "./build";

export type Process = components["schemas"]["ProcessInfo"];
export type Queue = components["schemas"]["Queue"];
export type DeadLetter = components["schemas"]["DeadLetterInfo"];
export type Call = Build["schemas"]["OverviewCall"];
export type Connector = Build["schemas"]["OverviewConnector"];

const OFTEN = 5_000;

export const processesQuery = queryOptions({
  queryKey: ["processes"],
  queryFn: async () => (await data(api.GET("/console/processes"))).processes,
  refetchInterval: OFTEN,
});

export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: () => data(api.GET("/console/jobs")),
  refetchInterval: OFTEN,
});

export const telephonyQuery = queryOptions({
  queryKey: ["telephony"],
  queryFn: () => data(api.GET("/v1/telephony")),
  refetchInterval: OFTEN,
});

export function runAgain(id: string): Promise<unknown> {
  return api.POST("/console/jobs/{job_id}/run-again", { params: { path: { job_id: id } } });
}

export function discard(id: string): Promise<unknown> {
  return api.POST("/console/jobs/{job_id}/discard", { params: { path: { job_id: id } } });
}
