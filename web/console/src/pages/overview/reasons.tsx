import { Link } from "@tanstack/react-router";
import { formatCount, words } from "../../parts/format";
import { behind, type Period } from "./period";

interface Props {
  agentId: string;
  question: Period;
  count: number;
  reasons: Record<string, number>;
}

const MOST = 10;
const WITHHELD = "Reasons are not shown without transcripts: they may hold what was said.";

/** Why people took over. */
export function Reasons({ agentId, question, count, reasons }: Props) {
  const found = Object.entries(reasons).slice(0, MOST);
  const top = Math.max(1, ...found.map(([, count]) => count));
  return (
    <section className="card block reasons">
      <h2>Why it was handed over</h2>
      {found.length === 0 && <p className="nothing">{count ? WITHHELD : "Nothing was handed over."}</p>}
      <ol>
        {found.map(([reason, count]) => (
          <li key={reason}>
            <Link
              to="/agents/$agentId/conversations"
              params={{ agentId }}
              search={{ ...behind(question, question.start, question.end), inProgress: false, handoff: true, ...(reason && { handoffReason: reason }) }}
              preload={false}
            >
              {reason ? words(reason) : "No reason given"}
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
