import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeRule, rulesQuery, turnRule, type Rule } from "../../api/monitoring-queries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge, type Tone } from "../../parts/badge";
import { formatAgo, formatCount, formatMs, words } from "../../parts/format";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { RuleDialog } from "./rule-dialog";

const STATES: Record<Rule["current_state"], [string, Tone]> = {
  ok: ["OK", "good"],
  alert: ["Alert", "bad"],
  no_data: ["No data", "plain"],
  unknown: ["Not measured", "warn"],
};

export function measured(metric: Rule["metric"], value: number | null): string {
  if (value === null) return "–";
  return metric.startsWith("turn_latency") ? formatMs(value) : formatCount(value);
}

export function AlertRules() {
  const rules = useQuery(rulesQuery);
  const isEditor = may(useSession(), "editor");
  const [edited, setEdited] = useState<Rule | "new" | null>(null);
  return (
    <section className="card block">
      <header>
        <h2>Alert rules</h2>
        {isEditor && (
          <button type="button" onClick={() => setEdited("new")}>
            New rule
          </button>
        )}
      </header>
      {rules.isError && <Problem error={rules.error} />}
      {rules.data?.length === 0 && <p className="nothing">No rule watches yet. One says, for instance: function errors above 5 within 10 minutes.</p>}
      <ul>
        {rules.data?.map((rule) => (
          <RuleRow key={rule.id} rule={rule} isEditor={isEditor} onEdit={() => setEdited(rule)} />
        ))}
      </ul>
      {edited && <RuleDialog rule={edited === "new" ? undefined : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

function RuleRow({ rule, isEditor, onEdit }: { rule: Rule; isEditor: boolean; onEdit: () => void }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: rulesQuery.queryKey });
  const turn = useMutation({ mutationFn: () => turnRule(rule.id, !rule.enabled), onSuccess: refresh });
  const remove = useMutation({ mutationFn: () => removeRule(rule.id), onSuccess: refresh });
  const [label, tone] = rule.enabled ? STATES[rule.current_state] : (["Off", "plain"] as const);
  return (
    <li className="watched">
      <Badge tone={tone}>{label}</Badge>
      <div>
        <b>{rule.name}</b>
        <span>
          {words(rule.metric)} {rule.operator} {measured(rule.metric, rule.threshold_value)} within {rule.window_duration}
        </span>
      </div>
      <Level rule={rule} />
      <span className="since">{rule.since && `since ${formatAgo(rule.since)}`}</span>
      {isEditor && (
        <div className="actions">
          <button type="button" className="quiet" onClick={onEdit}>
            Edit
          </button>
          <button type="button" className="quiet" disabled={turn.isPending} onClick={() => turn.mutate()}>
            {rule.enabled ? "Turn off" : "Turn on"}
          </button>
          <Sure label="Delete" isBusy={remove.isPending} onSure={() => remove.mutate()} />
        </div>
      )}
    </li>
  );
}

/** The last value against the threshold. */
function Level({ rule }: { rule: Rule }) {
  const value = rule.current_value;
  const scale = Math.max(1, 1.25 * Math.max(rule.threshold_value, value ?? 0));
  return (
    <div className="level" data-state={rule.current_state}>
      <span className="track" aria-hidden="true">
        <i style={{ width: `${(100 * (value ?? 0)) / scale}%` }} />
        <u style={{ left: `${(100 * rule.threshold_value) / scale}%` }} />
      </span>
      <span className="number">{measured(rule.metric, value)}</span>
    </div>
  );
}
