// A call with the agent from this browser: what is heard, read along, and which record it has.
import { Call, canCall, type CallStatus, type Caption } from "@parley/sdk";
import { useEffect, useRef, useState } from "react";
import { beginBrowserCall } from "../../api/browser-calls";
import type { Environment } from "../../api/environments";

const PROBLEMS = {
  microphone: "The browser gives no microphone. Allow it for this page, and try again.",
  refused: "The call was refused.",
  busy: "All lines are busy. Try again later.",
  lost: "No sound came through. Is the address of calls reachable from here?",
} as const;

export function useSpokenTalk(agentId: string, environment: Environment) {
  const call = useRef<Call>(undefined);
  const [status, setStatus] = useState<CallStatus>("idle");
  const [captions, setCaptions] = useState<readonly Caption[]>([]);
  const [isMuted, setMuted] = useState(false);
  const [conversationId, setConversation] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  // Nobody goes on listening when the page is left.
  useEffect(() => () => call.current?.hangUp(), [agentId, environment]);

  const begin = async () => {
    if (!canCall()) throw new Error("Browsers give a microphone to secure pages alone: open the console over https, or on localhost.");
    const { url, token } = await beginBrowserCall(agentId, environment);
    const mine = new Call({ url, code: token });
    call.current = mine;
    mine.on("status", setStatus);
    mine.on("caption", () => setCaptions(mine.captions.map((each) => ({ ...each }))));
    mine.on("muted", setMuted);
    mine.on("conversation", setConversation);
    mine.on("problem", ({ kind, message }) => setError(new Error(kind === "refused" && message ? message : PROBLEMS[kind])));
    await mine.start();
  };
  const start = () => {
    setError(null);
    setCaptions([]);
    setMuted(false);
    setConversation(undefined);
    setStatus("connecting");
    begin().catch((problem: unknown) => {
      setStatus("failed");
      setError(problem);
    });
  };
  return {
    status,
    captions,
    isMuted,
    conversationId,
    error,
    start,
    hangUp: () => call.current?.hangUp(),
    mute: () => call.current?.mute(!isMuted),
  };
}
