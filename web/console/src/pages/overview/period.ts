// Which time and which conversations are looked at, and beside which others, as the address says it.
import type { AnalyticsQuestion, Compared, Dimension } from "../../api/analytics";
import { ENVIRONMENTS, type Environment } from "../../api/deployments";
import type { Filters } from "../conversations/filters";
import { MEASURES, METRIC_FIGURES, type MeasureName, type MetricFigure } from "./measures";

export const LENGTHS = ["today", "yesterday", 1, 7, 30, 90] as const;
export const DIMENSIONS: readonly Dimension[] = ["channel", "environment", "variant", "deployment"];
/** Of conversations; the environment has a choice of its own. */
export const PARTS = ["channel", "variant", "deployment"] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BY_HOUR = 2 * DAY;
const BY_DAY = 120 * DAY;
const DATE = /^\d{4}-\d\d-\d\d$/;

export type Part = (typeof PARTS)[number];
/** A question about a time that is known to the hour. */
export type Period = AnalyticsQuestion & { start: string; end: string };

export interface View {
  days: (typeof LENGTHS)[number];
  /** Days of the calendar here, both included; they win over `days`. */
  since?: string;
  until?: string;
  measure: MeasureName;
  /** One that agent code writes; it wins over `measure`. */
  metric?: string;
  figure: MetricFigure;
  by: Dimension;
  environment?: Environment;
  channel?: string;
  variant?: string;
  deployment?: string;
  /** As the service takes it, or `none`. */
  compare: string;
}

export function readView(search: Record<string, unknown>): Partial<View> {
  const view: Partial<View> = {};
  const days = LENGTHS.find((length) => length === search["days"]);
  const measure = MEASURES.find((each) => each.name === search["measure"])?.name;
  const by = DIMENSIONS.find((name) => name === search["by"]);
  const environment = ENVIRONMENTS.find((name) => name === search["environment"]);
  if (days) view.days = days;
  if (measure) view.measure = measure;
  if (by) view.by = by;
  const figure = METRIC_FIGURES.find((name) => name === search["figure"]);
  if (figure) view.figure = figure;
  if (environment) view.environment = environment;
  for (const name of ["since", "until"] as const) if (isDate(search[name])) view[name] = search[name];
  for (const name of [...PARTS, "compare", "metric"] as const) {
    const value = search[name];
    if (value !== "" && (typeof value === "string" || typeof value === "number")) view[name] = String(value);
  }
  return view;
}

export function viewOf(chosen: Partial<View>): View {
  return { days: 7, measure: "conversations", figure: "count", by: "channel", compare: "before", ...chosen };
}

const isDate = (value: unknown): value is string => typeof value === "string" && DATE.test(value) && !Number.isNaN(Date.parse(value));

/** Up to the end of this hour: the same question for as long. */
export function questionOf(view: View, now: number): Period {
  const [start, end] = timesOf(view, now);
  const length = end - start;
  return {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    step: length <= BY_HOUR ? "hour" : length <= BY_DAY ? "day" : "week",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(view.environment && { environment: view.environment }),
    ...(view.channel && { channel: view.channel }),
    ...(view.variant && { variant: view.variant }),
    ...(view.deployment && { deployment: view.deployment }),
  };
}

/** What is asked for besides the figures that there always are. */
export const besidesOf = (view: View): { compare?: string; metric?: string } => ({
  ...comparedOf(view),
  ...(view.metric && { metric: view.metric }),
});

/** What the service is asked to put beside it: a day begins when it does here. */
function comparedOf(view: View): { compare?: string } {
  if (view.compare === "none") return {};
  const day = /^start=(\d{4}-\d\d-\d\d)$/.exec(view.compare)?.[1];
  return { compare: day ? `start=${new Date(midnight(`${day}T00:00`)).toISOString()}` : view.compare };
}

function timesOf(view: View, now: number): [number, number] {
  const hour = Math.ceil(now / HOUR) * HOUR;
  if (view.since) {
    const start = midnight(`${view.since}T00:00`);
    const end = view.until ? midnight(`${view.until}T00:00`, 1) : hour;
    return [start, Math.max(end, start + HOUR)];
  }
  if (view.days === "today") return [midnight(now), hour];
  if (view.days === "yesterday") return [midnight(now, -1), midnight(now)];
  return [hour - view.days * DAY, hour];
}

/** As clocks here have it, so many days later; a day may have 23 or 25 hours. */
function midnight(moment: number | string, later = 0): number {
  const day = new Date(moment);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
}

/** When a step ends: the next one begins, or the period is over. Days and weeks are those of the calendar here. */
export function endOf(start: string, step: string | undefined, periodEnd: string): string {
  const begun = Date.parse(start);
  const next = step === "hour" ? begun + HOUR : midnight(begun, step === "week" ? 7 : 1);
  return new Date(Math.min(next, Date.parse(periodEnd))).toISOString();
}

type About = Pick<Compared, "environment" | "channel" | "variant" | "deployment">;

/** The filters of the list behind a figure of these conversations. */
export function behind(about: Period | About, start: string, end: string): Filters {
  return {
    startTime: start,
    endTime: end,
    ...(about.environment && { environment: about.environment }),
    ...(about.channel && { channel: about.channel }),
    ...(about.variant && { variantId: about.variant }),
    ...(about.deployment && { deploymentId: about.deployment }),
  };
}
