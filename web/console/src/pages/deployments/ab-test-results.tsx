// How the two versions do, and how sure that is.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultsQuery, type AbTestMeasure, type Place } from "../../api/ab-tests";
import { Badge, type Tone } from "../../parts/badge";
import { formatAmount, formatCount, words } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";

const AGAIN = 30_000;
const VERDICTS: Record<AbTestMeasure["verdict"], [Tone, string]> = {
  not_enough: ["plain", "not enough conversations yet"],
  no_difference: ["plain", "no difference that can be told from chance"],
  higher: ["info", "higher with the variant"],
  lower: ["info", "lower with the variant"],
};

export function AbTestResults({ place, testId }: { place: Place; testId: string }) {
  const [metric, setMetric] = useState("");
  const [asked, setAsked] = useState<string[]>([]);
  const results = useQuery({ ...resultsQuery(place, testId, asked), refetchInterval: AGAIN, placeholderData: (known) => known });
  if (results.isPending) return <Loading rows={3} />;
  if (results.isError) return <Problem error={results.error} />;
  const { arms, measures, has_enough, fewest_conversations } = results.data;
  return (
    <>
      {!has_enough && <p className="meta">Not enough conversations yet: each version needs {fewest_conversations} that have ended.</p>}
      <div className="scroll" tabIndex={0} role="region" aria-label="Results">
        <table>
          <thead>
            <tr>
              <th>Of the conversations</th>
              {arms.map((arm) => (
                <th key={arm.arm}>
                  {words(arm.arm)} ({formatCount(arm.ended)} of {formatCount(arm.conversations)} ended)
                </th>
              ))}
              <th>Difference</th>
              <th>So far</th>
            </tr>
          </thead>
          <tbody>
            {measures.map((each) => (
              <tr key={each.name}>
                <td>{title(each.name)}</td>
                <td>{interval(each.name, each.control)}</td>
                <td>{interval(each.name, each.variant)}</td>
                <td>{interval(each.name, each.difference)}</td>
                <td>
                  <Badge tone={VERDICTS[each.verdict][0]}>{VERDICTS[each.verdict][1]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (metric.trim()) setAsked((known) => [...new Set([...known, metric.trim()])].slice(-10));
          setMetric("");
        }}
      >
        <label>
          Metric of the agent
          <input value={metric} maxLength={255} onChange={(event) => setMetric(event.target.value)} placeholder="CSAT" />
        </label>
        <button type="submit">Show it too</button>
      </form>
    </>
  );
}

function title(name: string): string {
  if (name.startsWith("metric:")) return name.slice("metric:".length);
  return name === "duration" ? "Duration, in seconds" : words(name);
}

interface Interval {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** With what it lies between in 95 of 100 tests. */
function interval(name: string, estimate: Interval | null): string {
  if (estimate?.value == null) return "–";
  const isShare = name === "containment" || name === "handoff_rate";
  const show = (value: number) => (isShare ? `${formatAmount(Math.round(value * 1000) / 10)} %` : formatAmount(Math.round(value * 100) / 100));
  if (estimate.low === null || estimate.high === null) return show(estimate.value);
  return `${show(estimate.value)} (${show(estimate.low)} to ${show(estimate.high)})`;
}
