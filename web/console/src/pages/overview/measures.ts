// What can be looked at, how it is written, and which conversations are behind it.
import type { Figures } from "../../api/analytics";
import { formatCount, formatDuration, formatMs } from "../../parts/format";
import type { Filters } from "../conversations/filters";

export interface Measure {
  name: MeasureName;
  label: string;
  of: (figures: Figures) => number | null;
  format: (value: number) => string;
  /** Whether more of it is good, bad, or neither. */
  better: "more" | "less" | null;
  behind: Filters;
}

export type MeasureName = "conversations" | "containment" | "handoffs" | "misunderstood" | "duration" | "latency" | "errors";

const percent = (value: number) => `${(100 * value).toFixed(value > 0 && value < 0.0995 ? 1 : 0)} %`;

export const MEASURES: readonly Measure[] = [
  { name: "conversations", label: "Conversations", of: (f) => f.conversations, format: formatCount, better: null, behind: {} },
  { name: "containment", label: "Containment", of: (f) => f.containment, format: percent, better: "more", behind: { handoff: false, inProgress: false } },
  { name: "handoffs", label: "Handed over", of: (f) => f.handoffs, format: formatCount, better: "less", behind: { handoff: true } },
  { name: "misunderstood", label: "Misunderstood turns", of: (f) => f.misunderstoodShare, format: percent, better: "less", behind: { minMisunderstood: 1 } },
  { name: "duration", label: "Mean duration", of: (f) => f.meanDuration, format: formatDuration, better: null, behind: { inProgress: false } },
  { name: "latency", label: "Latency, 95 of 100", of: (f) => f.latencyP95Ms, format: formatMs, better: "less", behind: {} },
  { name: "errors", label: "Errors", of: (f) => f.functionErrors + f.apiErrors + f.crashed, format: formatCount, better: "less", behind: { errors: true } },
];

export function measureOf(name: MeasureName): Measure {
  const found = MEASURES.find((each) => each.name === name);
  if (!found) throw new Error(`There is no measure ${name}.`);
  return found;
}
