// Who changed what in the account, for its admins.
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { auditQuery, type AuditFilters, type Entry } from "../../api/audit-log";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatFull, formatMoment, words } from "../../parts/format";
import { Empty, Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { FilterBar } from "./filters";
import { Subject } from "./subject";
import { actorName, KINDS } from "./view";
import "./audit.css";

const route = getRouteApi("/inside/agents/$agentId/audit");

export function AuditPage() {
  useTitle("Audit log");
  const { agentId } = route.useParams();
  const filters = route.useSearch();
  if (!may(useSession(), "admin")) return <Empty icon="key" title="The audit log is for admins" />;
  return (
    <section className="audit">
      <header className="page-head">
        <h1>Audit log</h1>
        <p>Who changed what, of the whole account</p>
      </header>
      <section className="card block">
        <FilterBar agentId={agentId} filters={filters} />
        <Entries agentId={agentId} filters={filters} />
      </section>
    </section>
  );
}

function Entries({ agentId, filters }: { agentId: string; filters: AuditFilters }) {
  const found = useInfiniteQuery(auditQuery(filters));
  if (found.isError) return <Problem error={found.error} />;
  if (found.isPending) return <Loading />;
  const entries = found.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <p className="nothing">No change fits these filters.</p>;
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label="Changes">
        <table>
          <thead>
            <tr>
              {["When", "Who", "Did", "What", "Fields", "From"].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} agentId={agentId} entry={entry} filters={filters} />
            ))}
          </tbody>
        </table>
      </div>
      {found.hasNextPage && (
        <button type="button" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Older ones
        </button>
      )}
    </>
  );
}

function EntryRow({ agentId, entry, filters }: { agentId: string; entry: Entry; filters: AuditFilters }) {
  const actor = entry.actor.keyId ?? entry.actor.kind;
  return (
    <tr>
      <td title={formatFull(entry.at)}>{formatMoment(entry.at)}</td>
      <td>
        <Link to="/agents/$agentId/audit" params={{ agentId }} search={{ ...filters, actor }} title="Only what they changed">
          {actorName(entry)}
        </Link>{" "}
        {entry.actor.role && <Badge>{entry.actor.role}</Badge>}
      </td>
      <td>{words(entry.verb)}</td>
      <td>
        {KINDS[entry.kind]} <Subject agentId={agentId} entry={entry} />
      </td>
      <td className="message">{entry.fields.join(", ")}</td>
      <td>{entry.actor.address ?? "–"}</td>
    </tr>
  );
}
