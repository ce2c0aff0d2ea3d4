// What agent code measured: choose a metric to see it over time; its values lead to their conversations.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { metricsQuery, type MetricFigures } from "../../api/analytics";
import { formatAmount, formatCount } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";
import { METRIC_FIGURES, type MetricFigure } from "./measures";
import { behind, type Period } from "./period";

interface Props {
  agentId: string;
  question: Period;
  chosen: string | undefined;
  figure: MetricFigure;
  /** Of the chosen one, in all of this time. */
  found: MetricFigures | undefined;
  onChoose: (metric: string | undefined, figure: MetricFigure) => void;
}

const MOST_VALUES = 10;

export function Metrics({ agentId, question, chosen, figure, found, onChoose }: Props) {
  const { step: _, ...period } = question;
  const metrics = useQuery(metricsQuery(agentId, { ...period, limit: 100 }));
  return (
    <div className="halves">
      <section className="card block metrics">
        <header>
          <h2>What the agent measured</h2>
          {metrics.data && metrics.data.total > metrics.data.metrics.length && <small>the most frequent of {formatCount(metrics.data.total)}</small>}
        </header>
        {metrics.isPending && <Loading rows={3} />}
        {metrics.isError && <Problem error={metrics.error} retry={() => void metrics.refetch()} />}
        {metrics.data?.metrics.length === 0 && <p className="nothing">It wrote no metrics.</p>}
        {metrics.data && metrics.data.metrics.length > 0 && (
          <div className="scroll" tabIndex={0} role="region" aria-label="Metrics">
            <table>
              <thead>
                <tr>
                  <th>Metric</th>
                  <th className="right">Conversations</th>
                  {METRIC_FIGURES.map((name) => (
                    <th key={name} className="right">
                      {name.charAt(0).toUpperCase() + name.slice(1)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {metrics.data.metrics.map((metric) => (
                  <tr key={metric.name}>
                    <td>{metric.name}</td>
                    <td className="right number">
                      <Link
                        to="/agents/$agentId/conversations"
                        params={{ agentId }}
                        search={{ ...behind(question, question.start, question.end), metric: metric.name }}
                        preload={false}
                      >
                        {formatCount(metric.conversations)}
                      </Link>
                    </td>
                    {METRIC_FIGURES.map((name) => {
                      const value = metric[name];
                      const isChosen = chosen === metric.name && figure === name;
                      return (
                        <td key={name} className="right number">
                          {value === null ? (
                            "–"
                          ) : (
                            <button
                              type="button"
                              className="figure"
                              aria-pressed={isChosen}
                              aria-label={`${metric.name}, ${name}, over time`}
                              onClick={() => onChoose(isChosen ? undefined : metric.name, name)}
                            >
                              {name === "count" ? formatCount(value) : formatAmount(value)}
                            </button>
                          )}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <Values {...{ agentId, question, chosen, found }} />
    </div>
  );
}

function Values({ agentId, question, chosen, found }: Pick<Props, "agentId" | "question" | "chosen" | "found">) {
  const values = Object.entries(found?.values ?? {}).slice(0, MOST_VALUES);
  const top = Math.max(1, ...values.map(([, count]) => count));
  return (
    <section className="card block reasons" aria-label="Values">
      <h2>{chosen && found ? `${chosen}, by value` : "By value"}</h2>
      {(!chosen || !found) && <p className="nothing">Choose a figure of a metric to see it over time and by value.</p>}
      {chosen && found && values.length === 0 && (
        <p className="nothing">{found.numbers > 0 && found.min !== null && found.max !== null ? `Numbers from ${formatAmount(found.min)} to ${formatAmount(found.max)}.` : "It was not written."}</p>
      )}
      <ol>
        {values.map(([value, count]) => (
          <li key={value}>
            <Link
              to="/agents/$agentId/conversations"
              params={{ agentId }}
              search={{ ...behind(question, question.start, question.end), metric: `${chosen}=${value}` }}
              preload={false}
            >
              {value || "No value"}
            </Link>
            <span className="track" aria-hidden="true">
              <i style={{ width: `${(100 * count) / top}%` }} />
            </span>
            <span className="number">{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
