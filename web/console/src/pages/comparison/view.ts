// What is compared, and how it is shown, as the address says it.
export interface ComparisonView {
  /** Deployments, by their ids. */
  from?: string;
  to?: string;
  as?: "split" | "unified";
}

export function readComparison(search: Record<string, unknown>): ComparisonView {
  const { from, to, as } = search;
  return {
    ...(typeof from === "string" && from && { from }),
    ...(typeof to === "string" && to && { to }),
    ...((as === "split" || as === "unified") && { as }),
  };
}
