import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeRule, rulesQuery, turnRule, type Rule } from "../../api/monitoring-queries";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { RuleDialog } from "./rule-dialog";

export function RuleActions({ rule, onRemoved }: { rule: Rule; onRemoved?: () => void }) {
  const client = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: rulesQuery.queryKey });
  const turn = useMutation({ mutationFn: () => turnRule(rule.id, !rule.enabled), onSuccess: refresh });
  const remove = useMutation({
    mutationFn: () => removeRule(rule.id),
    onSuccess: async () => {
      onRemoved?.();
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey, exact: true });
    },
  });
  const failed = turn.error ?? remove.error;
  return (
    <>
      <div className="actions">
        <button type="button" className="quiet" onClick={() => setEdited(true)}>
          Edit
        </button>
        <button type="button" className="quiet" disabled={turn.isPending} onClick={() => turn.mutate()}>
          {rule.enabled ? "Pause" : "Resume"}
        </button>
        <Sure label="Delete" isBusy={remove.isPending} onSure={() => remove.mutate()} />
      </div>
      {failed && <Problem error={failed} />}
      {isEdited && <RuleDialog rule={rule} onClose={() => setEdited(false)} />}
    </>
  );
}
