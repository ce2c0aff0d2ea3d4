// Two dialogues side by side, turn by turn, with what differs marked.
import type { ReplayAnswer, ReplayTurn } from "../../api/replays";
import { Badge } from "../../parts/badge";
import { WordChanges } from "../../parts/word-changes";

type Kind = ReplayTurn["differences"][number];

const LABELS: Record<Kind, string> = {
  words: "other words",
  functions: "other functions",
  place: "another step",
  handoff: "another handoff",
  end: "another end",
};

export function ReplayTurns({ turns }: { turns: readonly ReplayTurn[] }) {
  return (
    <table className="replay">
      <thead>
        <tr>
          <th>User</th>
          <th>Before</th>
          <th>Now</th>
        </tr>
      </thead>
      <tbody>
        {turns.map((turn) => (
          <tr key={turn.number} data-differs={turn.differences.length > 0 || undefined}>
            <th scope="row">{turn.userInput ?? (turn.number === 0 ? <span className="nothing">opening</span> : <span className="nothing">not the user's turn</span>)}</th>
            <td>
              <p className="plain">{turn.before.response}</p>
              <Marks of={turn.before} />
            </td>
            <td>{turn.after ? <Now turn={turn} after={turn.after} /> : <span className="nothing">not played</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Now({ turn, after }: { turn: ReplayTurn; after: ReplayAnswer }) {
  return (
    <>
      {turn.differences.includes("words") ? <WordChanges before={turn.before.response} after={after.response} /> : <p className="plain">{after.response}</p>}
      <Marks of={after} />
      <p className="signs">
        {turn.differences.map((kind) => (
          <Badge key={kind} tone="warn">
            {LABELS[kind]}
          </Badge>
        ))}
      </p>
    </>
  );
}

function Marks({ of: answer }: { of: ReplayAnswer }) {
  const place = [answer.flow, answer.step].filter(Boolean).join(" · ");
  return (
    <p className="marks">
      {place && <Badge>{place}</Badge>}
      {answer.functions.map((call, index) => (
        <code key={index}>
          {call.name}({Object.keys(call.arguments).length > 0 && JSON.stringify(call.arguments)})
        </code>
      ))}
      {answer.handoff !== null && <Badge tone="info">to {answer.handoff || "a person"}</Badge>}
      {answer.ended && <Badge>ended</Badge>}
    </p>
  );
}
