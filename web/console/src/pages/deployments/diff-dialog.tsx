import { useQuery } from "@tanstack/react-query";
import { diffQuery, type Deployment } from "../../api/deployments";
import { Badge } from "../../parts/badge";
import { Dialog } from "../../parts/dialog";
import { Loading, Problem } from "../../parts/states";

export interface Pair {
  newer: Deployment;
  older: Deployment;
}

const TONES = { added: "good", removed: "bad", changed: "plain" } as const;

export function DiffDialog({ agentId, pair, onClose }: { agentId: string; pair: Pair; onClose: () => void }) {
  const diff = useQuery(diffQuery(agentId, pair.newer.id, pair.older.id));
  const title = `From ${pair.older.version.slice(0, 10)} to ${pair.newer.version.slice(0, 10)}`;
  return (
    <Dialog title={title} isWide onClose={onClose}>
      {diff.isPending && <Loading rows={4} />}
      {diff.isError && <Problem error={diff.error} />}
      {diff.data?.files.length === 0 && <p>The files are the same.</p>}
      {diff.data?.files.map((file) => (
        <details key={file.path} className="diff" open={diff.data.files.length < 6}>
          <summary>
            <code>{file.path}</code> <Badge tone={TONES[file.change as keyof typeof TONES] ?? "plain"}>{file.change}</Badge>
          </summary>
          <pre tabIndex={0} aria-label={`What changed in ${file.path}`}>
            {file.diff.split("\n").map((line, index) => (
              <span key={index} data-kind={kindOf(line)}>
                {line}
                {"\n"}
              </span>
            ))}
          </pre>
          {file.truncated && <p>The rest is longer than can be shown.</p>}
        </details>
      ))}
    </Dialog>
  );
}

function kindOf(line: string): string | undefined {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "head";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : undefined;
}
