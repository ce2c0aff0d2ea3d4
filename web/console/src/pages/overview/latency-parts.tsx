// What latencies are made of, part by part.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { analyticsQuery, type LatencyPart, type PartName } from "../../api/analytics";
import { formatCount, formatMs } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";
import { behind, type Period } from "./period";

const LABELS: readonly (readonly [PartName, string])[] = [
  ["endpointing", "Waiting for the end of the sentence"],
  ["recognition", "Recognition, meanwhile"],
  ["model", "Model, until its first words"],
  ["functions", "Functions"],
  ["synthesis", "Synthesis, until the first sound"],
];

interface Props {
  agentId: string;
  question: Period;
  compare: string | undefined;
}

export function LatencyParts({ agentId, question, compare }: Props) {
  const found = useQuery(analyticsQuery(agentId, { ...question, step: "all", latencyParts: true, ...(compare && { compare }) }));
  const parts = found.data?.total.latencyParts ?? {};
  const others = found.data?.compared?.total.latencyParts ?? {};
  const shown = LABELS.flatMap(([name, label]) => (parts[name] ? [{ name, label, part: parts[name], other: others[name] }] : []));
  const slowest = Math.max(1, ...shown.map(({ part }) => part.p95Ms));
  return (
    <section className="card block latency-parts">
      <header>
        <h2>What the latency is made of</h2>
        <small>median · 95th percentile</small>
      </header>
      {found.isPending && <Loading rows={3} />}
      {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
      {found.data?.total.latencyParts && shown.length === 0 && <p className="nothing">Nothing of it was measured in this time.</p>}
      <ol>
        {shown.map(({ name, label, part, other }) => (
          <li key={name}>
            <Link
              to="/agents/$agentId/conversations"
              params={{ agentId }}
              search={{ ...behind(question, question.start, question.end), latencyPart: name, minLatency: part.p95Ms }}
              title={`Measured in ${formatCount(part.turns)} turns: the conversations with the slowest of them`}
              preload={false}
            >
              {label}
            </Link>
            <span className="track" aria-hidden="true">
              <i style={{ width: `${(100 * part.p95Ms) / slowest}%` }} />
              <b style={{ width: `${(100 * part.p50Ms) / slowest}%` }} />
            </span>
            <Times of={part} other={other} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Times({ of: part, other }: { of: LatencyPart; other: LatencyPart | undefined }) {
  return (
    <span className="number">
      {formatMs(part.p50Ms)} · {formatMs(part.p95Ms)}
      {other && (
        <small>
          vs {formatMs(other.p50Ms)} · {formatMs(other.p95Ms)}
        </small>
      )}
    </span>
  );
}
