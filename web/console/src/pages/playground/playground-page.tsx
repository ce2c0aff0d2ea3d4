// Talk to any deployment, and see beside each turn what it did.
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, type FormEvent } from "react";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Icon } from "../../parts/icon";
import { Empty, Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { waterfall } from "../conversation/spans";
import { wholeSetting, type Setting } from "./setting";
import { TalkSettings } from "./talk-settings";
import { TalkState } from "./talk-state";
import { TalkTurn } from "./talk-turn";
import { useTalk } from "./use-talk";
import "../conversation/conversation.css";
import "./playground.css";

const Spoken = lazy(async () => ({ default: (await import("./spoken-playground")).SpokenPlayground }));
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
  const setting = wholeSetting(route.useSearch());
  if (setting.by === "voice") return <ByVoice {...{ agentId, setting }} />;
  return <ByText {...{ agentId, setting }} />;
}

interface Props {
  agentId: string;
  setting: Setting;
}

function ByVoice({ agentId, setting }: Props) {
  return (
    <section className="playground">
      <header className="page-head">
        <h1>Playground</h1>
        <TalkSettings {...{ agentId, setting }} />
      </header>
      <Suspense fallback={<Loading />}>
        <Spoken key={setting.environment} agentId={agentId} environment={setting.environment} />
      </Suspense>
    </section>
  );
}

function ByText({ agentId, setting }: Props) {
  const talk = useTalk(agentId, setting);
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: "end" });
  }, [talk.lines]);
  const scale = Math.max(1, ...talk.lines.slice(1).map((line) => (line.reply ? waterfall(line.reply.metadata, undefined).end : 0)));
  return (
    <section className="playground">
      <header className="page-head">
        <h1>Playground</h1>
        <TalkSettings {...{ agentId, setting }} />
        <span className="grow" />
        <button type="button" disabled={!talk.conversationId || talk.isOver || talk.isWaiting} onClick={talk.hangUp}>
          End
        </button>
        {talk.isBegun && (
          <button type="button" onClick={() => talk.restart()}>
            <Icon name="restart" />
            Start over
          </button>
        )}
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
        <ol className="turns" aria-live="polite" aria-busy={talk.isWaiting}>
          {talk.lines.map((line, number) => (
            <TalkTurn
              key={number}
              {...{ number, line }}
              scale={number === 0 ? undefined : scale}
              onAgain={number > 0 && line.reply && !talk.isWaiting ? () => talk.restart(talk.lines.slice(0, number + 1)) : undefined}
            />
          ))}
          {talk.isClosed && <li className="turn nothing">You ended the conversation.</li>}
          {!talk.isBegun && <NotBegun {...{ setting }} onStart={() => talk.restart()} />}
          <li ref={end} aria-hidden="true" />
        </ol>
        <TalkState lines={talk.lines} />
      </div>
      {talk.error !== null && <Problem error={talk.error} />}
      <Composer isBegun={talk.isBegun} isOver={talk.isOver} isWaiting={talk.isWaiting} onSend={talk.send} onStart={() => talk.restart()} />
    </section>
  );
}

/** Nobody is bothered before somebody wants to talk: a conversation is kept and counted from its greeting on. */
function NotBegun({ setting, onStart }: { setting: Setting; onStart: () => void }) {
  return (
    <li className="not-begun">
      <p>
        You talk to {setting.deployment ? "the chosen version" : `what answers in ${setting.environment}`}. The conversation is kept like any other.
      </p>
      <button type="button" className="strong" onClick={onStart}>
        <Icon name="playground" />
        Start with the greeting
      </button>
      <p className="quiet">Or say something first: the agent greets you and then answers.</p>
    </li>
  );
}

interface ComposerProps {
  isBegun: boolean;
  isOver: boolean;
  isWaiting: boolean;
  onSend: (message: string) => void;
  onStart: () => void;
}

function Composer({ isBegun, isOver, isWaiting, onSend, onStart }: ComposerProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isWaiting) field.current?.focus();
  }, [isWaiting]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = field.current?.value.trim();
    if (isWaiting || (!message && isBegun)) return;
    if (message) onSend(message);
    else onStart();
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
