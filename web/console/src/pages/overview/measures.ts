// What can be looked at, how it is written, and which conversations are behind it.
import type { Figures } from "../../api/analytics";
import { formatAmount, formatCount, formatDuration, formatMs } from "../../parts/format";
import type { Filters } from "../conversations/filters";

export interface Measure {
  label: string;
  of: (figures: Figures) => number | null;
  format: (value: number) => string;
  /** By which figure two answers are compared: of more conversations more are handed over. */
  judged: string;
  /** What that is of, where it is not the measure itself. */
  per?: string;
  formatJudged?: (value: number) => string;
  behind: Filters;
}

export type MeasureName = "conversations" | "peak" | "containment" | "handoffs" | "misunderstood" | "duration" | "latency-half" | "latency" | "errors";

export const percent = (value: number) => `${(100 * value).toFixed(value > 0 && value < 0.0995 ? 1 : 0)} %`;
const each = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
const ENDED: Filters = { inProgress: false };

export const MEASURES: readonly (Measure & { name: MeasureName })[] = [
  { name: "conversations", label: "Conversations", of: (f) => f.conversations, format: formatCount, judged: "conversations", behind: {} },
  { name: "peak", label: "Peak concurrency", of: (f) => f.peakConcurrency, format: formatCount, judged: "peakConcurrency", behind: {} },
  { name: "containment", label: "Containment", of: (f) => f.containment, format: percent, judged: "containment", behind: { ...ENDED, handoff: false } },
  {
    name: "handoffs", label: "Handed over", of: (f) => f.handoffs, format: formatCount,
    judged: "handoffRate", per: "of those that ended", formatJudged: percent, behind: { ...ENDED, handoff: true },
  },
  {
    name: "misunderstood", label: "Misunderstood turns", of: (f) => f.misunderstoodShare, format: percent,
    judged: "misunderstoodShare", behind: { minMisunderstood: 1 },
  },
  { name: "duration", label: "Mean duration", of: (f) => f.meanDuration, format: formatDuration, judged: "meanDuration", behind: ENDED },
  { name: "latency-half", label: "Latency, median", of: (f) => f.latencyP50Ms, format: formatMs, judged: "latencyP50Ms", behind: {} },
  { name: "latency", label: "Latency, p95", of: (f) => f.latencyP95Ms, format: formatMs, judged: "latencyP95Ms", behind: {} },
  {
    name: "errors", label: "Errors", of: (f) => f.functionErrors + f.apiErrors + f.crashed, format: formatCount,
    judged: "errorsPerConversation", per: "a conversation", formatJudged: each, behind: { errors: true },
  },
];

/** What a metric of agent code comes to: how often it was written, and where it was a number its sum and mean. */
export const METRIC_FIGURES = ["count", "sum", "mean"] as const;
export type MetricFigure = (typeof METRIC_FIGURES)[number];

export function metricMeasure(metric: string, figure: MetricFigure): Measure {
  const label = figure === "count" ? metric : `${metric}, ${figure}`;
  return {
    label,
    of: (f) => f.metric?.[figure] ?? null,
    format: figure === "count" ? formatCount : formatAmount,
    judged: `metric${figure.charAt(0).toUpperCase()}${figure.slice(1)}`,
    behind: { metric },
  };
}

export function measureOf(name: MeasureName): Measure {
  const found = MEASURES.find((measure) => measure.name === name);
  if (!found) throw new Error(`There is no measure ${name}.`);
  return found;
}
