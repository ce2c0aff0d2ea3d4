// A conversation as a case of the project's test suite.
import { queryOptions } from "@tanstack/react-query";
import { api, data } from "./client";
import type { components, operations } from "./build";

export type TestCase = components["schemas"]["CaseReply"];
export type CaseQuery = NonNullable<operations["read_test_case"]["parameters"]["query"]>;

export function testCaseQuery(agentId: string, conversationId: string, query: CaseQuery) {
  return queryOptions({
    queryKey: ["test-case", agentId, conversationId, query],
    placeholderData: (before) => before,
    queryFn: () => {
      const path = { agent_id: agentId, conversation_id: conversationId };
      return data(api.GET("/v1/agents/{agent_id}/conversations/{conversation_id}/test-case", { params: { path, query } }));
    },
  });
}
