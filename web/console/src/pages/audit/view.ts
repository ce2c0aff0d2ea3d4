// Which entries are listed, and how they read.
import type { AuditFilters, Entry, Kind } from "../../api/audit-log";

export const KINDS: Record<Kind, string> = {
  account: "Account",
  agent: "Agent",
  key: "Key",
  session: "Sign-in",
  deployment: "Deployment",
  ab_test: "A/B test",
  real_time_config: "Real-time configuration",
  secret: "Secret",
  connector: "Connector",
  phone_number: "Phone number",
  alert_rule: "Alert rule",
  webhook_endpoint: "Webhook endpoint",
  voice: "Voice",
  phrase: "Phrase",
  job: "Job",
  branch: "Branch",
  call: "Call",
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Of what stands in the address, that which means something. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  const { actor, kind, id, since, until } = search;
  return {
    ...(typeof actor === "string" && actor && { actor }),
    ...(typeof kind === "string" && kind in KINDS && { kind: kind as Kind }),
    ...(typeof id === "string" && id && { id }),
    ...(isDay(since) && { since }),
    ...(isDay(until) && { until }),
  };
}

function isDay(text: unknown): text is string {
  return typeof text === "string" && DAY.test(text) && !Number.isNaN(Date.parse(text));
}

export function actorName({ actor }: Entry): string {
  if (actor.kind === "operator") return "Operator";
  return actor.kind === "system" ? "Parley itself" : actor.name;
}
