// What stands before and after a conversation in the list that it was opened from.
import { useEffect } from "react";
import { formatCount } from "../../parts/format";
import type { Filters } from "../conversations/filters";
import { useConversations } from "../conversations/use-conversations";

export function useNeighbours(agentId: string, conversationId: string, filters: Filters) {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = useConversations(agentId, filters);
  const index = rows.findIndex((row) => row.conversationId === conversationId);
  const isLast = index >= 0 && index === rows.length - 1;
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (index < 0) return { position: "" };
  const position = `${formatCount(index + 1)} / ${formatCount(rows.length)}${hasNextPage ? "+" : ""}`;
  return { before: rows[index - 1], after: rows[index + 1], position };
}
