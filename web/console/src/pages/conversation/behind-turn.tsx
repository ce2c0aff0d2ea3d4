// Why the agent answered so.
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Trace } from "../../api/trace";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Pairs } from "../../parts/json";
import { FunctionCard } from "./function-card";
import { ModelWords } from "./model-words";
import type { Waterfall } from "./spans";
import { WaterfallChart } from "./waterfall-chart";

const route = getRouteApi("/inside/agents/$agentId");

interface Props {
  trace: Trace;
  deploymentId?: string | undefined;
  time: Waterfall;
  scale: number;
  entities: Record<string, unknown>;
}

export function BehindTurn({ trace, deploymentId, time, scale, entities }: Props) {
  return (
    <div className="behind">
      <Path trace={trace} />
      <WaterfallChart of={time} scale={scale} />
      {trace.functions?.map((call, index) => <FunctionCard key={index} call={call} deploymentId={deploymentId} />)}
      {trace.model_requests?.map((asked, index) => <ModelWords key={index} of={asked} request={(trace.model_requests?.length ?? 0) > 1 ? index + 1 : undefined} />)}
      <Topics of={trace.topics ?? []} />
      {Object.keys(entities).length > 0 && (
        <section className="entities">
          <h3>Entities</h3>
          <Pairs of={entities} />
        </section>
      )}
      {[...(trace.caps ?? []), ...(trace.notes ?? [])].map((note) => (
        <p key={note} className="note">
          <Icon name="warning" />
          {note}
        </p>
      ))}
    </div>
  );
}

function Path({ trace }: { trace: Trace }) {
  const from = place(trace.in_flow, trace.in_step);
  const to = place(trace.out_flow, trace.out_step);
  if (!from && !to) return null;
  return (
    <p className="movement" aria-label="Flow and step">
      <Badge title="Before">{from || "no flow"}</Badge>
      {from !== to && (
        <>
          <span aria-label="to">→</span>
          <Badge tone="accent" title="After">
            {to || "no flow"}
          </Badge>
        </>
      )}
    </p>
  );
}

function place(flow: string | null | undefined, step: string | null | undefined): string {
  return [flow, step].filter(Boolean).join(" · ");
}

/** The nearer, the longer its bar. */
function Topics({ of: topics }: { of: NonNullable<Trace["topics"]> }) {
  const { agentId } = route.useParams();
  if (topics.length === 0) return null;
  return (
    <section className="topics">
      <h3>Topics by distance</h3>
      <ol>
        {topics.map((topic) => (
          <li key={topic.name}>
            <Link to="/agents/$agentId/conversations" params={{ agentId }} search={{ topic: topic.name }} className="name" title="Conversations with it">
              {topic.name}
            </Link>
            <meter min={0} max={1} value={Math.max(0, 1 - topic.distance)} aria-label={`Nearness of ${topic.name}`} />
            <span className="number">{topic.distance.toFixed(3)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
