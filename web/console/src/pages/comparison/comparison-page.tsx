// Any two deployments, and what differs between them.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { activeQuery, deploymentsQuery, diffQuery, type ChangedFile, type Deployment } from "../../api/deployments";
import { Badge, type Tone } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Empty, Loading, Problem } from "../../parts/states";
import { useMedia } from "../../parts/use-media";
import { useTitle } from "../../parts/use-title";
import { describeVersion } from "../deployments/version";
import { FileChanges } from "./file-changes";
import type { ComparisonView } from "./view";
import "./comparison.css";

const route = getRouteApi("/inside/agents/$agentId/deployments/compare");
const TONES: Record<string, Tone> = { added: "good", removed: "bad", renamed: "info" };
/** So many files are open from the start. */
const OPEN = 20;

export function ComparisonPage() {
  const { agentId } = route.useParams();
  const view = route.useSearch();
  const list = useQuery(deploymentsQuery(agentId));
  const current = useQuery(activeQuery(agentId));
  useTitle("Compare deployments");
  const failed = [list, current].find((each) => each.isError);
  if (failed) return <Problem error={failed.error} retry={() => void failed.refetch()} />;
  if (!list.data || !current.data) return <Loading />;
  const active = current.data.activeDeployments;
  const from = view.from ?? active["live"]?.id ?? "";
  const to = view.to ?? active["sandbox"]?.id ?? active["pre-release"]?.id ?? "";
  return (
    <section className="comparison">
      <header className="page-head">
        <Link to="/agents/$agentId/deployments" params={{ agentId }} className="quiet" aria-label="All deployments" title="All deployments">
          <Icon name="back" />
        </Link>
        <h1>Compare</h1>
        <Choice {...{ from, to }} deployments={list.data.deployments} />
      </header>
      {from && to ? <Changes {...{ agentId, from, to }} as={view.as} /> : <Empty icon="agents" title="Choose two deployments" />}
    </section>
  );
}

interface ChoiceProps {
  from: string;
  to: string;
  deployments: readonly Deployment[];
}

function Choice({ from, to, deployments }: ChoiceProps) {
  const navigate = route.useNavigate();
  const set = (change: ComparisonView) => void navigate({ search: (view) => ({ ...view, from, to, ...change }) });
  const options = (chosen: string) => (
    <>
      {!deployments.some((each) => each.id === chosen) && <option value={chosen}>{chosen ? `…${chosen.slice(-8)}` : "–"}</option>}
      {deployments.map((each) => (
        <option key={each.id} value={each.id}>
          {describeVersion(each)}
        </option>
      ))}
    </>
  );
  return (
    <div className="choice">
      <select aria-label="From" value={from} onChange={(event) => set({ from: event.target.value })}>
        {options(from)}
      </select>
      <button type="button" className="quiet" aria-label="The other way round" title="The other way round" onClick={() => set({ from: to, to: from })}>
        ⇄
      </button>
      <select aria-label="To" value={to} onChange={(event) => set({ to: event.target.value })}>
        {options(to)}
      </select>
    </div>
  );
}

interface ChangesProps {
  agentId: string;
  from: string;
  to: string;
  as: ComparisonView["as"];
}

function Changes({ agentId, from, to, as }: ChangesProps) {
  const diff = useQuery(diffQuery(agentId, to, from));
  const isNarrow = useMedia("(max-width: 760px)");
  const isUnified = as ? as === "unified" : isNarrow;
  const navigate = route.useNavigate();
  if (diff.isPending) return <Loading />;
  if (diff.isError) return <Problem error={diff.error} retry={() => void diff.refetch()} />;
  const files = diff.data.files;
  if (files.length === 0) return <Empty icon="check" title="The files are the same" />;
  const show = (how: "split" | "unified") => void navigate({ search: (view) => ({ ...view, as: how }), replace: true });
  return (
    <div className="changed-files">
      <nav className="card" aria-label="Changed files">
        <header>
          <h2>{files.length === 1 ? "One file" : `${files.length} files`}</h2>
          <div className="segments" role="group" aria-label="How it is shown">
            <button type="button" aria-pressed={!isUnified} onClick={() => show("split")}>
              Side by side
            </button>
            <button type="button" aria-pressed={isUnified} onClick={() => show("unified")}>
              Unified
            </button>
          </div>
        </header>
        <ol>
          {files.map((file, index) => (
            <li key={file.path}>
              <a href={`#file-${index}`}>{file.path}</a> <Kind of={file} />
            </li>
          ))}
        </ol>
      </nav>
      {files.map((file, index) => (
        <FileChanges key={`${from} ${to} ${file.path}`} {...{ agentId, file, isUnified }} deploymentId={to} id={`file-${index}`} isOpen={index < OPEN}>
          <Kind of={file} />
        </FileChanges>
      ))}
    </div>
  );
}

function Kind({ of: file }: { of: ChangedFile }) {
  return (
    <Badge tone={TONES[file.change] ?? "plain"} title={file.previousPath ? `from ${file.previousPath}` : undefined}>
      {file.change}
    </Badge>
  );
}
