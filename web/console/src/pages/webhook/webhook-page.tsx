// One webhook endpoint: what went to it and what came of it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { endpointQuery } from "../../api/webhook-deliveries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { Deliveries } from "./deliveries";
import { EndpointActions } from "./endpoint-actions";
import "./webhook.css";

const route = getRouteApi("/inside/agents/$agentId/monitoring/webhooks/$endpointId");

export function WebhookPage() {
  const { agentId, endpointId } = route.useParams();
  const filters = route.useSearch();
  const endpoint = useQuery(endpointQuery(endpointId));
  const isEditor = may(useSession(), "editor");
  useTitle(endpoint.data?.name ?? "Webhook");
  if (endpoint.isError) return <Problem error={endpoint.error} />;
  if (!endpoint.data) return <Loading />;
  const { name, url, enabled } = endpoint.data;
  return (
    <section className="webhook">
      <header className="page-head">
        <Link to="/agents/$agentId/monitoring" params={{ agentId }} className="quiet" aria-label="To monitoring" title="To monitoring">
          <Icon name="back" />
        </Link>
        <h1>{name}</h1>
        <Badge tone={enabled ? "good" : "plain"}>{enabled ? "On" : "Off"}</Badge>
        <p className="grow">
          <code>{url}</code>
        </p>
        {isEditor && <EndpointActions endpoint={endpoint.data} agentId={agentId} />}
      </header>
      <Deliveries agentId={agentId} endpoint={endpoint.data} filters={filters} />
    </section>
  );
}
