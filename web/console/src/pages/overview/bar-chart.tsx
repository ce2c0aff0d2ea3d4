// A measure over time. Each bar is a link to its conversations; the mark in it is the period before.
import { Link } from "@tanstack/react-router";
import type { AnalyticsQuestion, Point } from "../../api/analytics";
import type { Measure } from "./measures";
import { endOf } from "./period";

interface Props {
  agentId: string;
  question: AnalyticsQuestion & { start: string; end: string };
  measure: Measure;
  points: readonly Point[];
  before: readonly Point[];
}

const LABELS = 8;

export function BarChart({ agentId, question, measure, points, before }: Props) {
  const values = points.map((point) => measure.of(point));
  const earlier = points.map((_, index) => (before[index] ? measure.of(before[index]) : null));
  const hasEarlier = earlier.some(Boolean);
  const top = Math.max(...values.map((value) => value ?? 0), ...earlier.map((value) => value ?? 0)) || 1;
  const every = Math.max(1, Math.ceil(points.length / LABELS));
  const label = new Intl.DateTimeFormat(navigator.language, question.step === "hour" ? { hour: "numeric" } : { month: "short", day: "numeric" });
  const share = (value: number | null) => `${(100 * (value ?? 0)) / top}%`;
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{measure.label}</h2>
        <span className="number">up to {measure.format(top)}</span>
        {hasEarlier && (
          <small>
            <i aria-hidden="true" /> the period before
          </small>
        )}
      </figcaption>
      <ol>
        {points.map((point, index) => {
          const value = values[index] ?? null;
          const said = value === null ? "–" : measure.format(value);
          const end = endOf(point.start, question.step, question.end);
          return (
            <li key={point.start}>
              <Link
                to="/agents/$agentId/conversations"
                params={{ agentId }}
                search={{
                  ...measure.behind,
                  startTime: point.start,
                  endTime: end,
                  ...(question.environment && { environment: question.environment }),
                }}
                preload={false}
                title={`${label.format(new Date(point.start))}: ${said}`}
                aria-label={`${label.format(new Date(point.start))}: ${said}`}
              >
                <i style={{ height: share(value) }} />
                {hasEarlier && earlier[index] !== null && <u style={{ bottom: share(earlier[index] ?? 0) }} />}
              </Link>
              <span aria-hidden="true">{index % every === 0 && label.format(new Date(point.start))}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
