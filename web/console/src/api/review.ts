// What people write about a conversation.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./build";

export type Review = components["schemas"]["ReviewInfo"];
export type Note = components["schemas"]["NoteInfo"];
export type Rating = components["schemas"]["RatingInfo"];
export type Thumb = Rating["rating"];

export interface Place {
  agentId: string;
  conversationId: string;
}

/** Others write too. */
const FRESH = 30_000;

const ONE = "/v1/agents/{agent_id}/conversations/{conversation_id}";
const pathOf = ({ agentId, conversationId }: Place) => ({ agent_id: agentId, conversation_id: conversationId });

export function reviewQuery(place: Place) {
  return queryOptions({
    queryKey: ["review", place.agentId, place.conversationId],
    queryFn: () => data(api.GET(`${ONE}/review`, { params: { path: pathOf(place) } })),
    refetchInterval: FRESH,
  });
}

export function tagsQuery(agentId: string) {
  return queryOptions({
    queryKey: ["tags", agentId],
    queryFn: async () => (await data(api.GET("/v1/agents/{agent_id}/tags", { params: { path: { agent_id: agentId } } }))).tags,
  });
}

export function addNote(place: Place, text: string, turn?: number): Promise<unknown> {
  return data(api.POST(`${ONE}/notes`, { params: { path: pathOf(place) }, body: { text, ...(turn !== undefined && { turn }) } }));
}

export function deleteNote(place: Place, id: string): Promise<unknown> {
  return api.DELETE(`${ONE}/notes/{note_id}`, { params: { path: { ...pathOf(place), note_id: id } } });
}

export function addTag(place: Place, tag: string): Promise<unknown> {
  return data(api.PUT(`${ONE}/tags/{tag}`, { params: { path: { ...pathOf(place), tag } } }));
}

export function removeTag(place: Place, tag: string): Promise<unknown> {
  return data(api.DELETE(`${ONE}/tags/{tag}`, { params: { path: { ...pathOf(place), tag } } }));
}

/** null takes one's own back. */
export function rate(place: Place, rating: Thumb | null, reason: string, turn?: number): Promise<unknown> {
  const body = { rating, reason, ...(turn !== undefined && { turn }) };
  return data(api.PUT(`${ONE}/rating`, { params: { path: pathOf(place) }, body }));
}
