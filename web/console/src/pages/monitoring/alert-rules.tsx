import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { rulesQuery, type Rule } from "../../api/monitoring-queries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatAgo } from "../../parts/format";
import { Problem } from "../../parts/states";
import { RuleActions } from "./rule-actions";
import { RuleDialog } from "./rule-dialog";
import { condition, measured, stateOf } from "./rule-words";

export function AlertRules({ agentId }: { agentId: string }) {
  const rules = useQuery(rulesQuery);
  const isEditor = may(useSession(), "editor");
  const [isNew, setNew] = useState(false);
  return (
    <section className="card block">
      <header>
        <h2>Alert rules</h2>
        {isEditor && (
          <button type="button" onClick={() => setNew(true)}>
            New rule
          </button>
        )}
      </header>
      {rules.isError && <Problem error={rules.error} />}
      {rules.data?.length === 0 && <p className="nothing">No rule watches yet. One says, for instance: function errors above 5 within 10 minutes.</p>}
      <ul>
        {rules.data?.map((rule) => (
          <RuleRow key={rule.id} agentId={agentId} rule={rule} isEditor={isEditor} />
        ))}
      </ul>
      {isNew && <RuleDialog rule={undefined} onClose={() => setNew(false)} />}
    </section>
  );
}

function RuleRow({ agentId, rule, isEditor }: { agentId: string; rule: Rule; isEditor: boolean }) {
  const [label, tone] = stateOf(rule);
  return (
    <li className="watched">
      <Badge tone={tone}>{label}</Badge>
      <div>
        <Link to="/agents/$agentId/monitoring/rules/$ruleId" params={{ agentId, ruleId: rule.id }}>
          {rule.name}
        </Link>
        <span>{condition(rule)}</span>
      </div>
      <Level rule={rule} />
      <span className="since">{rule.since && `since ${formatAgo(rule.since)}`}</span>
      {isEditor && <RuleActions rule={rule} />}
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
