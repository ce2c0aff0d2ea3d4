import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { activeQuery, ENVIRONMENTS, runTests, type Deployment, type Environment } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatAgo, formatFull } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Loading, Problem } from "../../parts/states";
import type { Change } from "./change-dialog";
import { messageOf } from "./version";

/** What is pushed from a terminal appears by itself. */
export const SOON = 5_000;

interface Props {
  agentId: string;
  onChange: (change: Change) => void;
}

export function Environments({ agentId, onChange }: Props) {
  const active = useQuery({ ...activeQuery(agentId), refetchInterval: SOON });
  if (active.isPending) return <Loading rows={3} />;
  if (active.isError) return <Problem error={active.error} retry={() => void active.refetch()} />;
  const found = active.data.activeDeployments;
  return (
    <ol className="environments">
      {ENVIRONMENTS.map((name, index) => (
        <Place
          key={name}
          {...{ agentId, name, onChange }}
          deployment={found[name] ?? null}
          next={ENVIRONMENTS[index + 1]}
          ahead={found[ENVIRONMENTS[index + 1] ?? ""] ?? null}
        />
      ))}
    </ol>
  );
}

interface PlaceProps extends Props {
  name: Environment;
  deployment: Deployment | null;
  next: Environment | undefined;
  ahead: Deployment | null;
}

function Place({ agentId, name, deployment, next, ahead, onChange }: PlaceProps) {
  const isEditor = may(useSession(), "editor");
  const isSame = deployment !== null && ahead !== null && deployment.version === ahead.version;
  return (
    <li className="card place-card" aria-label={name}>
      <h2>
        {name}
        {name === "live" && <Badge tone="good">callers hear this</Badge>}
      </h2>
      {!deployment && <p className="nothing">Nothing is deployed here.</p>}
      {deployment && (
        <>
          <p className="version">
            <Link to="/agents/$agentId/deployments/$deploymentId" params={{ agentId, deploymentId: deployment.id }} title="Its files">
              <code>{deployment.version.slice(0, 10)}</code>
            </Link>
            <span title={formatFull(deployment.createdAt)}>
              {formatAgo(deployment.createdAt)} by {deployment.createdBy}
            </span>
          </p>
          <p className="message">{messageOf(deployment) || "No message"}</p>
          <div className="actions">
            {isEditor && next && (
              <button type="button" className="strong" disabled={isSame} onClick={() => onChange({ kind: "promote", deployment, target: next })}>
                {isSame ? `Same as ${next}` : `Promote to ${next}`}
              </button>
            )}
            {isEditor && <TestButton agentId={agentId} deploymentId={deployment.id} />}
            {ahead && !isSame && (
              <Link to="/agents/$agentId/deployments/compare" params={{ agentId }} search={{ from: ahead.id, to: deployment.id }} className="button">
                Compare
              </Link>
            )}
          </div>
        </>
      )}
    </li>
  );
}

function TestButton({ agentId, deploymentId }: { agentId: string; deploymentId: string }) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => runTests(agentId, deploymentId),
    onSuccess: () => client.invalidateQueries({ queryKey: ["test-runs", agentId] }),
  });
  return (
    <button type="button" disabled={run.isPending} onClick={() => run.mutate()} title={run.error?.message}>
      <Icon name={run.isError ? "warning" : "test"} />
      Run tests
    </button>
  );
}
