// One event on its way to one endpoint: every request, and what was sent.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { deliveryQuery, payloadQuery, replayOne, type Attempt, type DeliveryRecord } from "../../api/webhook-deliveries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatAgo, formatFull, formatMs } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Json } from "../../parts/json";
import { Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { outcome, STATUSES } from "./view";
import "./webhook.css";

const route = getRouteApi("/inside/agents/$agentId/monitoring/webhooks/$endpointId/deliveries/$deliveryId");

export function DeliveryPage() {
  const { agentId, endpointId, deliveryId } = route.useParams();
  const delivery = useQuery(deliveryQuery(endpointId, deliveryId));
  useTitle(delivery.data?.event_type ?? "Delivery");
  if (delivery.isError) return <Problem error={delivery.error} />;
  if (!delivery.data) return <Loading />;
  const [label, tone] = STATUSES[delivery.data.status];
  return (
    <section className="webhook">
      <header className="page-head">
        <Link
          to="/agents/$agentId/monitoring/webhooks/$endpointId"
          params={{ agentId, endpointId }}
          className="quiet"
          aria-label="To the deliveries"
          title="To the deliveries"
        >
          <Icon name="back" />
        </Link>
        <h1>{delivery.data.event_type}</h1>
        <Badge tone={tone}>{label}</Badge>
        <span className="grow" />
        <SendAgain endpointId={endpointId} delivery={delivery.data} />
      </header>
      <Facts of={delivery.data} />
      <Attempts of={delivery.data.attempt_log} />
      <Payload endpointId={endpointId} deliveryId={deliveryId} />
    </section>
  );
}

function SendAgain({ endpointId, delivery }: { endpointId: string; delivery: DeliveryRecord }) {
  const client = useQueryClient();
  const isEditor = may(useSession(), "editor");
  const replay = useMutation({
    mutationFn: () => replayOne(endpointId, delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ["deliveries", endpointId] }),
  });
  if (!isEditor) return null;
  return (
    <>
      <button type="button" disabled={replay.isPending || delivery.status === "pending"} onClick={() => replay.mutate()}>
        <Icon name="restart" />
        Send again
      </button>
      {replay.isError && <Problem error={replay.error} />}
    </>
  );
}

function Facts({ of: delivery }: { of: DeliveryRecord }) {
  const rows: [string, string][] = [
    ["Event id", delivery.event_id],
    ["Happened", formatFull(delivery.occurred_at)],
    ["Written down", formatFull(delivery.created_at)],
    ...(delivery.finished_at ? [["Came to its end", formatFull(delivery.finished_at)] as [string, string]] : []),
    ...(delivery.next_attempt_at ? [["Next attempt", formatFull(delivery.next_attempt_at)] as [string, string]] : []),
  ];
  return (
    <section className="card block" aria-label="Facts">
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Attempts({ of: attempts }: { of: readonly Attempt[] }) {
  return (
    <section className="card block">
      <h2>Attempts</h2>
      {attempts.length === 0 && <p className="nothing">None yet.</p>}
      {attempts.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Attempts">
          <table>
            <thead>
              <tr>
                {["", "When", "Answer", "Took"].map((head) => (
                  <th key={head}>{head || <span className="hidden">Number</span>}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <td className="number">{attempt.number}</td>
                  <td title={formatFull(attempt.started_at)}>{formatAgo(attempt.started_at)}</td>
                  <td>{outcome(attempt)}</td>
                  <td className="number">{formatMs(attempt.duration_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Payload({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const [isShown, setShown] = useState(false);
  const payload = useQuery({ ...payloadQuery(endpointId, deliveryId), enabled: isShown });
  return (
    <section className="card block">
      <header>
        <h2>Payload</h2>
        <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide" : "Show"}
        </button>
      </header>
      {!isShown && <p className="nothing">It may hold what people said.</p>}
      {isShown && payload.isError && <Problem error={payload.error} />}
      {isShown && payload.data && <Json value={payload.data} />}
      {isShown && payload.data === null && <p className="quiet">It tells of a conversation, and what is said in them is not shown to you.</p>}
    </section>
  );
}
