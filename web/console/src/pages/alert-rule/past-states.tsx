import { useInfiniteQuery } from "@tanstack/react-query";
import { historyQuery, type PastState } from "../../api/alert-history";
import type { Rule } from "../../api/monitoring-queries";
import { Badge } from "../../parts/badge";
import { formatDuration, formatMoment } from "../../parts/format";
import { Problem } from "../../parts/states";
import { measured, STATES } from "../monitoring/rule-words";

export function PastStates({ rule }: { rule: Rule }) {
  const found = useInfiniteQuery(historyQuery(rule.id));
  const states = found.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className="card block">
      <h2>States</h2>
      {found.isError && <Problem error={found.error} />}
      {found.isSuccess && states.length === 0 && <p className="nothing">It was not evaluated yet: that happens every half minute.</p>}
      {states.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="States">
          <table>
            <thead>
              <tr>
                {["State", "Since", "For", "Value then"].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {states.map((state) => (
                <StateRow key={state.since} state={state} metric={rule.metric} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found.hasNextPage && (
        <button type="button" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Older ones
        </button>
      )}
    </section>
  );
}

function StateRow({ state, metric }: { state: PastState; metric: Rule["metric"] }) {
  const [label, tone] = STATES[state.state];
  const seconds = ((state.until ? Date.parse(state.until) : Date.now()) - Date.parse(state.since)) / 1000;
  return (
    <tr>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>{formatMoment(state.since)}</td>
      <td className="number">
        {formatDuration(seconds)}
        {!state.until && ", until now"}
      </td>
      <td className="number">{measured(metric, state.value)}</td>
    </tr>
  );
}
