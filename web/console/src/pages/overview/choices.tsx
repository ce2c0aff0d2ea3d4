// Which time, which conversations, and beside which others.
import { useQuery } from "@tanstack/react-query";
import { analyticsQuery } from "../../api/analytics";
import { ENVIRONMENTS, type Environment } from "../../api/deployments";
import { words } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { useNames, type Name } from "./names";
import { LENGTHS, PARTS, type Part, type Period, type View } from "./period";

interface Props {
  agentId: string;
  view: View;
  question: Period;
  /** The figures are there: what else can be chosen may be asked for. */
  isReady: boolean;
  onSet: (change: Partial<View>) => void;
}

const TIMES: readonly [string, string][] = [
  ["before", "The time before"],
  ["week", "A week earlier"],
  ["start", "From another day on …"],
];

export function Choices({ agentId, view, question, isReady, onSet }: Props) {
  const values = useValues(agentId, question, isReady);
  const name = useNames(agentId, isReady);
  return (
    <div className="choices">
      <div className="segments" role="group" aria-label="Time">
        {LENGTHS.map((days) => (
          <button key={days} type="button" aria-pressed={!view.since && view.days === days} onClick={() => onSet({ days, since: undefined, until: undefined })}>
            {typeof days === "string" ? words(days) : days === 1 ? "24 hours" : `${days} days`}
          </button>
        ))}
      </div>
      <label>
        From <input type="date" value={view.since ?? ""} onChange={(event) => onSet({ since: event.target.value || undefined })} />
      </label>
      <label>
        to <input type="date" value={view.until ?? ""} min={view.since} disabled={!view.since} onChange={(event) => onSet({ until: event.target.value || undefined })} />
      </label>
      <select aria-label="Environment" value={view.environment ?? ""} onChange={(event) => onSet({ environment: (event.target.value || undefined) as Environment })}>
        <option value="">All environments</option>
        {ENVIRONMENTS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select aria-label="Only" value="" onChange={(event) => onSet(partOf(event.target.value))}>
        <option value="">Only …</option>
        <Groups values={values} name={name} />
      </select>
      <Compare {...{ view, values, name, onSet }} />
      {PARTS.map(
        (part) =>
          view[part] !== undefined && (
            <button key={part} type="button" className="chip" aria-label={`Without: ${words(part)}: ${name(part, view[part])}`} onClick={() => onSet({ [part]: undefined })}>
              {words(part)}: {name(part, view[part])}
              <Icon name="close" />
            </button>
          ),
      )}
    </div>
  );
}

type Values = Record<Part, readonly string[]>;

function Compare({ view, values, name, onSet }: { view: View; values: Values; name: Name; onSet: Props["onSet"] }) {
  const [kind, day] = view.compare.split("=", 2);
  const isDay = kind === "start";
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const known = new Set(PARTS.flatMap((part) => values[part].map((value) => `${part}=${value}`)));
  const isMissing = PARTS.some((part) => part === kind) && !known.has(view.compare);
  return (
    <label>
      compared with{" "}
      <select
        aria-label="Compare with"
        value={isDay ? "start" : view.compare}
        onChange={(event) => onSet({ compare: event.target.value === "start" ? `start=${yesterday}` : event.target.value })}
      >
        <option value="none">Nothing</option>
        <optgroup label="Another time">
          {TIMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
        <optgroup label="Another environment">
          {ENVIRONMENTS.map((each) => (
            <option key={each} value={`environment=${each}`}>
              {each}
            </option>
          ))}
        </optgroup>
        <Groups values={values} name={name} label="Another " />
        {isMissing && <option value={view.compare}>{besideOf(view.compare, name)}</option>}
      </select>
      {isDay && (
        <input type="date" aria-label="Compared from" value={day?.slice(0, 10)} onChange={(event) => event.target.value && onSet({ compare: `start=${event.target.value}` })} />
      )}
    </label>
  );
}

function Groups({ values, name, label = "" }: { values: Values; name: Name; label?: string }) {
  return PARTS.map(
    (part) =>
      values[part].length > 0 && (
        <optgroup key={part} label={label ? label + part : words(part)}>
          {values[part].map((value) => (
            <option key={value} value={`${part}=${value}`}>
              {name(part, value)}
            </option>
          ))}
        </optgroup>
      ),
  );
}

function partOf(chosen: string): Partial<View> {
  const at = chosen.indexOf("=");
  return at < 0 ? {} : { [chosen.slice(0, at)]: chosen.slice(at + 1) };
}

/** What there was in this time, most first, whatever is chosen of it. */
function useValues(agentId: string, question: Period, isReady: boolean): Values {
  const { start, end, environment } = question;
  const about = { start, end, step: "all" as const, ...(environment && { environment }) };
  const found = {
    channel: useQuery({ ...analyticsQuery(agentId, { ...about, groupBy: "channel" }), enabled: isReady }),
    variant: useQuery({ ...analyticsQuery(agentId, { ...about, groupBy: "variant" }), enabled: isReady }),
    deployment: useQuery({ ...analyticsQuery(agentId, { ...about, groupBy: "deployment" }), enabled: isReady }),
  };
  const of = (part: Part) =>
    [...(found[part].data?.points ?? [])].sort((a, b) => b.conversations - a.conversations).flatMap((point) => point.group || []);
  return { channel: of("channel"), variant: of("variant"), deployment: of("deployment") };
}

/** What is compared with, in words. */
export function besideOf(compare: string, name: Name = (_, value) => value): string {
  const at = compare.indexOf("=");
  const [kind, value] = at < 0 ? [compare, ""] : [compare.slice(0, at), compare.slice(at + 1)];
  if (kind === "start") return `from ${new Intl.DateTimeFormat(navigator.language, { dateStyle: "medium" }).format(new Date(value))} on`;
  const part = PARTS.find((each) => each === kind);
  if (part) return `${part} ${name(part, value)}`;
  return kind === "environment" ? value : (TIMES.find(([each]) => each === kind)?.[1] ?? compare).toLowerCase();
}
