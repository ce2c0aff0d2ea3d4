// Talk to any deployment, and see beside each turn what it did.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, type FormEvent } from "react";
import { conversationQuery } from "../../api/conversations";
import { ENVIRONMENTS, type Environment } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Icon } from "../../parts/icon";
import { Pairs } from "../../parts/json";
import { Empty, Problem } from "../../parts/states";
import { BehindTurn } from "../conversation/behind-turn";
import { waterfall } from "../conversation/spans";
import { useTitle } from "../../parts/use-title";
import type { Setting } from "./setting";
import { useTalk, type Line } from "./use-talk";
import "../conversation/conversation.css";
import "./playground.css";

const route = getRouteApi("/inside/agents/$agentId/playground");

export function PlaygroundPage() {
  useTitle("Playground");
  if (may(useSession(), "editor")) return <Playground />;
  return (
    <Empty icon="playground" title="Talking to an agent is for editors">
      <p>Your key may look. An admin can give you another.</p>
    </Empty>
  );
}

function Playground() {
  const { agentId } = route.useParams();
  const { environment = "sandbox", variant = "", language = "" } = route.useSearch();
  const talk = useTalk(agentId, { environment, variant, language });
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: "end" });
  }, [talk.lines]);
  const scale = Math.max(1, ...talk.lines.slice(1).map((line) => (line.reply ? waterfall(line.reply.metadata, undefined).end : 0)));
  return (
    <section className="playground">
      <header className="page-head">
        <h1>Playground</h1>
        <Settings setting={{ environment, variant, language }} />
        <span className="grow" />
        <button type="button" onClick={talk.restart}>
          <Icon name="restart" />
          Start over
        </button>
        {talk.conversationId && (
          <Link
            className="button"
            to="/agents/$agentId/conversations/$conversationId"
            params={{ agentId, conversationId: talk.conversationId }}
            search={{}}
          >
            Its record
          </Link>
        )}
      </header>
      <div className="talk">
        <ol className="turns" aria-live="polite">
          {talk.lines.map((line, number) => (
            <Turn key={number} {...{ number, line }} scale={number === 0 ? undefined : scale} />
          ))}
          <li ref={end} aria-hidden="true" />
        </ol>
        <Memory agentId={agentId} conversationId={talk.conversationId} turns={talk.lines.length} isWaiting={talk.isWaiting} />
      </div>
      {talk.error !== null && <Problem error={talk.error} />}
      <Composer isOver={talk.isOver} isWaiting={talk.isWaiting} onSend={talk.send} />
    </section>
  );
}

function Settings({ setting }: { setting: Setting }) {
  const navigate = useNavigate({ from: "/agents/$agentId/playground" });
  const set = (change: Partial<Setting>) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <div className="settings">
      <select aria-label="Environment" value={setting.environment} onChange={(event) => set({ environment: event.target.value as Environment })}>
        {ENVIRONMENTS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input aria-label="Variant" placeholder="Variant" defaultValue={setting.variant} onBlur={(event) => set({ variant: event.target.value.trim() })} />
      <input aria-label="Language" placeholder="Language" defaultValue={setting.language} onBlur={(event) => set({ language: event.target.value.trim() })} />
    </div>
  );
}

function Turn({ number, line, scale }: { number: number; line: Line; scale: number | undefined }) {
  const trace = line.reply?.metadata;
  const time = trace && waterfall(trace, undefined);
  return (
    <li className="turn">
      <div className="gutter">
        <h2>{number}</h2>
      </div>
      <div className="said">
        {line.said !== null && (
          <div className="side-user">
            <p className="words">{line.said}</p>
          </div>
        )}
        <div className="side-agent">
          {line.reply ? <p className="words">{line.reply.response}</p> : <p className="words thinking">…</p>}
          {line.reply?.conversationEnded && <p className="nothing">The conversation is over.</p>}
        </div>
      </div>
      {trace && time && <BehindTurn trace={trace} time={time} scale={scale ?? Math.max(1, time.end)} entities={{}} />}
    </li>
  );
}

interface MemoryProps {
  agentId: string;
  conversationId: string | undefined;
  turns: number;
  isWaiting: boolean;
}

/** What the conversation keeps, as of its last turn. */
function Memory({ agentId, conversationId, turns, isWaiting }: MemoryProps) {
  const detail = useQuery({ ...conversationQuery(agentId, conversationId ?? ""), enabled: Boolean(conversationId) });
  const { refetch } = detail;
  useEffect(() => {
    if (conversationId && !isWaiting) void refetch();
  }, [conversationId, turns, isWaiting, refetch]);
  return (
    <aside className="facts" aria-label="State">
      <h2>State</h2>
      {detail.data && <Pairs of={detail.data.state} />}
    </aside>
  );
}

function Composer({ isOver, isWaiting, onSend }: { isOver: boolean; isWaiting: boolean; onSend: (message: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isWaiting) field.current?.focus();
  }, [isWaiting]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = field.current?.value.trim();
    if (!message || isWaiting) return;
    onSend(message);
    event.currentTarget.reset();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <input ref={field} name="message" aria-label="What the user says" placeholder={isOver ? "It is over: start over" : "Say something"} disabled={isOver} autoComplete="off" maxLength={20_000} />
      <button type="submit" className="strong" aria-label="Send" disabled={isOver || isWaiting}>
        <Icon name="send" />
      </button>
    </form>
  );
}
