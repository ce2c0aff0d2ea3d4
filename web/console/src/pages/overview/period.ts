// Which time is looked at, as the address says it, and the one just as long before it.
import type { AnalyticsQuestion, Dimension } from "../../api/analytics";
import { ENVIRONMENTS, type Environment } from "../../api/deployments";
import { MEASURES, type MeasureName } from "./measures";

export const LENGTHS = [1, 7, 30, 90] as const;
export const DIMENSIONS: readonly Dimension[] = ["channel", "environment", "variant", "deployment"];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A question about a time that is known to the hour. */
export type Period = AnalyticsQuestion & { start: string; end: string };

export interface View {
  days: (typeof LENGTHS)[number];
  measure: MeasureName;
  by: Dimension;
  environment?: Environment;
}

export function readView(search: Record<string, unknown>): Partial<View> {
  const days = LENGTHS.find((length) => length === search["days"]);
  const measure = MEASURES.find((each) => each.name === search["measure"])?.name;
  const by = DIMENSIONS.find((name) => name === search["by"]);
  const environment = ENVIRONMENTS.find((name) => name === search["environment"]);
  return { ...(days && { days }), ...(measure && { measure }), ...(by && { by }), ...(environment && { environment }) };
}

/** Up to the end of this hour: the same question for as long. */
export function questionOf(view: View, now: number, periodsBefore = 0): Period {
  const end = Math.ceil(now / HOUR) * HOUR - periodsBefore * view.days * DAY;
  return {
    start: new Date(end - view.days * DAY).toISOString(),
    end: new Date(end).toISOString(),
    step: view.days === 1 ? "hour" : "day",
    ...(view.environment && { environment: view.environment }),
  };
}

/** When a step ends: the next one begins, or the period is over. */
export function endOf(start: string, step: string | undefined, periodEnd: string): string {
  const begun = new Date(start);
  const length = step === "hour" ? HOUR : DAY;
  const next = step === "hour" ? begun.getTime() + length : Math.floor(begun.getTime() / DAY) * DAY + length;
  return new Date(Math.min(next, Date.parse(periodEnd))).toISOString();
}
