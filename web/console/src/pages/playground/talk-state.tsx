// What the conversation knows after its last turn, and what of it that turn has changed.
import { Badge } from "../../parts/badge";
import { Pairs } from "../../parts/json";
import type { Line } from "./use-talk";

export function TalkState({ lines }: { lines: readonly Line[] }) {
  const replies = lines.flatMap((line) => line.reply ?? []);
  const last = replies.at(-1);
  if (!last) return <aside className="facts" aria-label="State" />;
  const { metadata: trace, state, memory } = last;
  const place = [trace.out_flow, trace.out_step].filter(Boolean).join(" · ");
  return (
    <aside className="facts" aria-label="State" tabIndex={0}>
      <section>
        <h2>Flow and step</h2>
        <p>{place ? <Badge tone="accent">{place}</Badge> : <span className="nothing">in no flow</span>}</p>
      </section>
      <section>
        <h2>State</h2>
        <Changed before={replies.at(-2)?.state ?? {}} after={state} />
      </section>
      <section>
        <h2>Memory</h2>
        {Object.keys(memory).length > 0 ? <Pairs of={memory} /> : <p className="nothing">nothing of this caller</p>}
      </section>
    </aside>
  );
}

type Values = Record<string, unknown>;

function Changed({ before, after }: { before: Values; after: Values }) {
  const names = Object.keys(after);
  const gone = Object.keys(before).filter((name) => !(name in after));
  const fresh = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length + gone.length === 0) return <p className="nothing">empty</p>;
  const some = (wanted: readonly string[]) => Object.fromEntries(wanted.map((name) => [name, after[name] ?? before[name]]));
  return (
    <>
      {fresh.length > 0 && (
        <div className="fresh">
          <Badge tone="accent">changed by the last turn</Badge>
          <Pairs of={some(fresh)} />
        </div>
      )}
      <Pairs of={some(names.filter((name) => !fresh.includes(name)))} />
      {gone.length > 0 && (
        <div className="gone">
          <Badge tone="warn">removed</Badge>
          <Pairs of={some(gone)} />
        </div>
      )}
    </>
  );
}
