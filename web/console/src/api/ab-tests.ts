// A/B tests: which of two versions does better in live.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components } from "./build";

export type AbTest = components["schemas"]["AbTestRecord"];
export type AbTestResults = components["schemas"]["AbTestResults"];
export type AbTestMeasure = components["schemas"]["AbTestMeasure"];

export interface Place {
  accountId: string;
  agentId: string;
}

export const SHARES = Array.from({ length: 19 }, (_, index) => (index + 1) * 5);

export const abTestsKey = (agentId: string) => ["ab-tests", agentId];
const path = ({ accountId, agentId }: Place) => ({ account_id: accountId, project_id: agentId });

export function activeTestQuery(place: Place) {
  return queryOptions({
    queryKey: [...abTestsKey(place.agentId), "active"],
    queryFn: async (): Promise<AbTest | null> => {
      const found = await data(
        api.GET("/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/active", { params: { path: path(place) } }),
      );
      return "id" in found ? found : null;
    },
  });
}

export function resultsQuery(place: Place, testId: string, metric: string[]) {
  return queryOptions({
    queryKey: [...abTestsKey(place.agentId), "results", testId, metric],
    queryFn: () =>
      data(
        api.GET("/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/{test_id}/results", {
          params: { path: { ...path(place), test_id: testId }, query: { metric } },
        }),
      ),
  });
}

export function startTest(place: Place, name: string, variant: string, share: number) {
  return data(
    api.POST("/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests", {
      params: { path: path(place) },
      body: { name, variant_deployment_id: variant, traffic_percentage: share },
    }),
  );
}

export function changeShare(place: Place, testId: string, share: number) {
  return data(
    api.PATCH("/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/{test_id}", {
      params: { path: { ...path(place), test_id: testId } },
      body: { traffic_percentage: share },
    }),
  );
}

export function endTest(place: Place, testId: string, chosen: string) {
  return data(
    api.DELETE("/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/{test_id}", {
      params: { path: { ...path(place), test_id: testId } },
      body: { chosen_deployment_id: chosen },
    }),
  );
}
