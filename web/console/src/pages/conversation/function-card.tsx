// One function that the agent called: with what, what came of it, what it changed.
import type { FunctionCall } from "../../api/trace";
import { Badge } from "../../parts/badge";
import { CodeError } from "../../parts/code-place";
import { formatMs } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Json, Pairs } from "../../parts/json";

interface Props {
  call: FunctionCall;
  /** What it ran on; undefined: nobody can tell. */
  deploymentId?: string | undefined;
}

export function FunctionCard({ call, deploymentId }: Props) {
  const { added = {}, updated = {}, removed = [] } = call.state_changes ?? {};
  const changes = Object.keys(added).length + Object.keys(updated).length + removed.length;
  return (
    <details className="function" data-bad={call.error ? true : undefined} open={Boolean(call.error)}>
      <summary>
        <code>
          {call.name}
          <span>{briefArguments(call.arguments)}</span>
        </code>
        {call.error && <Badge tone="bad">error</Badge>}
        {changes > 0 && <Badge>{changes} state</Badge>}
        {Boolean(call.duration_ms) && <span className="number">{formatMs(call.duration_ms ?? 0)}</span>}
      </summary>
      <div className="inside">
        {call.error && (
          <p className="wrong">
            <Icon name="warning" />
            <CodeError text={call.error} deploymentId={deploymentId} />
          </p>
        )}
        {Object.keys(call.arguments ?? {}).length > 0 && (
          <Part title="Arguments">
            <Pairs of={call.arguments} />
          </Part>
        )}
        {call.result && (
          <Part title="What the model was told">
            <Json value={call.result} />
          </Part>
        )}
        {call.utterance && (
          <Part title="Said">
            <p>{call.utterance}</p>
          </Part>
        )}
        {changes > 0 && (
          <Part title="State">
            <Pairs of={added} mark="+ " />
            <Pairs of={updated} mark="~ " />
            <Pairs of={Object.fromEntries(removed.map((name) => [name, ""]))} mark="− " />
          </Part>
        )}
        <Movement of={call} />
        {(call.logs?.length ?? 0) > 0 && (
          <Part title="Log">
            <Json value={call.logs?.map((line) => `${line.level}  ${line.message}`).join("\n")} />
          </Part>
        )}
        {call.stdout && (
          <Part title="Printed">
            <Json value={call.stdout} />
          </Part>
        )}
      </div>
    </details>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Where it was called, and where the conversation went from there. */
function Movement({ of: { in_flow, in_step, transition, handoff, hangup } }: { of: FunctionCall }) {
  const to = transition && [transition.goto_flow, transition.goto_step].filter(Boolean).join(" · ");
  return (
    <p className="movement">
      {in_flow && <Badge title="Called in">{[in_flow, in_step].filter(Boolean).join(" · ")}</Badge>}
      {to && <Badge tone="accent">→ {to}</Badge>}
      {transition?.exit_flow && <Badge tone="accent">leaves the flow</Badge>}
      {handoff && <Badge tone="info">hands over to {handoff.destination}</Badge>}
      {hangup && <Badge tone="info">hangs up</Badge>}
    </p>
  );
}

function briefArguments(values: Record<string, unknown>): string {
  return `(${Object.values(values ?? {})
    .map((value) => JSON.stringify(value))
    .join(", ")})`;
}
