import { formatMs } from "../../parts/format";
import type { Waterfall } from "./spans";

/** All turns of a conversation on one scale: the slow one is the long one. */
export function WaterfallChart({ of, scale }: { of: Waterfall; scale: number }) {
  const share = (value: number) => `${(100 * value) / scale}%`;
  if (of.spans.length === 0) return null;
  return (
    <ol className="waterfall" aria-label="What the time went to">
      {of.spans.map((span, index) => (
        <li key={index} data-kind={span.kind} data-bad={span.isBad || undefined}>
          <span className="name" title={span.label}>
            {span.label}
          </span>
          <span className="track" aria-hidden="true">
            <i style={{ left: share(span.start), width: share(span.duration) }}>
              {span.first !== undefined && <b style={{ width: `${(100 * Math.min(span.first, span.duration)) / span.duration}%` }} />}
            </i>
          </span>
          <span className="number">{formatMs(span.duration)}</span>
        </li>
      ))}
      {of.firstSpeech !== null && (
        <li className="first-word">
          <span className="name">First word after</span>
          <span className="track" aria-hidden="true">
            <u style={{ left: share(of.firstSpeech) }} />
          </span>
          <span className="number">{formatMs(of.firstSpeech)}</span>
        </li>
      )}
    </ol>
  );
}
