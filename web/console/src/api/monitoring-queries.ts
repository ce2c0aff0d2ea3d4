// Alert rules and webhook endpoints of the account.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./monitoring";

export type Rule = components["schemas"]["AlertRuleRecord"];
export type NewRule = components["schemas"]["NewAlertRule"];
export type Endpoint = components["schemas"]["WebhookEndpointRecord"];
export type EventType = components["schemas"]["EventType"];

export const METRICS: readonly Rule["metric"][] = [
  "turn_latency_p50",
  "turn_latency_p95",
  "api_errors",
  "function_errors",
  "call_crashes",
  "call_volume",
];
export const OPERATORS: readonly Rule["operator"][] = [">", ">=", "<", "<="];
export const WINDOWS: readonly Rule["window_duration"][] = ["5m", "10m", "60m"];
export const EVENTS: readonly EventType[] = [
  "alerts.triggered",
  "alerts.resolved",
  "conversation.started",
  "conversation.ended",
  "handoff.requested",
  "call.status",
  "test_run.finished",
  "deployment.promoted",
];

const OFTEN = 15_000;

export const rulesQuery = queryOptions({
  queryKey: ["alert-rules"],
  queryFn: async () => (await data(api.GET("/v1/alert-rules"))).data,
  refetchInterval: OFTEN,
});

export const endpointsQuery = queryOptions({
  queryKey: ["webhook-endpoints"],
  queryFn: async () => (await data(api.GET("/v1/webhook-endpoints"))).data,
});

export function saveRule(rule: NewRule, id: string | undefined): Promise<unknown> {
  if (id === undefined) return data(api.POST("/v1/alert-rules", { body: rule }));
  return data(api.PATCH("/v1/alert-rules/{rule_id}", { params: { path: { rule_id: id } }, body: rule }));
}

export function removeRule(id: string): Promise<unknown> {
  return api.DELETE("/v1/alert-rules/{rule_id}", { params: { path: { rule_id: id } } });
}

export function turnRule(id: string, enabled: boolean): Promise<unknown> {
  return data(api.PATCH("/v1/alert-rules/{rule_id}", { params: { path: { rule_id: id } }, body: { enabled } }));
}

export function makeEndpoint(name: string, url: string, events: EventType[]) {
  return data(api.POST("/v1/webhook-endpoints", { body: { name, url, event_types: events } }));
}

export function turnEndpoint(id: string, enabled: boolean): Promise<unknown> {
  const params = { path: { endpoint_id: id } };
  return data(api.PATCH("/v1/webhook-endpoints/{endpoint_id}", { params, body: { enabled } }));
}

export function removeEndpoint(id: string): Promise<unknown> {
  return api.DELETE("/v1/webhook-endpoints/{endpoint_id}", { params: { path: { endpoint_id: id } } });
}

export function rotateSecret(id: string) {
  return data(api.POST("/v1/webhook-endpoints/{endpoint_id}/rotate-secret", { params: { path: { endpoint_id: id } } }));
}
