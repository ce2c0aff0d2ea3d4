// One alert rule: what it measured against its threshold, and the states that it has been in.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ruleQuery, seriesQuery, SPANS, type Span } from "../../api/alert-history";
import type { Rule } from "../../api/monitoring-queries";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { RuleActions } from "../monitoring/rule-actions";
import { condition, measured, stateOf } from "../monitoring/rule-words";
import { PastStates } from "./past-states";
import { SeriesChart } from "./series-chart";
import "./alert-rule.css";

const route = getRouteApi("/inside/agents/$agentId/monitoring/rules/$ruleId");

export function AlertRulePage() {
  const { agentId, ruleId } = route.useParams();
  const { span = "6h" } = route.useSearch();
  const rule = useQuery(ruleQuery(ruleId));
  useTitle(rule.data?.name ?? "Alert rule");
  if (rule.isError) return <Problem error={rule.error} />;
  if (!rule.data) return <Loading />;
  return (
    <section className="alert-rule">
      <Head agentId={agentId} rule={rule.data} />
      <Values agentId={agentId} rule={rule.data} span={span} />
      <PastStates rule={rule.data} />
    </section>
  );
}

function Head({ agentId, rule }: { agentId: string; rule: Rule }) {
  const isEditor = may(useSession(), "editor");
  const navigate = useNavigate();
  const [label, tone] = stateOf(rule);
  const leave = () => void navigate({ to: "/agents/$agentId/monitoring", params: { agentId } });
  return (
    <header className="page-head">
      <Link to="/agents/$agentId/monitoring" params={{ agentId }} className="quiet" aria-label="To monitoring" title="To monitoring">
        <Icon name="back" />
      </Link>
      <h1>{rule.name}</h1>
      <Badge tone={tone}>{label}</Badge>
      <p className="grow">{condition(rule)}</p>
      {isEditor && <RuleActions rule={rule} onRemoved={leave} />}
    </header>
  );
}

function Values({ agentId, rule, span }: { agentId: string; rule: Rule; span: Span }) {
  const navigate = useNavigate({ from: "/agents/$agentId/monitoring/rules/$ruleId" });
  const series = useQuery(seriesQuery(rule.id, span));
  return (
    <section className="card block series">
      <header>
        <h2>
          Now: <span className="number">{measured(rule.metric, rule.current_value)}</span>
        </h2>
        <div className="spans" role="group" aria-label="Time">
          {SPANS.map((each) => (
            <button key={each} type="button" aria-pressed={each === span} onClick={() => void navigate({ search: { span: each }, replace: true })}>
              {each}
            </button>
          ))}
        </div>
      </header>
      {series.isError && <Problem error={series.error} />}
      {series.isPending && <Loading rows={3} />}
      {series.data && <SeriesChart agentId={agentId} rule={rule} series={series.data} />}
    </section>
  );
}
