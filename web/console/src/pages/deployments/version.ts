import type { Deployment } from "../../api/deployments";
import { formatMoment } from "../../parts/format";

/** Why it is there: what was said of going back to it, or else of itself. */
export function messageOf(each: Deployment): string | undefined {
  return each.metadata?.rollback_message ?? each.metadata?.deployment_message;
}

/** A version in a list of them: short enough to choose it by. */
export function describeVersion(each: Deployment): string {
  const message = messageOf(each);
  return [each.version.slice(0, 8), each.environment, formatMoment(each.createdAt), message?.slice(0, 40)].filter(Boolean).join(" · ");
}
