import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runQuery, runsQuery, type CaseResult } from "../../api/deployments";
import { Badge, type Tone } from "../../parts/badge";
import { Dialog } from "../../parts/dialog";
import { formatCount, formatMoment } from "../../parts/format";
import { Loading, Problem } from "../../parts/states";

const TONES: Record<string, Tone> = { passed: "good", failed: "bad", errored: "bad", timed_out: "bad", incomplete: "warn", running: "info" };
const SHOWN = 8;

export function TestRuns({ agentId }: { agentId: string }) {
  const runs = useQuery(runsQuery(agentId));
  const [open, setOpen] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const all = runs.data?.testRuns ?? [];
  const found = isWhole ? all : all.slice(0, SHOWN);
  return (
    <section className="card block">
      <h2>Test runs</h2>
      {runs.isError && <Problem error={runs.error} />}
      {runs.isSuccess && found.length === 0 && <p className="nothing">None yet. A run takes every case of the project's test suite.</p>}
      <ul className="runs">
        {found.map((run) => (
          <li key={run.testRunId}>
            <button type="button" className="quiet" onClick={() => setOpen(run.testRunId)}>
              <Badge tone={TONES[run.status] ?? "plain"}>{run.status}</Badge>
              <span className="number">
                {run.passed} of {run.total}
              </span>
              <span className="meta">
                {run.trigger}, {formatMoment(run.createdAt)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {all.length > found.length && (
        <button type="button" className="quiet" onClick={() => setWhole(true)}>
          All {formatCount(all.length)}
        </button>
      )}
      {open && <Run agentId={agentId} testRunId={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Run({ agentId, testRunId, onClose }: { agentId: string; testRunId: string; onClose: () => void }) {
  const run = useQuery(runQuery(agentId, testRunId));
  return (
    <Dialog title="Test run" isWide onClose={onClose}>
      {run.isPending && <Loading rows={4} />}
      {run.isError && <Problem error={run.error} />}
      {run.data?.error && <Problem error={new Error(run.data.error)} />}
      {run.data?.results.map((result, index) => <Case key={index} of={result} />)}
    </Dialog>
  );
}

function Case({ of: result }: { of: CaseResult }) {
  const reasons = [
    ...(result.error ? [result.error] : []),
    ...(result.script_failures ?? []),
    ...(result.function_call_failures ?? []).map((each) => `${each.name}: ${each.failure_reason} ${each.error}`),
    ...(result.prompt_assertion_results ?? []).filter((each) => !each.is_pass).map((each) => `${each.prompt}: ${each.reason}`),
  ];
  return (
    <details className="case" open={reasons.length > 0}>
      <summary>
        {result.name} <Badge tone={TONES[result.status] ?? "plain"}>{result.status.replace("_", " ")}</Badge>
      </summary>
      {reasons.map((reason) => (
        <p key={reason} className="wrong">
          {reason}
        </p>
      ))}
      <ol>
        {result.transcript?.map((line, index) => (
          <li key={index}>
            <b>{line.role}</b> {line.text}
          </li>
        ))}
      </ol>
    </details>
  );
}
