// What answers where, how it came there, and whether its tests pass.
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTitle } from "../../parts/use-title";
import type { Change } from "./change-dialog";
import { ChangeDialog } from "./change-dialog";
import { AbTestCard } from "./ab-test";
import { Environments } from "./environments";
import { History } from "./history";
import { NextVersion } from "./next-version";
import { RealTime } from "./real-time";
import { TestRuns } from "./test-runs";
import "./deployments.css";

const route = getRouteApi("/inside/agents/$agentId/deployments");

export function DeploymentsPage() {
  const { agentId } = route.useParams();
  useTitle("Deployments");
  const [change, setChange] = useState<Change | null>(null);
  return (
    <section className="deployments">
      <header className="page-head">
        <h1>Deployments</h1>
        <span className="grow" />
        <Link to="/agents/$agentId/deployments/compare" params={{ agentId }} className="button">
          Compare two
        </Link>
      </header>
      <Environments agentId={agentId} onChange={setChange} />
      <AbTestCard agentId={agentId} />
      <NextVersion agentId={agentId} />
      <TestRuns agentId={agentId} />
      <RealTime agentId={agentId} />
      <History agentId={agentId} onChange={setChange} />
      {change && <ChangeDialog agentId={agentId} change={change} onClose={() => setChange(null)} />}
    </section>
  );
}
