// What the record says of the conversation as a whole.
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Detail } from "../../api/conversations";
import { formatClock, formatDuration, formatFull, words } from "../../parts/format";
import { Json } from "../../parts/json";
import { Channel } from "../conversations/channel";

export function Facts({ of: detail, children }: { of: Detail; children?: React.ReactNode }) {
  const facts: [string, React.ReactNode][] = [
    ["Started", formatFull(detail.startedAt)],
    ["Duration", formatDuration(detail.totalDuration)],
    ["Channel", <Channel name={detail.channel} />],
    ["Environment", detail.clientEnv],
    ["Variant", detail.variantName],
    ["A/B test", detail.abTest && `${detail.abTest.name}: ${detail.abTest.arm}`],
    ["Replay of", detail.replayOf && <Original agentId={detail.projectId} conversationId={detail.replayOf} />],
    ["From", detail.fromNumber],
    ["To", detail.toNumber],
    ["Turns", detail.numTurns],
    ["Silences", detail.numSilences || null],
    ["Misunderstood", detail.numOod || null],
    ["Handed over to", detail.handoffDestination && breakable(detail.handoffDestination)],
    ["Because", detail.handoffReason && words(detail.handoffReason)],
  ];
  return (
    <aside className="facts" aria-label="Facts">
      {children}
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== "" && value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Metrics of={detail.metrics} />
      <details>
        <summary>State</summary>
        <Json value={detail.state} />
      </details>
    </aside>
  );
}

function Original(params: { agentId: string; conversationId: string }) {
  return (
    <Link to="/agents/$agentId/conversations/$conversationId" params={params} search={{}}>
      …{params.conversationId.slice(-8)}
    </Link>
  );
}

/** Names of code may go on in the next line after an underscore. */
function breakable(name: string): React.ReactNode[] {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Metrics({ of: metrics }: { of: Detail["metrics"] }) {
  const names = Object.keys(metrics).sort();
  if (names.length === 0) return null;
  return (
    <details open={window.matchMedia("(min-width: 1181px)").matches}>
      <summary>Metrics</summary>
      <dl className="metrics">
        {names.map((name) => (
          <div key={name}>
            <dt>{breakable(name)}</dt>
            <dd>
              {metrics[name]?.map((each, index) => (
                <span key={index} title={formatClock(each.timestamp)}>
                  {each.value}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
