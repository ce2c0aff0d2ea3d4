// Where one can go, and how it is spelled on the keyboard.
import { Link } from "@tanstack/react-router";
import { Icon, type IconName } from "../parts/icon";

interface Place {
  to:
    | "/agents/$agentId/overview"
    | "/agents/$agentId/conversations"
    | "/agents/$agentId/playground"
    | "/agents/$agentId/deployments"
    | "/agents/$agentId/monitoring";
  key: string;
  label: string;
  icon: IconName;
}

export const PLACES: readonly Place[] = [
  { to: "/agents/$agentId/overview", key: "o", label: "Overview", icon: "overview" },
  { to: "/agents/$agentId/conversations", key: "c", label: "Conversations", icon: "conversations" },
  { to: "/agents/$agentId/playground", key: "p", label: "Playground", icon: "playground" },
  { to: "/agents/$agentId/deployments", key: "d", label: "Deployments", icon: "agents" },
  { to: "/agents/$agentId/monitoring", key: "m", label: "Monitoring", icon: "monitoring" },
];

export function Navigation({ agentId, onGo }: { agentId: string; onGo: () => void }) {
  return (
    <nav aria-label="Pages">
      {PLACES.map((place) => (
        <Link key={place.to} to={place.to} params={{ agentId }} className="place" onClick={onGo}>
          <Icon name={place.icon} />
          {place.label}
        </Link>
      ))}
    </nav>
  );
}
