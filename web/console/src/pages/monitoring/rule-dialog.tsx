import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { agentsQuery } from "../../api/agents";
import { METRICS, OPERATORS, rulesQuery, saveRule, WINDOWS, type NewRule, type Rule } from "../../api/monitoring-queries";
import { useSession } from "../../api/use-session";
import { Dialog } from "../../parts/dialog";
import { FieldProblem } from "../../parts/field-problem";
import { words } from "../../parts/format";
import { Problem } from "../../parts/states";

/** What is wrong is said by the service, field by field: what stands in a form is sent as it is. */
function readRule(form: FormData, enabled: boolean): NewRule {
  const { name, metric, operator, window_duration, threshold_value, project_id } = Object.fromEntries(form) as Record<string, string>;
  const threshold = threshold_value ? Number(threshold_value) : null;
  return { name, metric, operator, window_duration, threshold_value: threshold, project_id: project_id || null, enabled } as NewRule;
}

export function RuleDialog({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const agents = useQuery(agentsQuery(useSession().accountId));
  const save = useMutation({
    mutationFn: (changed: NewRule) => saveRule(changed, rule?.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: rulesQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(readRule(new FormData(event.currentTarget), rule?.enabled ?? true));
  };
  const field = (name: keyof NewRule, label: string, input: ReactNode) => (
    <label>
      {label}
      {input}
      <FieldProblem of={save.error} field={name} />
    </label>
  );
  return (
    <Dialog title={rule ? "Edit the rule" : "New rule"} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {field("name", "Name", <input name="name" defaultValue={rule?.name} />)}
        {field(
          "project_id",
          "Of",
          <select key={String(agents.isSuccess)} name="project_id" defaultValue={rule?.project_id ?? ""}>
            <option value="">All agents</option>
            {!agents.isSuccess && rule?.project_id && <option>{rule.project_id}</option>}
            {agents.data?.map((agent) => (
              <option key={agent.agentId} value={agent.agentId}>
                {agent.agentName}
              </option>
            ))}
          </select>,
        )}
        {field(
          "metric",
          "Metric",
          <select name="metric" defaultValue={rule?.metric ?? "function_errors"}>
            {METRICS.map((metric) => (
              <option key={metric} value={metric}>
                {words(metric)}
              </option>
            ))}
          </select>,
        )}
        <div className="in-row">
          {field("operator", "Is", <Choice name="operator" of={OPERATORS} chosen={rule?.operator ?? ">"} />)}
          {field(
            "threshold_value",
            "Threshold",
            <input name="threshold_value" type="number" defaultValue={rule?.threshold_value ?? 5} />,
          )}
          {field("window_duration", "Within", <Choice name="window_duration" of={WINDOWS} chosen={rule?.window_duration ?? "10m"} />)}
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

function Choice({ name, of: options, chosen }: { name: string; of: readonly string[]; chosen: string }) {
  return (
    <select name={name} defaultValue={chosen}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
