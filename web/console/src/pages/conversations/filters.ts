// Which conversations are listed, as the address says it.

export interface Filters {
  q?: string;
  client_env?: string;
  channel?: string;
  in_progress?: boolean;
  handoff?: boolean;
}

const TEXTS = ["q", "client_env", "channel"] as const;
const FLAGS = ["in_progress", "handoff"] as const;

/** Of what stands in the address, that which means something. */
export function readFilters(search: Record<string, unknown>): Filters {
  const found: Filters = {};
  for (const name of TEXTS) {
    const value = search[name];
    if ((typeof value === "string" || typeof value === "number") && value !== "") found[name] = String(value);
  }
  for (const name of FLAGS) if (typeof search[name] === "boolean") found[name] = search[name];
  return found;
}
