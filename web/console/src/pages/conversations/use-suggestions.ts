// What the fields of the filters can be filled with: what there was in the last ninety days.
import { useQuery } from "@tanstack/react-query";
import { analyticsQuery, metricsQuery } from "../../api/analytics";
import { deploymentsQuery } from "../../api/deployments";
import { words } from "../../parts/format";
import { describeVersion } from "../deployments/version";
import type { Choice } from "./filters";

const HOUR = 3_600_000;
const DAYS = 90 * 24 * HOUR;

export type Suggestions = Readonly<Record<string, readonly Choice[]>>;

/** Nothing is asked for before somebody wants to fill them in. */
export function useSuggestions(agentId: string, isWanted: boolean): Suggestions {
  const end = Math.ceil(Date.now() / HOUR) * HOUR;
  const time = { start: new Date(end - DAYS).toISOString(), end: new Date(end).toISOString() };
  const about = { ...time, step: "all" as const };
  const variants = useQuery({ ...analyticsQuery(agentId, { ...about, groupBy: "variant" }), enabled: isWanted }).data;
  const metrics = useQuery({ ...metricsQuery(agentId, { ...time, limit: 100 }), enabled: isWanted }).data;
  const deployments = useQuery({ ...deploymentsQuery(agentId), enabled: isWanted }).data;
  const named = (names: readonly string[]) => names.filter(Boolean).map((value) => ({ value, label: words(value) }));
  return {
    handoffReason: named(Object.keys(reasonsOf(variants?.points ?? []))),
    variantId: named(variants?.points.map((point) => point.group ?? "") ?? []),
    metric: metrics?.metrics.map(({ name }) => ({ value: name, label: name })) ?? [],
    deploymentId: deployments?.deployments.map((each) => ({ value: each.id, label: describeVersion(each) })) ?? [],
  };
}

function reasonsOf(points: readonly { handoffReasons: Record<string, number> }[]): Record<string, number> {
  return Object.assign({}, ...points.map((point) => point.handoffReasons)) as Record<string, number>;
}
