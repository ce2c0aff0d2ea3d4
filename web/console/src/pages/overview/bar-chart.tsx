// A measure over time, and beside it what it is compared with. Each bar is a link to its conversations.
import { Link } from "@tanstack/react-router";
import type { Compared, Point } from "../../api/analytics";
import type { Measure } from "./measures";
import { behind, endOf, type Period } from "./period";

interface Props {
  agentId: string;
  question: Period;
  measure: Measure;
  points: readonly Point[];
  compared: Compared | undefined;
  /** What that is, in words. */
  beside: string;
}

const LABELS = 8;

export function BarChart({ agentId, question, measure, points, compared, beside }: Props) {
  const others = compared?.points ?? [];
  const values = [...points, ...others].map((point) => measure.of(point) ?? 0);
  const top = Math.max(...values) || 1;
  const count = Math.max(points.length, others.length);
  const every = Math.max(1, Math.ceil(count / LABELS));
  const isByHour = question.step === "hour";
  const label = new Intl.DateTimeFormat(navigator.language, isByHour ? { hour: "numeric" } : { month: "short", day: "numeric" });
  const whole = new Intl.DateTimeFormat(navigator.language, { month: "short", day: "numeric", ...(isByHour && { hour: "numeric" }) });
  const bar = (point: Point, about: Period | Compared, isOther: boolean) => {
    const value = measure.of(point);
    const said = `${whole.format(new Date(point.start))}${isOther ? ` (${beside})` : ""}: ${value === null ? "–" : measure.format(value)}`;
    return (
      <Link
        to="/agents/$agentId/conversations"
        params={{ agentId }}
        search={{ ...measure.behind, ...behind(about, point.start, endOf(point.start, question.step, about.end)) }}
        preload={false}
        title={said}
        aria-label={said}
        data-other={isOther || undefined}
      >
        <i style={{ height: `${(100 * (value ?? 0)) / top}%` }} />
      </Link>
    );
  };
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{measure.label}</h2>
        <span className="number">up to {measure.format(top)}</span>
        {compared && (
          <small>
            <i aria-hidden="true" /> {beside}
          </small>
        )}
      </figcaption>
      <ol>
        {Array.from({ length: count }, (_, index) => {
          const point = points[index];
          const other = others[index];
          return (
            <li key={index}>
              <div>
                {compared && other && bar(other, compared, true)}
                {point && bar(point, question, false)}
              </div>
              <span aria-hidden="true">{index % every === 0 && point && label.format(new Date(point.start))}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
