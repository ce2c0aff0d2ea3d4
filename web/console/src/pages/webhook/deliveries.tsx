import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { EVENTS, type Endpoint } from "../../api/monitoring-queries";
import { deliveriesQuery, type Delivery, type DeliveryFilters } from "../../api/webhook-deliveries";
import { Badge } from "../../parts/badge";
import { formatAgo, formatClock, formatMoment } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";
import { lastOutcome, readDeliveryFilters, STATUSES } from "./view";

interface Props {
  agentId: string;
  endpoint: Endpoint;
  filters: DeliveryFilters;
}

export function Deliveries({ agentId, endpoint, filters }: Props) {
  const found = useInfiniteQuery(deliveriesQuery(endpoint.id, filters));
  const rows = found.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className="card block">
      <header>
        <h2>Deliveries</h2>
        <FilterBar agentId={agentId} endpointId={endpoint.id} filters={filters} />
      </header>
      {found.isError && <Problem error={found.error} />}
      {found.isPending && <Loading />}
      {found.isSuccess && rows.length === 0 && (
        <p className="nothing">
          {filters.status || filters.eventType ? "No delivery fits these filters." : "Nothing was sent yet. Deliveries of the last weeks are listed here."}
        </p>
      )}
      {rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Deliveries">
          <table>
            <thead>
              <tr>
                {["State", "Event", "Happened", "Attempts", "Last answer", "Next attempt"].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <DeliveryRow key={row.id} agentId={agentId} endpointId={endpoint.id} delivery={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.hasNextPage && (
        <button type="button" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Older ones
        </button>
      )}
    </section>
  );
}

function FilterBar({ agentId, endpointId, filters }: { agentId: string; endpointId: string; filters: DeliveryFilters }) {
  const navigate = useNavigate();
  const choose = (changed: Record<string, string>) =>
    void navigate({
      to: "/agents/$agentId/monitoring/webhooks/$endpointId",
      params: { agentId, endpointId },
      search: readDeliveryFilters({ ...filters, ...changed }),
      replace: true,
    });
  return (
    <div className="filters">
      <select aria-label="State" value={filters.status ?? ""} onChange={(event) => choose({ status: event.target.value })}>
        <option value="">All states</option>
        {Object.entries(STATUSES).map(([status, [label]]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
      <select aria-label="Event" value={filters.eventType ?? ""} onChange={(event) => choose({ eventType: event.target.value })}>
        <option value="">All events</option>
        {[...EVENTS, "webhook.test"].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

function DeliveryRow({ agentId, endpointId, delivery }: { agentId: string; endpointId: string; delivery: Delivery }) {
  const [label, tone] = STATUSES[delivery.status];
  return (
    <tr>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>
        <Link
          to="/agents/$agentId/monitoring/webhooks/$endpointId/deliveries/$deliveryId"
          params={{ agentId, endpointId, deliveryId: delivery.id }}
        >
          {delivery.event_type}
        </Link>
      </td>
      <td title={formatMoment(delivery.occurred_at)}>{formatAgo(delivery.occurred_at)}</td>
      <td className="number">{delivery.attempts}</td>
      <td>{lastOutcome(delivery)}</td>
      <td className="number">{delivery.next_attempt_at ? formatClock(delivery.next_attempt_at) : "–"}</td>
    </tr>
  );
}
