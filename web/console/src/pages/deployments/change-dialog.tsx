// A promotion or a rollback, said once more before it happens.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deploymentsKey, promote, rollBack, type Deployment, type Environment } from "../../api/deployments";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/states";

export type Change =
  | { kind: "promote"; deployment: Deployment; target: Environment }
  | { kind: "rollback"; deployment: Deployment };

export function ChangeDialog({ agentId, change, onClose }: { agentId: string; change: Change; onClose: () => void }) {
  const client = useQueryClient();
  const [message, setMessage] = useState("");
  const { id, version, environment } = change.deployment;
  const where = change.kind === "promote" ? change.target : environment;
  const work = useMutation({
    mutationFn: async (): Promise<void> => {
      if (change.kind === "promote") await promote(agentId, id, change.target, message);
      else await rollBack(agentId, id, message);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentsKey(agentId) });
      await client.invalidateQueries({ queryKey: ["test-runs", agentId] });
      onClose();
    },
  });
  const title = change.kind === "promote" ? `Promote to ${where}` : `Roll back ${where}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        <p>
          New conversations in <b>{where}</b> begin on version <code>{version.slice(0, 10)}</code> within two seconds. Those that run
          keep what they began on.
        </p>
        <label>
          Message
          <input value={message} maxLength={2000} onChange={(event) => setMessage(event.target.value)} placeholder="Why" />
        </label>
        {work.isError && <Problem error={work.error} />}
        <button type="submit" className="strong" disabled={work.isPending}>
          {title}
        </button>
      </form>
    </Dialog>
  );
}
