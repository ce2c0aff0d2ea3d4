// Everything about one conversation: what was said, and beside each turn why.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { conversationQuery, traceQuery, type ConversationTrace, type Detail } from "../../api/conversations";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { useShortcuts } from "../../app/shortcuts";
import { Loading, Problem } from "../../parts/states";
import { ConversationHead } from "./conversation-head";
import { rememberRead } from "../conversations/last-read";
import { turnOfTheme } from "./found-turn";
import { ListenIn } from "./listen-in";
import { Facts } from "./facts";
import { FunctionCard } from "./function-card";
import { ReviewCard } from "./review-card";
import { useReview } from "./use-review";
import { Player } from "./player";
import { ReplayDialog } from "./replay-dialog";
import { waterfall } from "./spans";
import { TestDialog } from "./test-dialog";
import { TurnRow } from "./turn-row";
import "./conversation.css";

const route = getRouteApi("/inside/agents/$agentId/conversations/$conversationId");

export function ConversationPage() {
  const { agentId, conversationId } = route.useParams();
  const { turn, ...filters } = route.useSearch();
  const detail = useQuery(conversationQuery(agentId, conversationId));
  const trace = useQuery(traceQuery(agentId, conversationId, detail.data?.turns.length ?? 0, detail.isSuccess));
  const found = turn ?? (detail.data && turnOfTheme(detail.data.turns, filters));
  useEffect(() => rememberRead(conversationId), [conversationId]);
  const [isTesting, setTesting] = useState(false);
  const [isReplaying, setReplaying] = useState(false);
  const isEditor = may(useSession(), "editor");
  const onTest = detail.data ? () => setTesting(true) : undefined;
  return (
    <section className="conversation">
      <ConversationHead {...{ agentId, conversationId, filters }} detail={detail.data} onTest={onTest} onReplay={isEditor && detail.data ? () => setReplaying(true) : undefined} />
      {isReplaying && <ReplayDialog key={`replay-${conversationId}`} {...{ agentId, conversationId }} onClose={() => setReplaying(false)} />}
      {isTesting && <TestDialog key={`test-${conversationId}`} {...{ agentId, conversationId }} onClose={() => setTesting(false)} />}
      {isEditor && detail.data?.inProgress && detail.data.channel.startsWith("VOICE") && <ListenIn key={`call-${conversationId}`} {...{ agentId, conversationId }} />}
      {detail.isPending && <Loading />}
      {detail.isError && !detail.data && <Problem error={detail.error} retry={() => void detail.refetch()} />}
      {detail.data && <Story key={conversationId} agentId={agentId} detail={detail.data} trace={trace.data} found={found} query={filters["q"]?.toString()} />}
    </section>
  );
}

interface StoryProps {
  agentId: string;
  detail: Detail;
  trace: ConversationTrace | undefined;
  /** The turn that a search found, and what was searched for. */
  found: number | undefined;
  query: string | undefined;
}

function Story({ agentId, detail, trace, found, query }: StoryProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [playing, setPlaying] = useState(-1);
  const reviewing = useReview({ agentId, conversationId: detail.conversationId });
  const begun = Date.parse(detail.startedAt);
  const starts = useMemo(
    () => detail.turns.map((turn) => Math.max(0, (Date.parse(turn.user_input_datetime) - begun) / 1000)),
    [detail.turns, begun],
  );
  const times = useMemo(
    () => trace?.turns.map((turn, index) => waterfall(turn.trace, trace.turns[index + 1]?.trace)) ?? [],
    [trace],
  );
  // The opening waits for much that is there afterwards: it has a scale of its own.
  const scale = Math.max(1, ...times.slice(1).map((time) => time.end));
  useTurnKeys(list);
  const isTraced = trace !== undefined;
  useEffect(() => {
    if (found !== undefined && isTraced) list.current?.querySelector(`[data-turn="${found}"]`)?.scrollIntoView({ block: "center" });
  }, [found, isTraced]);
  useEffect(() => {
    // Whoever listens reads along.
    if (audio.current?.paused === false) list.current?.querySelector(`[data-turn="${playing}"]`)?.scrollIntoView({ block: "nearest" });
  }, [playing]);
  const seek = (seconds: number) => {
    if (!audio.current) return;
    audio.current.currentTime = seconds;
    void audio.current.play();
  };
  const source = detail.audioUrl && `/v1/agents/${encodeURIComponent(agentId)}/${detail.audioUrl}`;
  return (
    <div className="story">
      <ol ref={list} className="turns">
        {detail.turns.map((turn, number) => (
          <TurnRow
            key={number}
            {...{ number, turn }}
            scale={number === 0 ? Math.max(1, times[0]?.end ?? 1) : scale}
            trace={trace?.turns[number]?.trace}
            deploymentId={trace?.turns[number]?.deploymentId}
            time={times[number]}
            from={starts[number] ?? 0}
            isPlaying={playing === number}
            isFound={found === number}
            {...{ query, reviewing }}
            seek={source ? seek : undefined}
          />
        ))}
        {detail.turns.length === 0 && <li className="turn">There is no transcript: what is said is not shown to you, or to nobody in this project.</li>}
        <EndFunctions of={trace} />
      </ol>
      <Facts of={detail}>
        {detail.shortSummary && <ShortSummary of={detail.shortSummary} />}
        <ReviewCard of={reviewing} />
      </Facts>
      {source && (
        <Player
          {...{ source, audio }}
          marks={starts}
          length={detail.totalDuration}
          onTime={(now) => setPlaying(audio.current?.paused && now === 0 ? -1 : starts.findLastIndex((start) => start <= now + 0.05))}
        />
      )}
    </div>
  );
}

/** What a model made of it. */
function ShortSummary({ of: summary }: { of: NonNullable<Detail["shortSummary"]> }) {
  return (
    <section className="short-summary" aria-label="Summary">
      <h2>{summary.heading}</h2>
      <p>{summary.content}</p>
    </section>
  );
}

function EndFunctions({ of: trace }: { of: ConversationTrace | undefined }) {
  const calls = (trace?.end?.trace as { functions?: Parameters<typeof FunctionCard>[0]["call"][] } | undefined)?.functions ?? [];
  if (calls.length === 0) return null;
  return (
    <li className="turn">
      <div className="gutter" />
      <p className="after">After the end</p>
      <div className="behind">
        {calls.map((call, index) => (
          <FunctionCard key={index} call={call} deploymentId={trace?.end?.deploymentId} />
        ))}
      </div>
    </li>
  );
}

/** From one turn to the one before or after it. */
function useTurnKeys(list: React.RefObject<HTMLOListElement | null>): void {
  const step = (by: number) => {
    const turns = [...(list.current?.querySelectorAll<HTMLElement>("[data-turn]") ?? [])];
    const now = turns.findIndex((turn) => turn.contains(document.activeElement));
    turns[now < 0 ? 0 : now + by]?.focus();
  };
  useShortcuts({ "]": () => step(1), "[": () => step(-1) });
}
