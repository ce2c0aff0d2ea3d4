// Lists that continue: whoever has read further is not interrupted, since all that was read is asked for again.
import type { InfiniteData } from "@tanstack/react-query";

const FEW_PAGES = 2;

/** What has no pages is short. */
export function isShort(list: Partial<InfiniteData<unknown>> | undefined): boolean {
  return (list?.pages?.length ?? 0) <= FEW_PAGES;
}

/** A list is asked for anew so often, unless it is long. */
export function whileShort(milliseconds: number) {
  return {
    refetchInterval: (query: { state: { data: InfiniteData<unknown> | undefined } }) => (isShort(query.state.data) ? milliseconds : (false as const)),
    refetchOnWindowFocus: (query: { state: { data: InfiniteData<unknown> | undefined } }) => isShort(query.state.data),
  };
}
