import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { analyticsQuery, type Dimension } from "../../api/analytics";
import { words } from "../../parts/format";
import { Problem } from "../../parts/states";
import { MEASURES } from "./measures";
import { useNames } from "./names";
import { behind, DIMENSIONS, type Period } from "./period";

const FILTER: Record<Dimension, string> = { channel: "channel", environment: "environment", variant: "variantId", deployment: "deploymentId" };
const SHOWN = new Set(["conversations", "containment", "misunderstood", "latency", "errors"]);

interface Props {
  agentId: string;
  question: Period;
  by: Dimension;
  onBy: (by: Dimension) => void;
}

export function Breakdown({ agentId, question, by, onBy }: Props) {
  const groups = useQuery(analyticsQuery(agentId, { ...question, step: "all", groupBy: by }));
  const name = useNames(agentId, by === "deployment");
  const measures = MEASURES.filter((measure) => SHOWN.has(measure.name));
  const points = [...(groups.data?.points ?? [])].sort((a, b) => b.conversations - a.conversations);
  const filters = (group: string) => ({ ...behind(question, question.start, question.end), [FILTER[by]]: group });
  return (
    <section className="card block">
      <header>
        <h2>By {by}</h2>
        <select aria-label="By" value={by} onChange={(event) => onBy(event.target.value as Dimension)}>
          {DIMENSIONS.map((name) => (
            <option key={name} value={name}>
              {words(name)}
            </option>
          ))}
        </select>
      </header>
      {groups.isError && <Problem error={groups.error} />}
      <div className="scroll" tabIndex={0} role="region" aria-label={`By ${by}`}>
        <table>
          <thead>
            <tr>
              <th>{words(by)}</th>
              {measures.map((measure) => (
                <th key={measure.name} className="right">
                  {measure.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.group}>
                <td>
                  <Link to="/agents/$agentId/conversations" params={{ agentId }} search={filters(point.group ?? "")} preload={false}>
                    {point.group ? name(by, point.group) : "none"}
                  </Link>
                </td>
                {measures.map((measure) => {
                  const value = measure.of(point);
                  return (
                    <td key={measure.name} className="right number">
                      {value === null ? "–" : measure.format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
