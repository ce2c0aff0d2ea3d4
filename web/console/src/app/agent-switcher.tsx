import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { agentsQuery } from "../api/agents";

export function AgentSwitcher({ accountId, agentId }: { accountId: string; agentId: string }) {
  const agents = useQuery(agentsQuery(accountId)).data ?? [];
  const navigate = useNavigate();
  return (
    <label className="switcher">
      <span>Agent</span>
      <select value={agentId} onChange={(event) => void navigate({ to: ".", params: { agentId: event.target.value } })}>
        {agents.map((agent) => (
          <option key={agent.agentId} value={agent.agentId}>
            {agent.agentName}
          </option>
        ))}
      </select>
    </label>
  );
}
