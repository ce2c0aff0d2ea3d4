// Talk to what is active in an environment, by voice, and see beside each turn what it did.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Caption } from "@parley/sdk";
import { conversationQuery, traceQuery } from "../../api/conversations";
import type { Environment } from "../../api/environments";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Pairs } from "../../parts/json";
import { Problem } from "../../parts/states";
import { BehindTurn } from "../conversation/behind-turn";
import { waterfall } from "../conversation/spans";
import { useSpokenTalk } from "./use-spoken-talk";

interface Props {
  agentId: string;
  environment: Environment;
}

const STATES = { idle: "Not in a call", connecting: "Connecting …", talking: "In a call", ended: "The call is over", failed: "The call is over" } as const;

export function SpokenPlayground({ agentId, environment }: Props) {
  const call = useSpokenTalk(agentId, environment);
  const isRunning = call.status === "connecting" || call.status === "talking";
  return (
    <>
      <Turns agentId={agentId} conversationId={call.conversationId} captions={call.captions} />
      {call.error !== null && <Problem error={call.error} />}
      <div className="composer call-controls">
        <p role="status" className="call-status">
          {call.status === "talking" && <i aria-hidden="true" />}
          {STATES[call.status]}
        </p>
        {call.conversationId && (
          <Link className="button" to="/agents/$agentId/conversations/$conversationId" params={{ agentId, conversationId: call.conversationId }} search={{}}>
            Its record
          </Link>
        )}
        {isRunning ? (
          <>
            <button type="button" aria-pressed={call.isMuted} onClick={call.mute}>
              {call.isMuted ? "Muted" : "Mute"}
            </button>
            <button type="button" onClick={call.hangUp}>
              Hang up
            </button>
          </>
        ) : (
          <button type="button" className="strong wide" onClick={call.start}>
            <Icon name="phone" />
            {call.status === "idle" ? "Call" : "Call again"}
          </button>
        )}
      </div>
    </>
  );
}

/** What is on record once a turn has ended; what is being said comes as captions before. */
function Turns({ agentId, conversationId, captions }: { agentId: string; conversationId: string | undefined; captions: readonly Caption[] }) {
  const detail = useQuery({ ...conversationQuery(agentId, conversationId ?? ""), enabled: Boolean(conversationId) }).data;
  const trace = useQuery(traceQuery(agentId, conversationId ?? "", detail?.turns.length ?? 0, Boolean(detail))).data;
  const times = trace?.turns.map((turn, index) => waterfall(turn.trace, trace.turns[index + 1]?.trace)) ?? [];
  const scale = Math.max(1, ...times.slice(1).map((time) => time.end));
  const spoken = Math.max(detail?.turns.length ?? 0, ...captions.map((caption) => caption.turn));
  const caption = (role: Caption["role"], number: number) => captions.find((each) => each.role === role && each.turn === number + 1)?.text;
  const last = trace?.turns.at(-1)?.trace;
  const place = [last?.out_flow, last?.out_step].filter(Boolean).join(" · ");
  return (
    <div className="talk">
      <ol className="turns" aria-live="polite" aria-label="What is said">
        {spoken === 0 && <li className="turn nothing">Call the agent with your microphone. What is said can be read here, with what each turn did.</li>}
        {Array.from({ length: spoken }, (_, number) => {
          const [turn, behind, time] = [detail?.turns[number], trace?.turns[number]?.trace, times[number]];
          const user = turn?.user_input ?? caption("user", number);
          return (
            <li key={number} className="turn">
              <div className="gutter">
                <h2>{number}</h2>
              </div>
              <div className="said">
                {user && (
                  <div className="side-user">
                    <p className="words">{user}</p>
                  </div>
                )}
                <div className="side-agent">
                  <p className="words">{caption("agent", number) ?? turn?.agent_response}</p>
                </div>
              </div>
              {behind && time && <BehindTurn trace={behind} time={time} scale={number === 0 ? Math.max(1, time.end) : scale} entities={turn?.entities ?? {}} />}
            </li>
          );
        })}
      </ol>
      <aside className="facts" aria-label="State" tabIndex={0}>
        <section>
          <h2>Flow and step</h2>
          <p>{place ? <Badge tone="accent">{place}</Badge> : <span className="nothing">in no flow</span>}</p>
        </section>
        <section>
          <h2>State</h2>
          {detail ? <Pairs of={detail.state} /> : <p className="nothing">empty</p>}
        </section>
      </aside>
    </div>
  );
}
