// Who and what may get in: keys, masked, and browsers that are signed in.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endOtherSessions, keysQuery, revokeKey, sessionsQuery, type KeyInfo } from "../../api/access";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatAgo, formatMoment } from "../../parts/format";
import { Empty, Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { useTitle } from "../../parts/use-title";
import { IssueDialog } from "./issue-dialog";
import "./access.css";

export function AccessPage() {
  useTitle("Access");
  if (!may(useSession(), "admin")) return <Empty icon="key" title="Keys are for admins" />;
  return (
    <section className="access">
      <header className="page-head">
        <h1>Access</h1>
        <p>Of the whole account</p>
      </header>
      <Keys />
      <Sessions />
    </section>
  );
}

function Keys() {
  const keys = useQuery(keysQuery);
  const [isNew, setNew] = useState(false);
  return (
    <section className="card block">
      <header>
        <h2>Keys</h2>
        <button type="button" onClick={() => setNew(true)}>
          New console key
        </button>
      </header>
      {keys.isError && <Problem error={keys.error} />}
      <div className="scroll" tabIndex={0} role="region" aria-label="Keys">
        <table>
          <thead>
            <tr>
              {["Key", "Name", "For", "Status", "Last used", "Made", "Ends"].map((head) => (
                <th key={head}>{head}</th>
              ))}
              <th>
                <span className="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>{keys.data?.map((each) => <KeyRow key={each.id} of={each} />)}</tbody>
        </table>
      </div>
      {isNew && <IssueDialog onClose={() => setNew(false)} />}
    </section>
  );
}

function KeyRow({ of: key }: { of: KeyInfo }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(key.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <tr>
      <td>
        <code>{key.hint}</code>
      </td>
      <td>{key.name}</td>
      <td>{[key.family.replace("_", " "), key.role, key.environment, key.transcripts ? "" : "without transcripts"].filter(Boolean).join(", ")}</td>
      <td>
        <Badge tone={key.status === "active" ? "good" : "plain"}>{key.current ? "yours" : key.status}</Badge>
      </td>
      <td>{key.lastUsedAt ? formatAgo(key.lastUsedAt) : "never"}</td>
      <td>{formatMoment(key.createdAt)}</td>
      <td>{key.expiresAt ? formatMoment(key.expiresAt) : "–"}</td>
      <td className="actions">
        {key.status === "active" && !key.current && <Sure label="Revoke" isBusy={revoke.isPending} onSure={() => revoke.mutate()} />}
      </td>
    </tr>
  );
}

function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <section className="card block">
      <header>
        <h2>Signed in</h2>
        <Sure label="End all others" isBusy={end.isPending} onSure={() => end.mutate()} />
      </header>
      {sessions.isError && <Problem error={sessions.error} />}
      <ul>
        {sessions.data?.map((session) => (
          <li key={session.id}>
            <b>{session.keyName || "No name"}</b>
            <Badge>{session.role}</Badge>
            <span>since {formatMoment(session.createdAt)}, last seen {formatAgo(session.lastSeenAt)}</span>
            {session.current && <Badge tone="good">this browser</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
