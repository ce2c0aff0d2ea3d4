// One conversation with a deployment: what was said so far, and what each turn did.
import { useCallback, useEffect, useRef, useState } from "react";
import { say, start, type Reply } from "../../api/playground";
import type { Setting } from "./setting";

export interface Line {
  said: string | null;
  reply: Reply | null;
}

export function useTalk(agentId: string, setting: Setting) {
  const [lines, setLines] = useState<Line[]>([]);
  const [error, setError] = useState<unknown>(null);
  const round = useRef(0);
  const { environment, variant, language } = setting;

  const settle = useCallback((mine: number, answer: Promise<Reply>) => {
    answer.then(
      (reply) => mine === round.current && setLines((before) => [...before.slice(0, -1), { said: before.at(-1)?.said ?? null, reply }]),
      (problem: unknown) => {
        if (mine !== round.current) return;
        setLines((before) => before.slice(0, -1));
        setError(problem);
      },
    );
  }, []);

  const restart = useCallback(() => {
    round.current += 1;
    setError(null);
    setLines([{ said: null, reply: null }]);
    settle(round.current, start(agentId, environment, variant, language));
  }, [agentId, environment, variant, language, settle]);

  const begun = useRef<typeof restart>(undefined);
  useEffect(() => {
    if (begun.current === restart) return;
    begun.current = restart;
    restart();
  }, [restart]);

  const last = lines.at(-1)?.reply;
  const send = (message: string) => {
    if (!last) return;
    setError(null);
    setLines((before) => [...before, { said: message, reply: null }]);
    settle(round.current, say(agentId, environment, last.conversationId, message));
  };
  const isWaiting = lines.length > 0 && !last;
  return { lines, error, send, restart, isWaiting, isOver: Boolean(last?.conversationEnded), conversationId: lines[0]?.reply?.conversationId };
}
