// Saved views of the list of conversations: of the whole account.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./build";

export type View = components["schemas"]["ViewInfo"];

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async () => (await data(api.GET("/v1/conversation-views"))).views,
});

export function saveView(name: string, query: string, shared: boolean): Promise<unknown> {
  return data(api.POST("/v1/conversation-views", { body: { name, query, shared } }));
}

export function renameView(id: string, name: string): Promise<unknown> {
  return data(api.PATCH("/v1/conversation-views/{view_id}", { params: { path: { view_id: id } }, body: { name } }));
}

export function deleteView(id: string): Promise<unknown> {
  return api.DELETE("/v1/conversation-views/{view_id}", { params: { path: { view_id: id } } });
}
