// Who changed what in the account: for admins.
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { components } from "./build";
import { api, data } from "./client";
import { whileShort } from "./paging";

export type Entry = components["schemas"]["AuditEntry"];
export type Kind = Entry["kind"];

export interface AuditFilters {
  actor?: string;
  kind?: Kind;
  id?: string;
  /** Days, as a field for dates has them. */
  since?: string;
  until?: string;
}

const OFTEN = 15_000;

export const auditQuery = ({ since, until, ...wanted }: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["audit-log", wanted, since, until],
    queryFn: ({ pageParam }) => {
      const query = {
        ...wanted,
        ...(since && { since: startOf(since, 0) }),
        ...(until && { until: startOf(until, 1) }),
        ...(pageParam && { cursor: pageParam }),
      };
      return data(api.GET("/v1/audit-log", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    ...whileShort(OFTEN),
  });

/** The day begins where whoever looks is; the last one is meant as a whole. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
