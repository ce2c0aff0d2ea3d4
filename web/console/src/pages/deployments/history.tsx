import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activeQuery, deploymentsQuery, type Deployment } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatFull, formatMoment } from "../../parts/format";
import { Problem } from "../../parts/states";
import type { Change } from "./change-dialog";
import { SOON } from "./environments";
import { messageOf } from "./version";

interface Props {
  agentId: string;
  onChange: (change: Change) => void;
}

export function History({ agentId, onChange }: Props) {
  const list = useQuery({ ...deploymentsQuery(agentId), refetchInterval: SOON });
  const active = useQuery(activeQuery(agentId)).data?.activeDeployments ?? {};
  const isEditor = may(useSession(), "editor");
  const rows = list.data?.deployments ?? [];
  return (
    <section className="card block">
      <h2>History</h2>
      {list.isError && <Problem error={list.error} />}
      <div className="scroll" tabIndex={0} role="region" aria-label="History">
        <table>
          <thead>
            <tr>
              <th>When</th>
              <th>Where</th>
              <th>Version</th>
              <th>How</th>
              <th>By</th>
              <th>Message</th>
              <th>
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td title={formatFull(row.createdAt)}>{formatMoment(row.createdAt)}</td>
                <td>
                  {row.environment} {active[row.environment]?.id === row.id && <Badge tone="good">active</Badge>}
                </td>
                <td>
                  <Link to="/agents/$agentId/deployments/$deploymentId" params={{ agentId, deploymentId: row.id }} title="Its files">
                    <code>{row.version.slice(0, 10)}</code>
                  </Link>
                </td>
                <td>{row.metadata?.deployment_type}</td>
                <td>{row.createdBy}</td>
                <td className="message">{messageOf(row)}</td>
                <td className="actions">
                  <Actions {...{ agentId, row, isEditor, onChange }} active={active[row.environment] ?? null} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ActionsProps extends Props {
  row: Deployment;
  active: Deployment | null;
  isEditor: boolean;
}

function Actions({ agentId, row, active, isEditor, onChange }: ActionsProps) {
  if (!active || active.id === row.id || active.version === row.version) return null;
  return (
    <>
      <Link to="/agents/$agentId/deployments/compare" params={{ agentId }} search={{ from: row.id, to: active.id }} className="quiet">
        Compare
      </Link>
      {isEditor && (
        <button type="button" className="quiet" onClick={() => onChange({ kind: "rollback", deployment: row })}>
          Roll back
        </button>
      )}
    </>
  );
}
