import type { Differences, Figures } from "../../api/analytics";
import { MEASURES, type Measure, type MeasureName } from "./measures";

interface Props {
  total: Figures;
  differences: Differences | undefined;
  chosen: MeasureName | undefined;
  onChoose: (name: MeasureName) => void;
}

export function Tiles({ total, differences, chosen, onChoose }: Props) {
  return (
    <div className="tiles" role="group" aria-label="Figures">
      {MEASURES.map((measure) => {
        const value = measure.of(total);
        return (
          <button key={measure.name} type="button" className="tile" aria-pressed={measure.name === chosen} onClick={() => onChoose(measure.name)}>
            <span>{measure.label}</span>
            <b className="number">{value === null ? "–" : measure.format(value)}</b>
            {differences && <Change measure={measure} found={differences[measure.judged]} />}
          </button>
        );
      })}
    </div>
  );
}

const UNCHANGED = 0.005;

/** Against what it is compared with: by how much, and whether that is better. */
function Change({ measure, found }: { measure: Measure; found: Differences[string] | undefined }) {
  if (!found || found.value === null || found.compared === null) return <small>&nbsp;</small>;
  const format = measure.formatJudged ?? measure.format;
  const beside = `${measure.per ? `${format(found.value)} ` : ""}vs ${format(found.compared)}${measure.per ? ` ${measure.per}` : ""}`;
  if (found.change === null) return <small>{beside}</small>;
  if (Math.abs(found.change) < UNCHANGED) return <small title={beside}>the same</small>;
  const isMore = found.value > found.compared;
  const isChance = found.isSure === false;
  const tone = found.isBetter === null || isChance ? "plain" : found.isBetter ? "good" : "bad";
  const verdict = isChance ? ", may be chance" : found.isBetter === null ? "" : found.isBetter ? ", better" : ", worse";
  return (
    <>
      <small data-tone={tone}>
        {isMore ? "▲" : "▼"} {Math.round(Math.abs(100 * found.change))} %{verdict}
      </small>
      <small>{beside}</small>
    </>
  );
}
