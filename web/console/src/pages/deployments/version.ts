import type { Deployment } from "../../api/deployments";
import { formatMoment } from "../../parts/format";

/** A version in a list of them: short enough to choose it by. */
export function describeVersion(each: Deployment): string {
  const message = each.metadata?.deployment_message;
  return [each.version.slice(0, 8), each.environment, formatMoment(each.createdAt), message?.slice(0, 40)].filter(Boolean).join(" · ");
}
