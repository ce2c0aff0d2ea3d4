// With which deployment, and as whom, as the address says it.
import { ENVIRONMENTS, type Environment } from "../../api/deployments";

export interface Setting {
  environment: Environment;
  variant: string;
  language: string;
}

export function readSetting(search: Record<string, unknown>): Partial<Setting> {
  const environment = ENVIRONMENTS.find((name) => name === search["environment"]);
  const text = (name: string) => (typeof search[name] === "string" && search[name] ? { [name]: search[name] } : {});
  return { ...(environment && { environment }), ...text("variant"), ...text("language") };
}
