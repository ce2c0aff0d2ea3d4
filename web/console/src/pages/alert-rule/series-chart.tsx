// The values of a rule against its threshold. Each bar is a link to the conversations that it was measured from; one of them is in
// the order of the tabulator, the arrows lead to the others.
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import type { Series, SeriesPoint } from "../../api/alert-history";
import type { Rule } from "../../api/monitoring-queries";
import { formatMoment, words } from "../../parts/format";
import { measured, STATES } from "../monitoring/rule-words";
import { behind, topOf } from "./view";

const LABELS = 6;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function move(event: KeyboardEvent<HTMLOListElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  links[links.indexOf(event.target as HTMLAnchorElement) + step]?.focus();
  event.preventDefault();
}

export function SeriesChart({ agentId, rule, series }: { agentId: string; rule: Rule; series: Series }) {
  const points = series.data;
  const top = topOf(points, series.threshold_value);
  const every = Math.ceil(points.length / LABELS);
  const threshold = `${series.operator} ${measured(series.metric, series.threshold_value)}`;
  return (
    <figure>
      <figcaption>
        <span>
          {words(series.metric)}, in windows of {series.window_duration}
        </span>
        <span>
          <i className="line" aria-hidden="true" /> alert when {threshold}
        </span>
        <span>
          <i className="gap" aria-hidden="true" /> not measured
        </span>
      </figcaption>
      <div className="plot">
        <ol onKeyDown={move}>
          {points.map((point, index) => (
            <Bar key={point.at} agentId={agentId} rule={rule} point={point} top={top} isLast={index === points.length - 1} />
          ))}
        </ol>
        <hr style={{ bottom: `${(100 * series.threshold_value) / top}%` }} />
      </div>
      <div className="axis" aria-hidden="true">
        {points.filter((_, index) => index % every === 0).map((point) => (
          <span key={point.at}>{formatMoment(point.at)}</span>
        ))}
      </div>
    </figure>
  );
}

interface BarProps {
  agentId: string;
  rule: Rule;
  point: SeriesPoint;
  top: number;
  isLast: boolean;
}

function Bar({ agentId, rule, point, top, isLast }: BarProps) {
  const said = `${formatMoment(point.at)}: ${point.value === null ? "" : `${measured(rule.metric, point.value)}, `}${STATES[point.state][0]}`;
  return (
    <li>
      <Link
        to="/agents/$agentId/conversations"
        params={{ agentId: rule.project_id ?? agentId }}
        search={behind(rule, point)}
        preload={false}
        tabIndex={isLast ? 0 : -1}
        title={said}
        aria-label={said}
        data-state={point.state}
      >
        {point.value !== null && <i style={{ height: `max(2px, ${(100 * point.value) / top}%)` }} />}
      </Link>
    </li>
  );
}
