// How an agent does, over time and by what it is used through.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components, operations } from "./build";

export type Figures = components["schemas"]["Figures"];
export type Point = components["schemas"]["Point"];
export type AnalyticsQuestion = NonNullable<operations["read_analytics"]["parameters"]["query"]>;
export type Dimension = NonNullable<AnalyticsQuestion["groupBy"]>;

const FRESH = 60_000;

export function analyticsQuery(agentId: string, question: AnalyticsQuestion) {
  return queryOptions({
    queryKey: ["analytics", agentId, question],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/analytics", { params: { path: { agent_id: agentId }, query: question } })),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH,
    staleTime: FRESH / 2,
  });
}
