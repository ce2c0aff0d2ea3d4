import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { agentsQuery } from "../api/agents";
import { PLACES } from "./navigation";

export function AgentSwitcher({ accountId, agentId }: { accountId: string; agentId: string }) {
  const agents = useQuery(agentsQuery(accountId)).data ?? [];
  const navigate = useNavigate();
  const section = useLocation({ select: ({ pathname }) => pathname.split("/")[3] ?? "" });
  const open = (id: string) => {
    const place = PLACES.find(({ to }) => to.endsWith(`/${section}`));
    // A conversation or a version of this agent is none of the other one.
    void navigate({ to: place?.to ?? "/agents/$agentId/overview", params: { agentId: id }, search: true });
  };
  return (
    <label className="switcher">
      <span>Agent</span>
      <select value={agentId} onChange={(event) => open(event.target.value)}>
        {agents.map((agent) => (
          <option key={agent.agentId} value={agent.agentId}>
            {agent.agentName}
          </option>
        ))}
      </select>
    </label>
  );
}
