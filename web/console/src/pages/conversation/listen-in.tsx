import { Icon } from "../../parts/icon";
import { useListening, type Listening } from "./use-listening";

const WORDS: Record<Listening, string> = {
  off: "This call runs.",
  connecting: "Connecting …",
  on: "You hear both sides, a second late. Nobody hears you.",
  over: "The call is over, or somebody else has taken it.",
};

export function ListenIn({ agentId, conversationId }: { agentId: string; conversationId: string }) {
  const { state, problem, start, stop } = useListening(agentId, conversationId);
  const isOn = state === "on" || state === "connecting";
  return (
    <div className="listen-in" role="group" aria-label="Listen in">
      <button type="button" aria-pressed={isOn} onClick={isOn ? stop : () => void start()}>
        <Icon name="phone" />
        {isOn ? "Stop listening" : "Listen in"}
      </button>
      <p role="status">{problem ?? WORDS[state]}</p>
    </div>
  );
}
