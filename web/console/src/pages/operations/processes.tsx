import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { processesQuery, type Process } from "../../api/operations";
import { Badge } from "../../parts/badge";
import { formatAgo, formatCount, formatFull, words } from "../../parts/format";
import { Listing } from "./listing";

const MIB = 1 << 20;

export function Processes() {
  const processes = useQuery(processesQuery);
  return (
    <Listing
      title="Processes"
      heads={["Node", "Process", "State", "Version", "Since", "Load", "Memory", "Of agents", "Agents kept ready"]}
      rows={processes.data?.map((process) => <ProcessRow key={process.id} process={process} />)}
      error={processes.error}
      nothing="None has said anything yet."
    />
  );
}

function formatMemory(bytes: number): string {
  if (bytes === 0) return "–";
  return bytes < MIB ? "< 1 MiB" : `${formatCount(Math.round(bytes / MIB))} MiB`;
}

function ProcessRow({ process }: { process: Process }) {
  return (
    <tr>
      <td>{process.node}</td>
      <td>
        {words(process.role)} <code>{process.pid}</code>
      </td>
      <td title={`Last heard of ${formatFull(process.seenAt)}`}>
        <Badge tone={process.alive ? "good" : "bad"}>{process.alive ? "Alive" : `Silent since ${formatAgo(process.seenAt)}`}</Badge>
      </td>
      <td>{process.version}</td>
      <td title={formatFull(process.startedAt)}>{formatAgo(process.startedAt)}</td>
      <td className="number">{Math.round(process.cpu * 100)} %</td>
      <td className="number">{formatMemory(process.memoryBytes)}</td>
      <td className="number" title="Memory of the confined processes that run agents' functions">
        {formatMemory(process.agentMemoryBytes)}
      </td>
      <td>
        {process.deployments.map((each) => (
          <div key={each.deploymentId}>
            <Link to="/agents/$agentId/deployments/$deploymentId" params={{ agentId: each.agentId, deploymentId: each.deploymentId }}>
              {each.deploymentId.slice(-8)}
            </Link>
            {`: ${each.busy} of ${each.children} busy, ${each.waiting} waiting, ${formatCount(each.calls)} calls, ${formatCount(each.failures)} failed`}
          </div>
        ))}
        {process.otherDeployments > 0 && `${process.otherDeployments} of other accounts`}
        {process.deployments.length + process.otherDeployments === 0 && "–"}
      </td>
    </tr>
  );
}
