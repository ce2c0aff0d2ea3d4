// "Replay": what the user said, said again to another version, with both answers side by side.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { deploymentsQuery } from "../../api/deployments";
import { replay, type ReplayReply, type ReplayRequest, type ReplayTurn } from "../../api/replays";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/states";
import { describeVersion } from "../deployments/version";
import { ReplayTurns } from "./replay-turns";

interface Props {
  agentId: string;
  conversationId: string;
  onClose: () => void;
}

export function ReplayDialog({ agentId, conversationId, onClose }: Props) {
  const { turns, whole, error, isRunning, start } = useReplay(agentId, conversationId);
  return (
    <Dialog title="Replay" isWide onClose={onClose}>
      <p>
        Everything the user said is said again, in a new conversation in the sandbox. <strong>Functions run for real</strong>, with the variables
        and secrets of the sandbox: what they book there is booked. No text message is sent, and nothing is remembered of the caller.
      </p>
      <Choice agentId={agentId} isRunning={isRunning} onStart={start} />
      {error !== null && <Problem error={error} />}
      <div role="status">{whole ? <Summary {...{ agentId, whole, onClose }} /> : isRunning && <p className="thinking">Playing turn {turns.length} …</p>}</div>
      {turns.length > 0 && <ReplayTurns turns={turns} />}
    </Dialog>
  );
}

function useReplay(agentId: string, conversationId: string) {
  const [turns, setTurns] = useState<ReplayTurn[]>([]);
  const [whole, setWhole] = useState<ReplayReply | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  // Whoever closes the dialog ends the replay: the service stops when nobody reads.
  useEffect(() => () => running.current?.abort(), []);
  const start = (body: ReplayRequest) => {
    const mine = new AbortController();
    running.current = mine;
    setTurns([]);
    setWhole(null);
    setError(null);
    setRunning(true);
    replay(agentId, conversationId, body, (turn) => setTurns((before) => [...before, turn]), mine.signal)
      .then(setWhole, (problem: unknown) => !mine.signal.aborted && setError(problem))
      .finally(() => setRunning(false));
  };
  return { turns, whole, error, isRunning, start };
}

function Choice({ agentId, isRunning, onStart }: { agentId: string; isRunning: boolean; onStart: (body: ReplayRequest) => void }) {
  const list = useQuery(deploymentsQuery(agentId)).data?.deployments ?? [];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onStart({ deploymentId: String(new FormData(event.currentTarget).get("deployment")) || null });
  };
  return (
    <form className="replay-choice" onSubmit={submit}>
      <label>
        With
        <select name="deployment">
          <option value="">what is active in the sandbox</option>
          {list.map((each) => (
            <option key={each.id} value={each.id}>
              {describeVersion(each)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="strong" disabled={isRunning}>
        Start
      </button>
    </form>
  );
}

const STOPPED: Record<NonNullable<ReplayReply["stopped"]>, string> = {
  ended: "The agent ended the conversation earlier than before.",
  turns: "Not all turns were played: there are too many.",
  time: "Not all turns were played: it took too long.",
  shutdown: "Not all turns were played: the service was stopped.",
};

function Summary({ agentId, whole, onClose }: { agentId: string; whole: ReplayReply; onClose: () => void }) {
  const { differing, stopped, redacted, conversationId } = whole;
  return (
    <p className="replay-summary">
      <strong>{differing === 0 ? "No turn differs." : differing === 1 ? "One turn differs." : `${differing} turns differ.`}</strong> {stopped && STOPPED[stopped]}{" "}
      {redacted && "Parts of what the user said are hidden in the record, and were said as they stand there."}{" "}
      <Link to="/agents/$agentId/conversations/$conversationId" params={{ agentId, conversationId }} search={{}} onClick={onClose}>
        The replay's record
      </Link>
    </p>
  );
}
