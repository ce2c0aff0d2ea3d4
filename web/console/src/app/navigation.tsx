// Where one can go, and how it is spelled on the keyboard.
import { Link } from "@tanstack/react-router";
import { may, type Role } from "../api/session";
import { useSession } from "../api/use-session";
import { Icon, type IconName } from "../parts/icon";

interface Place {
  to:
    | "/agents/$agentId/overview"
    | "/agents/$agentId/conversations"
    | "/agents/$agentId/playground"
    | "/agents/$agentId/deployments"
    | "/agents/$agentId/monitoring"
    | "/agents/$agentId/operations"
    | "/agents/$agentId/access"
    | "/agents/$agentId/audit";
  key: string;
  label: string;
  icon: IconName;
  /** Who is shown it: everybody, or those with this role. */
  role?: Role;
}

export const PLACES: readonly Place[] = [
  { to: "/agents/$agentId/overview", key: "o", label: "Overview", icon: "overview" },
  { to: "/agents/$agentId/conversations", key: "c", label: "Conversations", icon: "conversations" },
  { to: "/agents/$agentId/playground", key: "p", label: "Playground", icon: "playground" },
  { to: "/agents/$agentId/deployments", key: "d", label: "Deployments", icon: "agents" },
  { to: "/agents/$agentId/monitoring", key: "m", label: "Monitoring", icon: "monitoring" },
  { to: "/agents/$agentId/operations", key: "s", label: "Operations", icon: "operations", role: "admin" },
  { to: "/agents/$agentId/access", key: "a", label: "Access", icon: "key", role: "admin" },
  { to: "/agents/$agentId/audit", key: "l", label: "Audit log", icon: "note", role: "admin" },
];

export function Navigation({ agentId, onGo }: { agentId: string; onGo: () => void }) {
  const session = useSession();
  return (
    <nav aria-label="Pages">
      {PLACES.filter((place) => !place.role || may(session, place.role)).map((place) => (
        <Link key={place.to} to={place.to} params={{ agentId }} className="place" onClick={onGo}>
          <Icon name={place.icon} />
          {place.label}
        </Link>
      ))}
    </nav>
  );
}
