// Values that change without a deployment: conversations that begin from now on get them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { configsQuery, editVariables, type ConfigPage } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { formatAgo } from "../../parts/format";
import { Json } from "../../parts/json";
import { Problem } from "../../parts/states";

export function RealTime({ agentId }: { agentId: string }) {
  const configs = useQuery(configsQuery(agentId));
  return (
    <section className="card block">
      <h2>Real-time configuration</h2>
      {configs.isError && <Problem error={configs.error} />}
      <div className="configs">
        {configs.data?.configPages.map((page) => (
          <Config key={`${page.clientEnv} ${page.lastUpdated}`} agentId={agentId} page={page} />
        ))}
      </div>
    </section>
  );
}

function Config({ agentId, page }: { agentId: string; page: ConfigPage }) {
  const [text, setText] = useState<string | null>(null);
  const isEditor = may(useSession(), "editor");
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => editVariables(agentId, page.clientEnv, changes(page.variables, text ?? "{}")),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["real-time", agentId] });
      setText(null);
    },
  });
  return (
    <article>
      <h3>
        {page.clientEnv} <small>{page.lastUpdated ? formatAgo(page.lastUpdated) : "never set"}</small>
      </h3>
      {text === null ? (
        <Json value={page.variables} />
      ) : (
        <textarea aria-label={`Variables of ${page.clientEnv}`} value={text} rows={10} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      )}
      {save.isError && <Problem error={save.error} />}
      {isEditor && text === null && (
        <button type="button" onClick={() => setText(JSON.stringify(page.variables, null, 2))}>
          Edit
        </button>
      )}
      {text !== null && (
        <div className="actions">
          <button type="button" className="strong" disabled={save.isPending} onClick={() => save.mutate()}>
            Save
          </button>
          <button type="button" onClick={() => setText(null)}>
            Cancel
          </button>
        </div>
      )}
    </article>
  );
}

/** What is no longer there is taken away with null. */
function changes(before: Record<string, unknown>, text: string): Record<string, unknown> {
  const after: unknown = JSON.parse(text);
  if (typeof after !== "object" || after === null || Array.isArray(after)) throw new Error("The variables are an object.");
  const gone = Object.keys(before).filter((name) => !(name in after));
  return { ...after, ...Object.fromEntries(gone.map((name) => [name, null])) };
}
