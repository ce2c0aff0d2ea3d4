// One deployment: what it consists of, readable.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { archiveAddress, deploymentQuery, filesQuery } from "../../api/deployment-files";
import { activeQuery, type Deployment } from "../../api/deployments";
import { Badge } from "../../parts/badge";
import { Copy } from "../../parts/copy";
import { formatFull } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { FileTree } from "./file-tree";
import { FileView } from "./file-view";
import { Needs } from "./needs";
import { Variants } from "./variants";
import { firstFile, VIEWS, type ViewName } from "./view";
import "./deployment.css";
import { messageOf } from "../deployments/version";

const route = getRouteApi("/inside/agents/$agentId/deployments/$deploymentId");

export function DeploymentPage() {
  const { agentId, deploymentId } = route.useParams();
  const { view = "files" } = route.useSearch();
  const navigate = route.useNavigate();
  const deployment = useQuery(deploymentQuery(agentId, deploymentId));
  useTitle(deployment.data ? `Version ${deployment.data.version.slice(0, 10)}` : "Deployment");
  if (deployment.isError) return <Problem error={deployment.error} />;
  return (
    <section className="deployment">
      <Head agentId={agentId} deployment={deployment.data} />
      <div className="segments" role="group" aria-label="What is shown">
        {(Object.keys(VIEWS) as ViewName[]).map((name) => (
          <button key={name} type="button" aria-pressed={name === view} onClick={() => void navigate({ search: name === "files" ? {} : { view: name } })}>
            {VIEWS[name]}
          </button>
        ))}
      </div>
      {view === "files" && <Files {...{ agentId, deploymentId }} />}
      {view === "variants" && <Variants {...{ agentId, deploymentId }} />}
      {view === "needs" && <Needs {...{ agentId, deploymentId }} />}
    </section>
  );
}

function Head({ agentId, deployment }: { agentId: string; deployment: Deployment | undefined }) {
  const active = useQuery(activeQuery(agentId)).data?.activeDeployments;
  return (
    <header className="page-head">
      <Link to="/agents/$agentId/deployments" params={{ agentId }} className="quiet" aria-label="All deployments" title="All deployments">
        <Icon name="back" />
      </Link>
      <h1>{deployment ? `Version ${deployment.version.slice(0, 10)}` : "Deployment"}</h1>
      {deployment && (
        <>
          <Badge tone="info">{deployment.environment}</Badge>
          {active?.[deployment.environment]?.id === deployment.id && <Badge tone="good">active</Badge>}
          <p className="grow">
            {formatFull(deployment.createdAt)} by {deployment.createdBy}
            {messageOf(deployment) && `: ${messageOf(deployment)}`}
          </p>
          <Link to="/agents/$agentId/deployments/compare" params={{ agentId }} search={{ to: deployment.id }} className="button">
            Compare
          </Link>
          <Link to="/agents/$agentId/conversations" params={{ agentId }} search={{ deploymentId: deployment.id }} className="button">
            Its conversations
          </Link>
          <a className="button" href={archiveAddress(agentId, deployment.id)} download>
            Download
          </a>
          <Copy text={deployment.id} label="Copy the id" />
        </>
      )}
    </header>
  );
}

function Files({ agentId, deploymentId }: { agentId: string; deploymentId: string }) {
  const { path, line } = route.useSearch();
  const files = useQuery(filesQuery(agentId, deploymentId));
  if (files.isPending) return <Loading />;
  if (files.isError) return <Problem error={files.error} retry={() => void files.refetch()} />;
  const chosen = path ?? firstFile(files.data);
  return (
    <div className="files">
      <FileTree {...{ agentId, deploymentId, chosen }} files={files.data} />
      <FileView {...{ agentId, deploymentId, line }} path={chosen} />
    </div>
  );
}
