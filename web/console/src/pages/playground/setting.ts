// With which deployment, and as whom, as the address says it.
import { ENVIRONMENTS, type Environment } from "../../api/environments";
import type { Start } from "../../api/playground";

export interface Setting {
  environment: Environment;
  /** A certain one; empty: what is active in the environment. */
  deployment: string;
  variant: string;
  language: string;
  channel: string;
  number: string;
  /** Of the integration, as JSON. */
  attributes: string;
  /** `voice`: with the microphone, to what is active in the environment; empty: in writing. */
  by: string;
}

const TEXTS = ["deployment", "variant", "language", "channel", "number", "attributes", "by"] as const;
export const CHANNELS = { "": "As on the telephone", webchat: "Web chat", sms: "SMS", whatsapp: "WhatsApp" } as const;

export function readSetting(search: Record<string, unknown>): Partial<Setting> {
  const environment = ENVIRONMENTS.find((name) => name === search["environment"]);
  // The router reads numbers and objects where an address has something that looks like them.
  const text = (value: unknown) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? ""));
  const texts = TEXTS.flatMap((name) => (text(search[name]) ? [[name, text(search[name])] as const] : []));
  return { ...(environment && { environment }), ...Object.fromEntries(texts) };
}

export function wholeSetting(found: Partial<Setting>): Setting {
  return { environment: "sandbox", ...(Object.fromEntries(TEXTS.map((name) => [name, ""])) as Omit<Setting, "environment">), ...found };
}

/** The object that the text is; null where it is none. */
export function readAttributes(text: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(text || "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function startOf(setting: Setting): Start {
  return {
    clientEnv: setting.environment,
    deploymentId: setting.deployment || null,
    variantId: setting.variant || null,
    asrLangCode: setting.language || null,
    channel: setting.channel || null,
    callerNumber: setting.number || null,
    integrationAttributes: setting.attributes ? readAttributes(setting.attributes) : null,
  };
}
