// Conversations: lists that continue, and one with all that its turns did.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import { whileShort } from "./paging";
import type { Filters } from "../pages/conversations/filters";
import type { components, operations } from "./build";
import type { Trace, Turn } from "./trace";

export type Summary = components["schemas"]["ListedSummary"];
export type Neighbour = components["schemas"]["Neighbour"];
export type Detail = Omit<components["schemas"]["Detail"], "turns"> & { turns: Turn[] };
export type TurnTrace = Omit<components["schemas"]["TurnTrace"], "trace"> & { trace: Trace };
export type ConversationTrace = Omit<components["schemas"]["ConversationTrace"], "turns"> & { turns: TurnTrace[] };

type NeighboursQuery = NonNullable<operations["list_neighbours"]["parameters"]["query"]>;
type ListQuery = NonNullable<operations["list_agent_conversations"]["parameters"]["query"]>;

const PAGE = 100;
/** A search gives no more at once. */
const FOUND = 50;
/** Changes are told; this is for when they could not be. */
const FRESH = 60_000;

export const conversationsKey = (agentId: string) => ["conversations", agentId];
export const anyConversationKey = (agentId: string) => ["conversation", agentId];
export const conversationKey = (agentId: string, conversationId: string) => [...anyConversationKey(agentId), conversationId];

export function conversationsQuery(agentId: string, filters: Filters) {
  return infiniteQueryOptions({
    queryKey: [...conversationsKey(agentId), filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = { ...filters, limit: filters["q"] === undefined ? PAGE : FOUND, cursor } as ListQuery;
      return data(api.GET("/v1/agents/{agent_id}/conversations", { params: { path: { agent_id: agentId }, query } }));
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...whileShort(FRESH),
  });
}

/** Asked anew when something happens, as the list is. */
export function neighboursQuery(agentId: string, conversationId: string, filters: Filters) {
  return queryOptions({
    queryKey: [...conversationsKey(agentId), "neighbours", conversationId, filters],
    queryFn: () => {
      const params = { path: { agent_id: agentId, conversation_id: conversationId }, query: filters as NeighboursQuery };
      return data(api.GET("/v1/agents/{agent_id}/conversations/{conversation_id}/neighbours", { params }));
    },
    staleTime: FRESH,
  });
}

export function conversationQuery(agentId: string, conversationId: string) {
  return queryOptions({
    queryKey: conversationKey(agentId, conversationId),
    queryFn: async () => {
      const path = { agent_id: agentId, conversation_id: conversationId };
      const found = await data(api.GET("/v1/agents/{agent_id}/conversations/{conversation_id}", { params: { path } }));
      return found as unknown as Detail;
    },
    refetchInterval: (query) => (query.state.data?.inProgress ? FRESH : false),
  });
}

/** Asked for anew with each turn more. */
export function traceQuery(agentId: string, conversationId: string, turns: number, enabled: boolean) {
  return queryOptions({
    queryKey: ["trace", agentId, conversationId, turns],
    enabled,
    placeholderData: (before) => (before?.conversationId === conversationId ? before : undefined),
    queryFn: async () => {
      const path = { agent_id: agentId, conversation_id: conversationId };
      const found = await data(
        api.GET("/v1/agents/{agent_id}/conversations/{conversation_id}/trace", { params: { path } }),
      );
      return found as unknown as ConversationTrace;
    },
  });
}
