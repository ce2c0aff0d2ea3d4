// Which conversations are listed. What is chosen stands in the address, under the names that the service knows.

import { formatMoment, words } from "../../parts/format";

export interface Choice {
  value: string;
  label: string;
}

export type Field =
  | { name: string; label: string; kind: "choice"; options: readonly Choice[] }
  | { name: string; label: string; kind: "flag"; yes: string; no: string }
  | { name: string; label: string; kind: "number"; unit: string }
  | { name: string; label: string; kind: "text"; hint: string }
  | { name: string; label: string; kind: "tags"; hint: string }
  | { name: string; label: string; kind: "time" };

const choice = (value: string, label = value): Choice => ({ value, label });

const CHANNELS = [
  choice("VOICE-SIP", "Calls over SIP"),
  choice("VOICE-WEBRTC", "Calls from browsers"),
  choice("VOICE-TWILIO", "Calls through Twilio"),
  choice("VOICE-TELNYX", "Calls through Telnyx"),
  choice("VOICE-PLIVO", "Calls through Plivo"),
  choice("WEBCHAT", "Web chat"),
  choice("CHAT", "Chat"),
  choice("SMS", "Text messages"),
  choice("WHATSAPP", "WhatsApp"),
];

const LATENCY_PARTS = [
  choice("endpointing", "Latency of the end of the sentence"),
  choice("recognition", "Latency of recognition"),
  choice("model", "Latency of the model"),
  choice("functions", "Latency of functions"),
  choice("synthesis", "Latency of synthesis"),
];

export const FIELDS: readonly Field[] = [
  { name: "startTime", label: "Since", kind: "time" },
  { name: "endTime", label: "Until", kind: "time" },
  { name: "environment", label: "Environment", kind: "choice", options: ["live", "pre-release", "sandbox"].map((name) => choice(name)) },
  { name: "channel", label: "Channel", kind: "choice", options: CHANNELS },
  { name: "inProgress", label: "Running", kind: "flag", yes: "Running", no: "Ended" },
  { name: "handoff", label: "Handed over", kind: "flag", yes: "Handed over", no: "Not handed over" },
  { name: "handoffReason", label: "Reason of the handoff", kind: "text", hint: "any" },
  { name: "errors", label: "Errors", kind: "flag", yes: "With errors", no: "Without errors" },
  { name: "minMisunderstood", label: "Misunderstood turns", kind: "number", unit: "or more" },
  { name: "minSilences", label: "Silences", kind: "number", unit: "or more" },
  { name: "minDuration", label: "Duration, seconds", kind: "number", unit: "or more" },
  { name: "maxDuration", label: "Duration, seconds", kind: "number", unit: "or fewer" },
  { name: "minTurns", label: "Turns", kind: "number", unit: "or more" },
  { name: "maxTurns", label: "Turns", kind: "number", unit: "or fewer" },
  { name: "minLatency", label: "Latency, milliseconds", kind: "number", unit: "or more" },
  { name: "latencyPart", label: "Latency of what", kind: "choice", options: LATENCY_PARTS },
  { name: "function", label: "Function called", kind: "text", hint: "its name" },
  { name: "topic", label: "Topic", kind: "text", hint: "its name" },
  { name: "metric", label: "Metric", kind: "text", hint: "NAME or NAME=VALUE" },
  { name: "tag", label: "Tag", kind: "tags", hint: "one that was given" },
  { name: "rating", label: "Rated", kind: "choice", options: [choice("up", "Rated up"), choice("down", "Rated down")] },
  { name: "hasNotes", label: "Notes", kind: "flag", yes: "With notes", no: "Without notes" },
  { name: "unanswered", label: "Not understood", kind: "text", hint: "what was asked" },
  { name: "beforeHandoff", label: "Said before the handoff", kind: "text", hint: "what was said" },
  { name: "variantId", label: "Variant", kind: "text", hint: "any" },
  { name: "deploymentId", label: "Deployment", kind: "text", hint: "any" },
];
/** What is searched for, by what, and in whose words. */
const SEARCH = ["q", "search", "speaker"];

export type Single = string | number | boolean;
/** Several of one name are all meant. */
export type Filters = Readonly<Record<string, Single | readonly string[]>>;

/** Of what stands in the address, that which means something. */
export function readFilters(search: Record<string, unknown>): Filters {
  const found: Record<string, Single | readonly string[]> = {};
  for (const name of [...SEARCH, ...FIELDS.map((field) => field.name)]) {
    const value = search[name];
    if (value !== "" && (typeof value === "string" || typeof value === "number" || typeof value === "boolean")) found[name] = value;
  }
  const tags = tagsOf(search["tag"]);
  if (tags.length > 0) found["tag"] = tags.length > 1 ? tags : tags[0]!;
  return found;
}

export function tagsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value ?? ""]).map(String).filter(Boolean);
}

/** And back: whatever the service was asked with, as an address has it. */
export function filtersOf(query: string): Filters {
  const found: Record<string, unknown> = {};
  const kinds = new Map(FIELDS.map((field) => [field.name, field.kind]));
  for (const [name, value] of new URLSearchParams(query)) {
    const kind = kinds.get(name);
    if (kind === "tags") found[name] = [...tagsOf(found[name]), value];
    else found[name] = kind === "flag" ? value === "true" : kind === "number" ? Number(value) : value;
  }
  return readFilters(found);
}

/** The same filters as the service is asked with. */
export function queryOf(filters: Filters): string {
  const pairs = Object.entries(filters).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return new URLSearchParams(pairs).toString();
}

/** A filter in words, for the chip that takes it away. */
export function describe(field: Field, value: Single): string {
  if (field.kind === "choice") return field.options.find((option) => option.value === String(value))?.label ?? String(value);
  if (field.kind === "flag") return value === true ? field.yes : field.no;
  if (field.kind === "number") return `${field.label}: ${value} ${field.unit}`;
  if (field.name === "handoffReason") return `${field.label}: ${words(String(value))}`;
  if (field.kind === "time") return `${field.label} ${formatMoment(String(value))}`;
  return `${field.label}: ${value}`;
}

/** And at which turn to begin reading. */
export function readPlace(search: Record<string, unknown>): Filters & { turn?: number } {
  const turn = search["turn"];
  return typeof turn === "number" ? { ...readFilters(search), turn } : readFilters(search);
}

/** Where a search found what it was for. */
export function foundTurn(row: { match?: { turn: number | null } | null }): { turn?: number } {
  return row.match?.turn == null ? {} : { turn: row.match.turn };
}
