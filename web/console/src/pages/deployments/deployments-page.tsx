// What answers where, how it came there, and whether its tests pass.
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTitle } from "../../parts/use-title";
import type { Change } from "./change-dialog";
import { ChangeDialog } from "./change-dialog";
import { DiffDialog, type Pair } from "./diff-dialog";
import { Environments } from "./environments";
import { History } from "./history";
import { RealTime } from "./real-time";
import { TestRuns } from "./test-runs";
import "./deployments.css";

const route = getRouteApi("/inside/agents/$agentId/deployments");

export function DeploymentsPage() {
  const { agentId } = route.useParams();
  useTitle("Deployments");
  const [change, setChange] = useState<Change | null>(null);
  const [pair, setPair] = useState<Pair | null>(null);
  return (
    <section className="deployments">
      <header className="page-head">
        <h1>Deployments</h1>
      </header>
      <Environments agentId={agentId} onChange={setChange} onCompare={setPair} />
      <TestRuns agentId={agentId} />
      <RealTime agentId={agentId} />
      <History agentId={agentId} onChange={setChange} onCompare={setPair} />
      {change && <ChangeDialog agentId={agentId} change={change} onClose={() => setChange(null)} />}
      {pair && <DiffDialog agentId={agentId} pair={pair} onClose={() => setPair(null)} />}
    </section>
  );
}
