// The list as far as it has been read: the page of one conversation steps through the same.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { conversationsQuery, type Summary } from "../../api/conversations";
import type { Filters } from "./filters";

export function useConversations(agentId: string, filters: Filters) {
  const query = useInfiniteQuery(conversationsQuery(agentId, filters));
  const rows = useMemo(() => distinct(query.data?.pages.flatMap((page) => page.conversations) ?? []), [query.data]);
  return { ...query, rows };
}

/** What begins while pages are read moves the others down: one may then be on two pages. */
function distinct(rows: readonly Summary[]): Summary[] {
  return [...new Map(rows.map((row) => [row.conversationId, row])).values()];
}
