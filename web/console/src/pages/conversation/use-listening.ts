// A call that runs, heard here: both sides as they come, the caller left and the agent right.
import { useEffect, useRef, useState } from "react";
import { beginListening } from "../../api/browser-calls";

export type Listening = "off" | "connecting" | "on" | "over";

/** Ahead of the loudspeaker, so that pieces that come unevenly make no gaps. */
const AHEAD_SECONDS = 0.3;
const REASONS: Record<number, string> = {
  4403: "You may no longer listen to this call.",
  4404: "Another process has this call. Try again.",
  4408: "Your connection is too slow for the audio.",
  4429: "As many as may listen to one call do already.",
};

export function useListening(agentId: string, conversationId: string) {
  const [state, setState] = useState<Listening>("off");
  const [problem, setProblem] = useState<string | null>(null);
  const ears = useRef<WebSocket | null>(null);
  const wanted = useRef(0);
  const leave = () => {
    wanted.current += 1;
    ears.current?.close();
    ears.current = null;
  };
  const stop = () => {
    leave();
    setState("off");
  };
  useEffect(() => leave, []);
  const start = async () => {
    const mine = ++wanted.current;
    setState("connecting");
    setProblem(null);
    // Made by the click: browsers let no page play anything before one.
    const context = new AudioContext();
    try {
      const given = await beginListening(agentId, conversationId);
      if (mine !== wanted.current) return void context.close();
      const socket = new WebSocket(given.url);
      ears.current = socket;
      socket.binaryType = "arraybuffer";
      socket.onopen = () => socket.send(JSON.stringify({ token: given.token }));
      const play = playing(context);
      socket.onmessage = ({ data }) => (typeof data === "string" ? setState("on") : play(data as ArrayBuffer));
      socket.onclose = ({ code }) => {
        void context.close();
        if (ears.current !== socket) return;
        ears.current = null;
        setState(code === 1000 ? "over" : "off");
        setProblem(code === 1000 ? null : (REASONS[code] ?? "The connection is gone."));
      };
    } catch (error) {
      void context.close();
      if (mine !== wanted.current) return;
      setState("off");
      setProblem(error instanceof Error ? error.message : "It does not work.");
    }
  };
  return { state, problem, start, stop };
}

/** Pieces one after the other. */
function playing(context: AudioContext): (piece: ArrayBuffer) => void {
  const rate = 8_000;
  let next = 0;
  return (piece) => {
    const samples = new Int16Array(piece);
    const buffer = context.createBuffer(2, samples.length / 2, rate);
    for (const side of [0, 1]) {
      const channel = buffer.getChannelData(side);
      for (let index = 0; index < channel.length; index++) channel[index] = (samples[2 * index + side] ?? 0) / 32_768;
    }
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    next = next > context.currentTime ? next : context.currentTime + AHEAD_SECONDS;
    source.start(next);
    next += buffer.duration;
  };
}
