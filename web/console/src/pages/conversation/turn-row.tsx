import type { Trace, Turn } from "../../api/trace";
import { Badge } from "../../parts/badge";
import { formatClock, formatDuration } from "../../parts/format";
import { BehindTurn } from "./behind-turn";
import { Marked } from "./marked";
import { Notes } from "./notes";
import { Thumbs } from "./thumbs";
import type { Reviewing } from "./use-review";
import type { Waterfall } from "./spans";

interface Props {
  number: number;
  turn: Turn;
  trace: Trace | undefined;
  deploymentId: string | undefined;
  time: Waterfall | undefined;
  scale: number;
  /** Seconds since the conversation began. */
  from: number;
  isPlaying: boolean;
  isFound: boolean;
  query: string | undefined;
  reviewing: Reviewing;
  seek: ((seconds: number) => void) | undefined;
}

export function TurnRow({ number, turn, trace, deploymentId, time, scale, from, isPlaying, isFound, query, reviewing, seek }: Props) {
  return (
    <li className="turn" data-turn={number} data-playing={isPlaying || undefined} data-found={isFound || undefined} tabIndex={-1} aria-label={`Turn ${number}`}>
      <div className="gutter">
        <h2>{number}</h2>
        <Moment at={turn.user_input_datetime} from={from} seek={seek} />
      </div>
      <div className="said">
        <UserSide {...{ turn, query }} isOpening={number === 0} hasTopics={Boolean(trace?.topics?.length)} />
        <AgentSide {...{ turn, query }} isOpening={number === 0} />
        <div className="review">
          <Thumbs of={reviewing} turn={number} label={`turn ${number}`} />
          <Notes of={reviewing} turn={number} label={`turn ${number}`} />
        </div>
      </div>
      {trace && time && <BehindTurn {...{ trace, deploymentId, time, scale }} entities={turn.entities ?? {}} />}
    </li>
  );
}

function Moment({ at, from, seek }: { at: string; from: number; seek: Props["seek"] }) {
  const label = formatDuration(from);
  if (!seek) return <time dateTime={at} title={formatClock(at)}>{label}</time>;
  return (
    <button type="button" className="quiet" onClick={() => seek(from)} aria-label={`Play from ${label}`}>
      {label}
    </button>
  );
}

interface SideProps {
  turn: Turn;
  isOpening: boolean;
  query: string | undefined;
}

function UserSide({ turn, isOpening, hasTopics, query }: SideProps & { hasTopics: boolean }) {
  if (isOpening && !turn.user_input) return null;
  return (
    <div className="side-user">
      {turn.user_input ? <p className="words"><Marked text={turn.user_input} query={query} /></p> : <p className="words nothing">{turn.user_input_dtmf ? "" : "said nothing"}</p>}
      {turn.translated_user_input && turn.translated_user_input !== turn.user_input && <p className="translated">{turn.translated_user_input}</p>}
      <p className="signs">
        {turn.user_input_dtmf && <Badge title="Keys pressed">⌗ {turn.user_input_dtmf}</Badge>}
        {turn.barge_in && <Badge tone="warn">interrupted the agent</Badge>}
        {turn.is_silence && <Badge>silence</Badge>}
        {turn.is_ood && <Badge tone="warn">misunderstood</Badge>}
        {!hasTopics && turn.intents?.map((intent) => <Badge key={intent}>{intent}</Badge>)}
      </p>
    </div>
  );
}

function AgentSide({ turn, isOpening, query }: SideProps) {
  if (!turn.agent_response) return isOpening ? <p className="nothing">The agent waited for the user.</p> : null;
  const english = turn.english_agent_response;
  return (
    <div className="side-agent">
      <p className="words"><Marked text={turn.agent_response} query={query} /></p>
      {english && english !== turn.agent_response && <p className="translated">{english}</p>}
    </div>
  );
}
