import type { Figures } from "../../api/analytics";
import { MEASURES, type Measure, type MeasureName } from "./measures";

interface Props {
  total: Figures;
  before: Figures | undefined;
  chosen: MeasureName;
  onChoose: (name: MeasureName) => void;
}

export function Tiles({ total, before, chosen, onChoose }: Props) {
  return (
    <div className="tiles" role="group" aria-label="Figures">
      {MEASURES.map((measure) => {
        const value = measure.of(total);
        return (
          <button key={measure.name} type="button" className="tile" aria-pressed={measure.name === chosen} onClick={() => onChoose(measure.name)}>
            <span>{measure.label}</span>
            <b className="number">{value === null ? "–" : measure.format(value)}</b>
            <Change measure={measure} now={value} before={before ? measure.of(before) : null} />
          </button>
        );
      })}
    </div>
  );
}

const UNCHANGED = 0.005;

/** Against the period before. */
function Change({ measure, now, before }: { measure: Measure; now: number | null; before: number | null }) {
  if (now === null || !before) return <small>&nbsp;</small>;
  const change = now / before - 1;
  if (Math.abs(change) < UNCHANGED) return <small>as before</small>;
  const isMore = change > 0;
  const tone = measure.better === null ? "plain" : isMore === (measure.better === "more") ? "good" : "bad";
  return (
    <small data-tone={tone} title={`Before: ${measure.format(before)}`}>
      {isMore ? "▲" : "▼"} {Math.round(Math.abs(100 * change))} %
    </small>
  );
}
