// Keys of the account and the browsers that are signed in with them: for admins.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./console";
import type { Role } from "./session";

export type KeyInfo = components["schemas"]["KeyInfo"];
export type OpenSession = components["schemas"]["OpenSession"];

export const ROLES: readonly Role[] = ["viewer", "editor", "admin"];

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: async () => (await data(api.GET("/console/keys"))).keys,
});

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await data(api.GET("/console/sessions"))).sessions,
});

export function issueKey(wanted: { role: Role; name: string; days: number | null; transcripts: boolean }) {
  return data(api.POST("/console/keys", { body: wanted }));
}

export function revokeKey(id: string): Promise<unknown> {
  return data(api.POST("/console/keys/{key_id}/revoke", { params: { path: { key_id: id } } }));
}

export function endOtherSessions(): Promise<unknown> {
  return data(api.POST("/console/sessions/revoke", { body: {} }));
}
