import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { endpointsQuery, EVENTS, makeEndpoint, type EventType } from "../../api/monitoring-queries";
import { Dialog } from "../../parts/dialog";
import { FieldProblem } from "../../parts/field-problem";
import { Problem } from "../../parts/states";

export function EndpointDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: (form: FormData) =>
      makeEndpoint(String(form.get("name")), String(form.get("url")), form.getAll("event") as EventType[]),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: endpointsQuery.queryKey });
      onClose();
      onSecret(made.signing_secret);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    make.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="New endpoint" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <label>
          Name
          <input name="name" required maxLength={255} />
          <FieldProblem of={make.error} field="name" />
        </label>
        <label>
          Address
          <input name="url" type="url" required placeholder="https://" />
          <FieldProblem of={make.error} field="url" />
        </label>
        <fieldset>
          <legend>Events</legend>
          {EVENTS.map((name) => (
            <label key={name} className="check">
              <input type="checkbox" name="event" value={name} defaultChecked={name.startsWith("alerts.")} /> {name}
            </label>
          ))}
          <FieldProblem of={make.error} field="event_types" />
        </fieldset>
        {make.isError && <Problem error={make.error} />}
        <button type="submit" className="strong" disabled={make.isPending}>
          Create
        </button>
      </form>
    </Dialog>
  );
}
