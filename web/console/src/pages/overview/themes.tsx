// What users said, put together by meaning: each leads to the conversations behind it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { themesQuery, type Theme, type ThemesAnswer, type ThemeSubject } from "../../api/analytics";
import { formatCount, words } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";
import { behind, type Period } from "./period";

interface Props {
  agentId: string;
  question: Period;
  about: ThemeSubject;
}

const MOST = 8;
const KINDS = {
  unanswered: { title: "What could not be answered", none: "Every question was understood.", filter: "unanswered" },
  handoffs: { title: "What was said before a handoff", none: "Nothing was handed over.", filter: "beforeHandoff" },
} as const;

export function Themes({ agentId, question, about }: Props) {
  const { step: _, ...period } = question;
  const found = useQuery(themesQuery(agentId, { ...period, about, limit: MOST }));
  const kind = KINDS[about];
  return (
    <section className="card block themes">
      <header>
        <h2>{kind.title}</h2>
        {found.data && <small>{said(found.data)}</small>}
      </header>
      {found.isPending && <Loading rows={4} />}
      {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
      {found.data?.themes.length === 0 && <p className="nothing">{kind.none}</p>}
      <ol>
        {found.data?.themes.map((theme) => (
          <li key={theme.wording}>
            <div>
              <Link
                to="/agents/$agentId/conversations"
                params={{ agentId }}
                search={{ ...behind(question, found.data.start, found.data.end), [kind.filter]: theme.wording }}
                preload={false}
                title={`${formatCount(theme.conversations)} conversations`}
              >
                {theme.wording}
              </Link>
              <small>{about === "handoffs" ? reasons(theme) : theme.examples.join(" · ")}</small>
            </div>
            <span className="track" aria-hidden="true">
              <i style={{ width: `${100 * (theme.share ?? 0)}%` }} />
            </span>
            <span className="number">
              {found.data.isWhole ? "" : "≈ "}
              {formatCount(theme.count)}
              <Trend theme={theme} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function said(answer: ThemesAnswer): string {
  const all = formatCount(answer.isWhole ? answer.sampled : answer.total);
  return [
    answer.isWhole ? all : `${formatCount(answer.sampled)} of ${all}`,
    answer.byMeaning ? "by meaning" : "by the same words",
  ].join(", ");
}

const reasons = (theme: Theme): string =>
  Object.entries(theme.handoffReasons)
    .map(([reason, count]) => `${words(reason)} ${formatCount(count)}`)
    .join(" · ");

/** Against the time just as long before. */
function Trend({ theme }: { theme: Theme }) {
  if (theme.countBefore === 0) return <small data-tone="plain">new</small>;
  const change = theme.count / theme.countBefore - 1;
  if (Math.abs(change) < 0.005) return <small>as before</small>;
  return (
    <small data-tone={change > 0 ? "bad" : "good"} title={`Before: ${formatCount(theme.countBefore)}`}>
      {change > 0 ? "▲" : "▼"} {Math.round(Math.abs(100 * change))} %
    </small>
  );
}
