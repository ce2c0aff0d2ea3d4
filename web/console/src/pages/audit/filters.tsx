import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { keysQuery } from "../../api/access";
import type { AuditFilters } from "../../api/audit-log";
import { KINDS, readAuditFilters } from "./view";

export function FilterBar({ agentId, filters }: { agentId: string; filters: AuditFilters }) {
  const keys = useQuery(keysQuery);
  const navigate = useNavigate();
  const choose = (changed: Record<string, string>) =>
    void navigate({
      to: "/agents/$agentId/audit",
      params: { agentId },
      search: readAuditFilters({ ...filters, ...changed }),
      replace: true,
    });
  const isKnown = !filters.actor || ["operator", "system"].includes(filters.actor) || keys.data?.some((key) => key.id === filters.actor);
  return (
    <div className="filters">
      <select aria-label="Who" value={filters.actor ?? ""} onChange={(event) => choose({ actor: event.target.value })}>
        <option value="">Everybody</option>
        <option value="operator">Operator</option>
        <option value="system">Parley itself</option>
        {keys.data?.map((key) => (
          <option key={key.id} value={key.id}>
            {key.name ? `${key.name} (${key.hint})` : key.hint}
          </option>
        ))}
        {!isKnown && <option value={filters.actor}>{filters.actor}</option>}
      </select>
      <select aria-label="What" value={filters.kind ?? ""} onChange={(event) => choose({ kind: event.target.value })}>
        <option value="">Everything</option>
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Id"
        placeholder="Id"
        key={filters.id}
        defaultValue={filters.id}
        onBlur={(event) => choose({ id: event.target.value.trim() })}
        onKeyDown={(event) => event.key === "Enter" && choose({ id: event.currentTarget.value.trim() })}
      />
      <label>
        From <input type="date" value={filters.since ?? ""} onChange={(event) => choose({ since: event.target.value })} />
      </label>
      <label>
        to <input type="date" value={filters.until ?? ""} onChange={(event) => choose({ until: event.target.value })} />
      </label>
    </div>
  );
}
