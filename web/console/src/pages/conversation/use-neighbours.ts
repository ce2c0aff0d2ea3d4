// What stands before and after a conversation among those that fit the filters of the address, wherever one comes from.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { neighboursQuery } from "../../api/conversations";
import { formatCount } from "../../parts/format";
import type { Filters } from "../conversations/filters";

export function useNeighbours(agentId: string, conversationId: string, filters: Filters) {
  const found = useQuery({ ...neighboursQuery(agentId, conversationId, filters), placeholderData: keepPreviousData });
  if (!found.data) return { position: "" };
  const { previous, next, position, count } = found.data;
  // Of the one before, while this one's are on their way: nothing to step to, but nothing that jumps either.
  const shown = position === null ? "" : count === null ? formatCount(position) : `${atMost(position)} / ${formatCount(count)}`;
  return found.isPlaceholderData ? { position: shown } : { previous, next, position: shown };
}

/** How far positions are counted. */
const MOST = 10_000;

function atMost(number: number): string {
  return number < MOST ? formatCount(number) : `${formatCount(MOST)}+`;
}
