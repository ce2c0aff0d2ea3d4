// One conversation with a deployment: what was said so far, word by word as it comes, and what each turn did.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { end, say, start, type Hear, type Reply } from "../../api/playground";
import { startOf, type Setting } from "./setting";

export interface Line {
  said: string | null;
  /** As far as they have come. */
  words: string;
  reply: Reply | null;
  /** What was answered the time before, when this is played again. */
  before: string | null;
}

type Act = (hear: Hear, signal: AbortSignal) => Promise<Reply>;

export function useTalk(agentId: string, setting: Setting) {
  const [lines, setLines] = useState<Line[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const running = useRef<AbortController>(undefined);
  const settled = JSON.stringify(setting);
  const body = useMemo(() => startOf(JSON.parse(settled) as Setting), [settled]);
  const clientEnv = body.clientEnv;

  /** What is under way is given up: the newest wish counts. */
  const run = useCallback((work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setError(null);
    setWaiting(true);
    work(mine.signal)
      .catch((problem: unknown) => {
        if (mine.signal.aborted) return;
        setLines((before) => before.filter((line) => line.reply));
        setError(problem);
      })
      .finally(() => running.current === mine && setWaiting(false));
  }, []);

  const take = useCallback(async (said: string | null, before: string | null, signal: AbortSignal, act: Act): Promise<Reply> => {
    const change = (more: (last: Line) => Partial<Line>) =>
      !signal.aborted && setLines((lines) => lines.map((line, index) => (index === lines.length - 1 ? { ...line, ...more(line) } : line)));
    setLines((lines) => [...lines, { said, words: "", reply: null, before }]);
    const reply = await act((words) => change((last) => ({ words: last.words + words })), signal);
    change(() => ({ reply }));
    return reply;
  }, []);

  /** Begins anew; what the user said in `again` is said once more. */
  const restart = useCallback(
    (again: readonly Line[] = []) =>
      run(async (signal) => {
        setLines([]);
        setClosed(false);
        const before = (line: Line | undefined) => line?.reply?.response ?? null;
        let reply = await take(null, before(again[0]), signal, (hear) => start(agentId, body, hear, signal));
        for (const line of again.slice(1)) {
          if (signal.aborted || reply.conversationEnded) return;
          const said = { agentId, clientEnv, conversationId: reply.conversationId, message: line.said ?? "" };
          reply = await take(line.said, before(line), signal, (hear) => say(said, hear, signal));
        }
      }),
    [agentId, body, clientEnv, run, take],
  );

  // Whom one talks to is another one now: what was said was said to the one before.
  useEffect(() => {
    running.current?.abort();
    setLines([]);
    setError(null);
    setClosed(false);
    setWaiting(false);
  }, [settled, agentId]);

  const conversationId = lines[0]?.reply?.conversationId;
  const isOver = isClosed || Boolean(lines.at(-1)?.reply?.conversationEnded);
  /** The first words begin the conversation: the agent greets, and then hears them. */
  const send = (message: string) =>
    run(async (signal) => {
      const known = conversationId ?? (await take(null, null, signal, (hear) => start(agentId, body, hear, signal))).conversationId;
      await take(message, null, signal, (hear) => say({ agentId, clientEnv, conversationId: known, message }, hear, signal));
    });
  const hangUp = () =>
    conversationId &&
    run(async () => {
      await end(agentId, clientEnv, conversationId);
      setClosed(true);
    });
  return { lines, error, send, restart, hangUp, isWaiting, isOver, isClosed, conversationId, isBegun: lines.length > 0 };
}
