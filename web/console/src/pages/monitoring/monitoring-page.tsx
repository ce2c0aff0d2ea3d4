// What is watched, and who is told.
import { useParams } from "@tanstack/react-router";
import { useTitle } from "../../parts/use-title";
import { AlertRules } from "./alert-rules";
import { Webhooks } from "./webhooks";
import "./monitoring.css";

export function MonitoringPage() {
  useTitle("Monitoring");
  const { agentId } = useParams({ from: "/inside/agents/$agentId/monitoring" });
  return (
    <section className="monitoring">
      <header className="page-head">
        <h1>Monitoring</h1>
        <p>Of the whole account</p>
      </header>
      <AlertRules agentId={agentId} />
      <Webhooks agentId={agentId} />
    </section>
  );
}
