// What an alert rule has measured lately, and the states that it has been in.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./monitoring";
import { whileShort } from "./paging";

export type Series = components["schemas"]["Series"];
export type SeriesPoint = components["schemas"]["SeriesPoint"];
export type PastState = components["schemas"]["PastState"];
export type Span = components["schemas"]["Span"];

export const SPANS: readonly Span[] = ["1h", "6h", "24h"];
const OFTEN = 30_000;

const at = (ruleId: string) => ({ rule_id: ruleId });

export const ruleQuery = (ruleId: string) =>
  queryOptions({
    queryKey: ["alert-rules", ruleId],
    queryFn: () => data(api.GET("/v1/alert-rules/{rule_id}", { params: { path: at(ruleId) } })),
    refetchInterval: OFTEN,
  });

export const seriesQuery = (ruleId: string, span: Span) =>
  queryOptions({
    queryKey: ["alert-rules", ruleId, "series", span],
    queryFn: () => data(api.GET("/v1/alert-rules/{rule_id}/series", { params: { path: at(ruleId), query: { span } } })),
    refetchInterval: OFTEN,
  });

export const historyQuery = (ruleId: string) =>
  infiniteQueryOptions({
    queryKey: ["alert-rules", ruleId, "history"],
    queryFn: ({ pageParam }) => {
      const query = pageParam ? { cursor: pageParam } : {};
      return data(api.GET("/v1/alert-rules/{rule_id}/history", { params: { path: at(ruleId), query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    ...whileShort(OFTEN),
  });
