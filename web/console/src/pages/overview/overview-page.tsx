// How the agent does: figures beside others, one of them drawn, and every bar leads to the conversations behind it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { analyticsQuery } from "../../api/analytics";
import { Empty, Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { BarChart } from "./bar-chart";
import { Breakdown } from "./breakdown";
import { besideOf, Choices } from "./choices";
import { LatencyParts } from "./latency-parts";
import { measureOf, metricMeasure } from "./measures";
import { besidesOf, questionOf, viewOf, type View } from "./period";
import { Metrics } from "./metrics";
import { useNames } from "./names";
import { Reasons } from "./reasons";
import { Themes } from "./themes";
import { Tiles } from "./tiles";
import "./overview.css";

const route = getRouteApi("/inside/agents/$agentId/overview");

export function OverviewPage() {
  const { agentId } = route.useParams();
  const view = viewOf(route.useSearch());
  useTitle("Overview");
  const navigate = useNavigate({ from: "/agents/$agentId/overview" });
  const set = (change: Partial<View>) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const [now] = useState(Date.now);
  const question = questionOf(view, now);
  const analytics = useQuery(analyticsQuery(agentId, { ...question, ...besidesOf(view) }));
  const name = useNames(agentId, analytics.isSuccess);
  const compared = view.compare === "none" ? undefined : (analytics.data?.compared ?? undefined);
  return (
    <section className="overview">
      <header className="page-head">
        <h1>Overview</h1>
        <Choices {...{ agentId, view, question }} isReady={analytics.isSuccess} onSet={set} />
      </header>
      {analytics.isPending && <Loading />}
      {analytics.isError && <Problem error={analytics.error} retry={() => void analytics.refetch()} />}
      {analytics.data && (
        <>
          <Tiles total={analytics.data.total} differences={compared?.differences} chosen={view.metric ? undefined : view.measure} onChoose={(name) => set({ measure: name, metric: undefined })} />
          {analytics.data.total.conversations === 0 && !compared?.total.conversations ? (
            <Empty icon="overview" title="Nothing happened in this time">
              <p>Figures come from conversations: hold one, and they are here.</p>
              <Link to="/agents/$agentId/playground" params={{ agentId }} className="button strong">
                Open the playground
              </Link>
            </Empty>
          ) : (
            <>
              <BarChart
                {...{ agentId, question, compared }}
                measure={view.metric ? metricMeasure(view.metric, view.figure) : measureOf(view.measure)}
                points={analytics.data.points}
                beside={besideOf(view.compare, name)}
              />
              {!view.metric && view.measure.startsWith("latency") && <LatencyParts {...{ agentId, question }} compare={besidesOf(view).compare} />}
              <div className="halves">
                <Breakdown agentId={agentId} question={question} by={view.by} onBy={(name) => set({ by: name })} />
                <Reasons agentId={agentId} question={question} count={analytics.data.total.handoffs} reasons={analytics.data.total.handoffReasons} />
              </div>
              <Metrics
                {...{ agentId, question }}
                chosen={view.metric}
                figure={view.figure}
                found={analytics.data.total.metric ?? undefined}
                onChoose={(metric, figure) => set({ metric, figure })}
              />
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
