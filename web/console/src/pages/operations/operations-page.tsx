// What runs here and what got stuck, for admins.
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Empty } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { Jobs } from "./jobs";
import { Processes } from "./processes";
import { Telephony } from "./telephony";
import "./operations.css";


export function OperationsPage() {
  useTitle("Operations");
  if (!may(useSession(), "admin")) return <Empty icon="key" title="Operations are for admins" />;
  return (
    <section className="operations">
      <header className="page-head">
        <h1>Operations</h1>
        <p>Calls and numbers of the account; jobs and processes of the installation</p>
      </header>
      <Telephony />
      <Jobs />
      <Processes />
    </section>
  );
}
