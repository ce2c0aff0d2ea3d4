// Reads what was written about a conversation, and writes to it: the list shows it too.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { conversationsKey } from "../../api/conversations";
import { reviewQuery, tagsQuery, type Place, type Review } from "../../api/review";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";

export interface Reviewing {
  place: Place;
  review: Review | undefined;
  mayWrite: boolean;
  isBusy: boolean;
  error: Error | null;
  /** Does it, then shows what there is. */
  act: (write: () => Promise<unknown>, done?: () => void) => void;
}

export function useReview(place: Place): Reviewing {
  const client = useQueryClient();
  const mayWrite = may(useSession(), "editor");
  const query = reviewQuery(place);
  const found = useQuery(query);
  const change = useMutation({
    // One after the other: a thumb must not overtake the reason that was given for it.
    scope: { id: `review ${place.conversationId}` },
    mutationFn: (write: () => Promise<unknown>) => write(),
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: tagsQuery(place.agentId).queryKey });
      void client.invalidateQueries({ queryKey: conversationsKey(place.agentId) });
      await client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return {
    place,
    review: found.data,
    mayWrite,
    isBusy: change.isPending,
    error: change.error ?? (found.data ? null : found.error),
    act: (write, done) => change.mutate(write, { onSuccess: () => done?.() }),
  };
}
