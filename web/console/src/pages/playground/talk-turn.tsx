// One turn: what was said, as far as it has come, and what it did once it has ended.
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { differs } from "../../parts/word-diff";
import { WordChanges } from "../../parts/word-changes";
import { BehindTurn } from "../conversation/behind-turn";
import { waterfall } from "../conversation/spans";
import type { Line } from "./use-talk";

interface Props {
  number: number;
  line: Line;
  scale: number | undefined;
  /** Plays the user's side again, up to this turn. */
  onAgain: (() => void) | undefined;
}

export function TalkTurn({ number, line, scale, onAgain }: Props) {
  const trace = line.reply?.metadata;
  const time = trace && waterfall(trace, undefined);
  return (
    <li className="turn">
      <div className="gutter">
        <h2>{number}</h2>
        {onAgain && (
          <button type="button" className="quiet" onClick={onAgain} aria-label={`Start anew and play again up to turn ${number}`} title="Start anew and play again up to here">
            <Icon name="restart" />
          </button>
        )}
      </div>
      <div className="said">
        {line.said !== null && (
          <div className="side-user">
            <p className="words">{line.said}</p>
          </div>
        )}
        <AgentWords line={line} />
      </div>
      {trace && time && <BehindTurn trace={trace} time={time} scale={scale ?? Math.max(1, time.end)} entities={{}} />}
    </li>
  );
}

function AgentWords({ line: { words, reply, before } }: { line: Line }) {
  if (!reply) {
    return (
      <div className="side-agent">
        <p className="words thinking">{words || "…"}</p>
      </div>
    );
  }
  return (
    <div className="side-agent">
      <p className="words">{reply.response}</p>
      {before !== null && differs(before, reply.response) && (
        <details className="otherwise" open>
          <summary>
            <Badge tone="warn">Another answer than before</Badge>
          </summary>
          <WordChanges before={before} after={reply.response} />
        </details>
      )}
      {reply.conversationEnded && <p className="nothing">The conversation is over.</p>}
    </div>
  );
}
