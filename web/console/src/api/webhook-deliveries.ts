// What became of the events that went to a webhook endpoint.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./monitoring";
import { whileShort } from "./paging";

export type Delivery = components["schemas"]["ListedDelivery"];
export type DeliveryRecord = components["schemas"]["DeliveryRecord"];
export type Attempt = components["schemas"]["Attempt"];
export type Status = components["schemas"]["DeliveryStatus"];
export type Replay = components["schemas"]["Replay"];

export interface DeliveryFilters {
  status?: Status;
  eventType?: string;
}

const SOON = 5_000;

export const endpointQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ["webhook-endpoints", endpointId],
    queryFn: () => data(api.GET("/v1/webhook-endpoints/{endpoint_id}", { params: { path: { endpoint_id: endpointId } } })),
  });

export const deliveriesQuery = (endpointId: string, { status, eventType }: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", endpointId, status, eventType],
    queryFn: ({ pageParam }) =>
      data(
        api.GET("/v1/webhook-endpoints/{endpoint_id}/deliveries", {
          params: {
            path: { endpoint_id: endpointId },
            query: { ...(status && { status }), ...(eventType && { event_type: eventType }), ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    ...whileShort(SOON),
  });

export const deliveryQuery = (endpointId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ["deliveries", endpointId, "one", deliveryId],
    queryFn: () => data(api.GET("/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}", { params: at(endpointId, deliveryId) })),
    refetchInterval: (query) => (query.state.data?.status === "pending" ? SOON : false),
  });

/** Asked for only when somebody wants to see it: people's words may be in it. */
export const payloadQuery = (endpointId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ["payload", endpointId, deliveryId],
    queryFn: async () => {
      const params = { ...at(endpointId, deliveryId), query: { payload: true } };
      return (await data(api.GET("/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}", { params }))).payload ?? null;
    },
    staleTime: Infinity,
    gcTime: 0,
  });

export function replayOne(endpointId: string, deliveryId: string): Promise<DeliveryRecord> {
  const address = "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/replay";
  return data(api.POST(address, { params: at(endpointId, deliveryId) }));
}

export function replaySince(endpointId: string, body: Replay) {
  return data(api.POST("/v1/webhook-endpoints/{endpoint_id}/replay", { params: { path: { endpoint_id: endpointId } }, body }));
}

export function sendTest(endpointId: string): Promise<DeliveryRecord> {
  return data(api.POST("/v1/webhook-endpoints/{endpoint_id}/test", { params: { path: { endpoint_id: endpointId } } }));
}

function at(endpointId: string, deliveryId: string) {
  return { path: { endpoint_id: endpointId, delivery_id: deliveryId } };
}
