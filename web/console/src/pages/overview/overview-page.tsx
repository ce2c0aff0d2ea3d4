// How the agent does: figures against the time before, one of them drawn, and every bar leads to the conversations behind it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { analyticsQuery } from "../../api/analytics";
import { ENVIRONMENTS, type Environment } from "../../api/deployments";
import { Empty, Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { BarChart } from "./bar-chart";
import { Breakdown } from "./breakdown";
import { measureOf } from "./measures";
import { LENGTHS, questionOf, type View } from "./period";
import { Reasons } from "./reasons";
import { Themes } from "./themes";
import { Tiles } from "./tiles";
import "./overview.css";

const route = getRouteApi("/inside/agents/$agentId/overview");

export function OverviewPage() {
  const { agentId } = route.useParams();
  const { days = 7, measure = "conversations", by = "channel", environment } = route.useSearch();
  const view: View = { days, measure, by, environment };
  useTitle("Overview");
  const navigate = useNavigate({ from: "/agents/$agentId/overview" });
  const set = (change: Partial<View>) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const [now] = useState(Date.now);
  const question = questionOf(view, now);
  const analytics = useQuery(analyticsQuery(agentId, question));
  const before = useQuery(analyticsQuery(agentId, questionOf(view, now, 1)));
  return (
    <section className="overview">
      <header className="page-head">
        <h1>Overview</h1>
        <span className="grow" />
        <Choices view={view} onSet={set} />
      </header>
      {analytics.isPending && <Loading />}
      {analytics.isError && <Problem error={analytics.error} retry={() => void analytics.refetch()} />}
      {analytics.data && (
        <>
          <Tiles total={analytics.data.total} before={before.data?.total} chosen={view.measure} onChoose={(name) => set({ measure: name })} />
          {analytics.data.total.conversations === 0 && before.data?.total.conversations === 0 ? (
            <Empty icon="overview" title="Nothing happened in this time" />
          ) : (
            <>
              <BarChart {...{ agentId, question }} measure={measureOf(view.measure)} points={analytics.data.points} before={before.data?.points ?? []} />
              <div className="halves">
                <Breakdown agentId={agentId} question={question} by={view.by} onBy={(name) => set({ by: name })} />
                <Reasons agentId={agentId} question={question} reasons={analytics.data.total.handoffReasons} />
              </div>
              <div className="halves even">
                <Themes agentId={agentId} question={question} about="unanswered" />
                <Themes agentId={agentId} question={question} about="handoffs" />
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}

function Choices({ view, onSet }: { view: View; onSet: (change: Partial<View>) => void }) {
  return (
    <>
      <div className="segments" role="group" aria-label="Time">
        {LENGTHS.map((days) => (
          <button key={days} type="button" aria-pressed={view.days === days} onClick={() => onSet({ days })}>
            {days === 1 ? "24 hours" : `${days} days`}
          </button>
        ))}
      </div>
      <select
        aria-label="Environment"
        value={view.environment ?? ""}
        onChange={(event) => onSet({ environment: (event.target.value || undefined) as Environment })}
      >
        <option value="">All environments</option>
        {ENVIRONMENTS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  );
}
