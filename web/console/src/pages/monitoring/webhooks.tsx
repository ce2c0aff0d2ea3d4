import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { endpointsQuery, removeEndpoint, rotateSecret, turnEndpoint, type Endpoint } from "../../api/monitoring-queries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { EndpointDialog } from "./endpoint-dialog";
import { SecretDialog } from "./secret-dialog";

export function Webhooks({ agentId }: { agentId: string }) {
  const endpoints = useQuery(endpointsQuery);
  const isEditor = may(useSession(), "editor");
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState("");
  return (
    <section className="card block">
      <header>
        <h2>Webhook endpoints</h2>
        {isEditor && (
          <button type="button" onClick={() => setNew(true)}>
            New endpoint
          </button>
        )}
      </header>
      {endpoints.isError && <Problem error={endpoints.error} />}
      {endpoints.data?.length === 0 && <p className="nothing">Nobody is told yet. An endpoint gets signed events over HTTPS.</p>}
      <ul>
        {endpoints.data?.map((endpoint) => (
          <EndpointRow key={endpoint.id} agentId={agentId} endpoint={endpoint} isEditor={isEditor} onSecret={setSecret} />
        ))}
      </ul>
      {isNew && <EndpointDialog onClose={() => setNew(false)} onSecret={setSecret} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret("")} />}
    </section>
  );
}

interface RowProps {
  agentId: string;
  endpoint: Endpoint;
  isEditor: boolean;
  onSecret: (secret: string) => void;
}

function EndpointRow({ agentId, endpoint, isEditor, onSecret }: RowProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: endpointsQuery.queryKey });
  const turn = useMutation({ mutationFn: () => turnEndpoint(endpoint.id, !endpoint.enabled), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => removeEndpoint(endpoint.id), onSuccess: refresh });
  const rotate = useMutation({ mutationFn: () => rotateSecret(endpoint.id), onSuccess: (made) => onSecret(made.signing_secret) });
  return (
    <li className="watched">
      <Badge tone={endpoint.enabled ? "good" : "plain"}>{endpoint.enabled ? "On" : "Off"}</Badge>
      <div>
        <Link to="/agents/$agentId/monitoring/webhooks/$endpointId" params={{ agentId, endpointId: endpoint.id }}>
          {endpoint.name}
        </Link>
        <span>{endpoint.url}</span>
      </div>
      <p className="events">
        {endpoint.event_types.map((event) => (
          <Badge key={event}>{event}</Badge>
        ))}
      </p>
      {isEditor && (
        <div className="actions">
          <Sure label="New secret" isBusy={rotate.isPending} onSure={() => rotate.mutate()} />
          <button type="button" className="quiet" disabled={turn.isPending} onClick={() => turn.mutate()}>
            {endpoint.enabled ? "Turn off" : "Turn on"}
          </button>
          <Sure label="Delete" isBusy={remove.isPending} onSure={() => remove.mutate()} />
        </div>
      )}
    </li>
  );
}
