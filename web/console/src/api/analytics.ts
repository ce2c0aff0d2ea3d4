// How an agent does, over time and by what it is used through.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components, operations } from "./build";

export type Figures = components["schemas"]["Figures"];
export type LatencyPart = components["schemas"]["LatencyPart"];
export type PartName = keyof NonNullable<Figures["latencyParts"]>;
export type Point = components["schemas"]["Point"];
export type Compared = components["schemas"]["Compared"];
export type Differences = Compared["differences"];
export type AnalyticsQuestion = NonNullable<operations["read_analytics"]["parameters"]["query"]>;
export type Dimension = NonNullable<AnalyticsQuestion["groupBy"]>;
export type MetricFigures = components["schemas"]["MetricFigures"];
export type MetricsQuestion = NonNullable<operations["list_metrics"]["parameters"]["query"]>;
export type ThemesQuestion = NonNullable<operations["read_themes"]["parameters"]["query"]>;
export type ThemesAnswer = components["schemas"]["ThemesAnswer"];
export type Theme = components["schemas"]["ThemeAnswer"];
export type ThemeSubject = NonNullable<ThemesQuestion["about"]>;

const FRESH = 60_000;

/** Until the answer is there, the one before stays, unless it is about another agent. */
function whatWasThere(agentId: string) {
  return <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined => (query?.queryKey[1] === agentId ? before : undefined);
}

export function analyticsQuery(agentId: string, question: AnalyticsQuestion) {
  return queryOptions({
    queryKey: ["analytics", agentId, question],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/analytics", { params: { path: { agent_id: agentId }, query: question } })),
    placeholderData: whatWasThere(agentId),
    refetchInterval: FRESH,
    staleTime: FRESH / 2,
  });
}

export function metricsQuery(agentId: string, question: MetricsQuestion) {
  return queryOptions({
    queryKey: ["metrics", agentId, question],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/analytics/metrics", { params: { path: { agent_id: agentId }, query: question } })),
    placeholderData: whatWasThere(agentId),
    staleTime: FRESH / 2,
  });
}

/** The first time takes a few seconds where much was said: what users said is compared by meaning. */
export function themesQuery(agentId: string, question: ThemesQuestion) {
  return queryOptions({
    queryKey: ["themes", agentId, question],
    queryFn: () =>
      data(api.GET("/v1/agents/{agent_id}/analytics/themes", { params: { path: { agent_id: agentId }, query: question } })),
    placeholderData: whatWasThere(agentId),
    staleTime: 5 * FRESH,
  });
}
