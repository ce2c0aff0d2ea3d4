import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { issueKey, keysQuery, ROLES } from "../../api/access";
import type { Role } from "../../api/session";
import { Copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Problem } from "../../parts/states";

export function IssueDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const issue = useMutation({
    mutationFn: (form: FormData) => issueKey({ role: form.get("role") as Role, name: String(form.get("name")), days: Number(form.get("days")) || null, transcripts: form.has("transcripts") }),
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    issue.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="New console key" onClose={onClose}>
      {issue.data ? (
        <>
          <p>It is shown this once. Whoever has it signs in with it.</p>
          <p className="secret">
            <code>{issue.data.key}</code>
            <Copy text={issue.data.key} label="Copy the key" />
          </p>
        </>
      ) : (
        <form className="form" onSubmit={submit}>
          <label>
            For whom
            <input name="name" required maxLength={200} />
          </label>
          <div className="in-row">
            <label>
              Role
              <select name="role" defaultValue="viewer">
                {ROLES.map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </select>
            </label>
            <label>
              Days
              <input name="days" type="number" min={1} max={3650} placeholder="no end" />
            </label>
          </div>
          <label className="check">
            <input name="transcripts" type="checkbox" defaultChecked />
            May read and hear what was said
          </label>
          {issue.isError && <Problem error={issue.error} />}
          <button type="submit" className="strong" disabled={issue.isPending}>
            Make the key
          </button>
        </form>
      )}
    </Dialog>
  );
}
