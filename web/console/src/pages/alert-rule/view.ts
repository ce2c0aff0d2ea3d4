// How far back a rule is drawn, and what the drawing is made of.
import { SPANS, type SeriesPoint, type Span } from "../../api/alert-history";
import type { Filters } from "../conversations/filters";
import type { Rule } from "../../api/monitoring-queries";

export interface RuleView {
  span?: Span;
}

export function readRuleView(search: Record<string, unknown>): RuleView {
  const span = SPANS.find((each) => each === search["span"]);
  return span ? { span } : {};
}

const ROOM_ABOVE = 1.15;

/** What the full height stands for: every value and the threshold are below it. */
export function topOf(points: readonly SeriesPoint[], threshold: number): number {
  return ROOM_ABOVE * Math.max(1, threshold, ...points.map((point) => point.value ?? 0));
}

const MINUTE = 60_000;
const OF_ERRORS = new Set(["function_errors", "api_errors", "call_crashes"]);

/** The conversations that a point was measured from. */
export function behind(rule: Rule, point: SeriesPoint): Filters {
  const end = Date.parse(point.at);
  const start = end - Number.parseInt(rule.window_duration) * MINUTE;
  return {
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    ...(OF_ERRORS.has(rule.metric) && { errors: true }),
  };
}
