// What is watched, and who is told.
import { useTitle } from "../../parts/use-title";
import { AlertRules } from "./alert-rules";
import { Webhooks } from "./webhooks";
import "./monitoring.css";

export function MonitoringPage() {
  useTitle("Monitoring");
  return (
    <section className="monitoring">
      <header className="page-head">
        <h1>Monitoring</h1>
        <p>Of the whole account</p>
      </header>
      <AlertRules />
      <Webhooks />
    </section>
  );
}
