// How rules, their states and their values read.
import type { Rule } from "../../api/monitoring-queries";
import type { Tone } from "../../parts/badge";
import { formatCount, formatMs, words } from "../../parts/format";

export type RuleState = Rule["current_state"];

export const STATES: Record<RuleState, [string, Tone]> = {
  ok: ["OK", "good"],
  alert: ["Alert", "bad"],
  no_data: ["No data", "plain"],
  unknown: ["Not measured", "warn"],
};

export function measured(metric: Rule["metric"], value: number | null): string {
  if (value === null) return "–";
  return metric.startsWith("turn_latency") ? formatMs(value) : formatCount(value);
}

type Condition = Pick<Rule, "metric" | "operator" | "threshold_value" | "window_duration">;

export function condition(rule: Condition): string {
  return `${words(rule.metric)} ${rule.operator} ${measured(rule.metric, rule.threshold_value)} within ${rule.window_duration}`;
}

export function stateOf(rule: Rule): [string, Tone] {
  return rule.enabled ? STATES[rule.current_state] : ["Off", "plain"];
}
