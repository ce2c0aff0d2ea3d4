import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { METRICS, OPERATORS, rulesQuery, saveRule, WINDOWS, type NewRule, type Rule } from "../../api/monitoring-queries";
import { Dialog } from "../../parts/dialog";
import { FieldProblem } from "../../parts/field-problem";
import { words } from "../../parts/format";
import { Problem } from "../../parts/states";

export function RuleDialog({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: NewRule) => saveRule(changed, rule?.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const threshold = Number(given["threshold_value"]);
    save.mutate({ ...given, threshold_value: threshold, enabled: rule?.enabled ?? true } as unknown as NewRule);
  };
  return (
    <Dialog title={rule ? "Edit the rule" : "New rule"} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <label>
          Name
          <input name="name" required maxLength={255} defaultValue={rule?.name} />
          <FieldProblem of={save.error} field="name" />
        </label>
        <label>
          Metric
          <select name="metric" defaultValue={rule?.metric ?? "function_errors"}>
            {METRICS.map((metric) => (
              <option key={metric} value={metric}>
                {words(metric)}
              </option>
            ))}
          </select>
        </label>
        <div className="in-row">
          <label>
            Is
            <select name="operator" defaultValue={rule?.operator ?? ">"}>
              {OPERATORS.map((operator) => (
                <option key={operator}>{operator}</option>
              ))}
            </select>
          </label>
          <label>
            Threshold
            <input name="threshold_value" type="number" min={0} required defaultValue={rule?.threshold_value ?? 5} />
            <FieldProblem of={save.error} field="threshold_value" />
          </label>
          <label>
            Within
            <select name="window_duration" defaultValue={rule?.window_duration ?? "10m"}>
              {WINDOWS.map((window) => (
                <option key={window}>{window}</option>
              ))}
            </select>
          </label>
        </div>
        <p>Latencies are in milliseconds; everything else is counted within the window.</p>
        {save.isError && <Problem error={save.error} />}
        <button type="submit" className="strong" disabled={save.isPending}>
          Save
        </button>
      </form>
    </Dialog>
  );
}
