// What is asked about an agent.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";

export function agentsQuery(accountId: string) {
  return queryOptions({
    queryKey: ["agents", accountId],
    queryFn: () => data(api.GET("/v1/accounts/{account_id}/agents", { params: { path: { account_id: accountId } } })),
    staleTime: 60_000,
  });
}
