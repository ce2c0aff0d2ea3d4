import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { rotateSecret, turnEndpoint, type Endpoint } from "../../api/monitoring-queries";
import { replaySince, sendTest, type Replay } from "../../api/webhook-deliveries";
import { Dialog } from "../../parts/dialog";
import { FieldProblem } from "../../parts/field-problem";
import { formatCount } from "../../parts/format";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { SecretDialog } from "../monitoring/secret-dialog";

const HOUR = 3_600_000;
const SPANS: readonly [string, number][] = [
  ["The last hour", HOUR],
  ["The last 24 hours", 24 * HOUR],
  ["The last 7 days", 168 * HOUR],
  ["The last 30 days", 720 * HOUR],
];

export function EndpointActions({ endpoint, agentId }: { endpoint: Endpoint; agentId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState("");
  const [isReplaying, setReplaying] = useState(false);
  const turn = useMutation({
    mutationFn: () => turnEndpoint(endpoint.id, !endpoint.enabled),
    onSuccess: () => client.invalidateQueries({ queryKey: ["webhook-endpoints"] }),
  });
  const rotate = useMutation({ mutationFn: () => rotateSecret(endpoint.id), onSuccess: (made) => setSecret(made.signing_secret) });
  const test = useMutation({
    mutationFn: () => sendTest(endpoint.id),
    onSuccess: (sent) =>
      navigate({
        to: "/agents/$agentId/monitoring/webhooks/$endpointId/deliveries/$deliveryId",
        params: { agentId, endpointId: endpoint.id, deliveryId: sent.id },
      }),
  });
  const failed = test.error ?? turn.error ?? rotate.error;
  return (
    <>
      <div className="actions">
        <button type="button" disabled={test.isPending || !endpoint.enabled} onClick={() => test.mutate()}>
          Send a test event
        </button>
        <button type="button" disabled={!endpoint.enabled} onClick={() => setReplaying(true)}>
          Send again …
        </button>
        <Sure label="New secret" isBusy={rotate.isPending} onSure={() => rotate.mutate()} />
        <button type="button" className="quiet" disabled={turn.isPending} onClick={() => turn.mutate()}>
          {endpoint.enabled ? "Turn off" : "Turn on"}
        </button>
      </div>
      {failed && <Problem error={failed} />}
      {isReplaying && <ReplayDialog endpointId={endpoint.id} onClose={() => setReplaying(false)} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret("")} />}
    </>
  );
}

function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: (wanted: Replay) => replaySince(endpointId, wanted),
    onSuccess: () => client.invalidateQueries({ queryKey: ["deliveries", endpointId] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const since = new Date(Date.now() - Number(form.get("span"))).toISOString();
    replay.mutate({ since, delivered: form.has("delivered") });
  };
  const { data: done } = replay;
  return (
    <Dialog title="Send again" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p>What failed, what was dropped, and what happened while the endpoint was off. Every event keeps its id.</p>
        <label>
          Events of
          <select name="span" defaultValue={24 * HOUR}>
            {SPANS.map(([label, span]) => (
              <option key={span} value={span}>
                {label}
              </option>
            ))}
          </select>
          <FieldProblem of={replay.error} field="since" />
        </label>
        <label className="check">
          <input type="checkbox" name="delivered" /> also those that were delivered
        </label>
        {replay.isError && <Problem error={replay.error} />}
        {done && (
          <p role="status">
            {formatCount(done.replayed)} on their way{done.more && "; there may be more: send again"}.
          </p>
        )}
        <button type="submit" className="strong" disabled={replay.isPending}>
          Send
        </button>
      </form>
    </Dialog>
  );
}
