import { Link } from "@tanstack/react-router";
import type { Entry } from "../../api/audit-log";

/** What was changed, and the page where it is seen, unless it is gone. */
export function Subject({ agentId, entry }: { agentId: string; entry: Entry }) {
  const { kind, subject, verb } = entry;
  const own = entry.agentId ?? agentId;
  if (verb === "deleted") return <code>{subject}</code>;
  switch (kind) {
    case "deployment":
      return (
        <Link to="/agents/$agentId/deployments/$deploymentId" params={{ agentId: own, deploymentId: subject }}>
          {subject}
        </Link>
      );
    case "agent":
    case "real_time_config":
    case "ab_test":
      return (
        <Link to="/agents/$agentId/deployments" params={{ agentId: own }}>
          {subject}
        </Link>
      );
    case "call":
      return (
        <Link to="/agents/$agentId/conversations/$conversationId" params={{ agentId: own, conversationId: subject }}>
          {subject}
        </Link>
      );
    case "alert_rule":
      return (
        <Link to="/agents/$agentId/monitoring/rules/$ruleId" params={{ agentId, ruleId: subject }}>
          {subject}
        </Link>
      );
    case "webhook_endpoint":
      return (
        <Link to="/agents/$agentId/monitoring/webhooks/$endpointId" params={{ agentId, endpointId: subject }}>
          {subject}
        </Link>
      );
    case "key":
    case "session":
      return (
        <Link to="/agents/$agentId/access" params={{ agentId }}>
          {subject}
        </Link>
      );
    case "connector":
    case "phone_number":
      return (
        <Link to="/agents/$agentId/operations" params={{ agentId: own }}>
          {subject}
        </Link>
      );
    default:
      return <code>{subject}</code>;
  }
}
