// Filters under a name: choose a view, save what is chosen as one, rename and delete.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useRef, useState, type FormEvent } from "react";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { deleteView, renameView, saveView, viewsQuery, type View } from "../../api/views";
import { Badge } from "../../parts/badge";
import { Sure } from "../../parts/sure";
import { filtersOf, queryOf, type Filters } from "./filters";

export function ViewsMenu({ filters }: { filters: Filters }) {
  const client = useQueryClient();
  const menu = useRef<HTMLDetailsElement>(null);
  const views = useQuery(viewsQuery);
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
  const query = queryOf(filters);
  const chosen = views.data?.find((view) => queryOf(filtersOf(view.query)) === query);
  const close = () => menu.current?.removeAttribute("open");
  return (
    <details ref={menu} className="more views" onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary className="button">{chosen?.name ?? "Views"}</summary>
      <div className="card">
        {views.data?.length === 0 && <p>No view is saved yet.</p>}
        <ul>
          {views.data?.map((view) => (
            <Row key={view.id} view={view} isChosen={view === chosen} isBusy={change.isPending} act={change.mutate} onGo={close} />
          ))}
        </ul>
        {query && !chosen && <Save query={query} isBusy={change.isPending} act={change.mutate} />}
        {change.isError && (
          <p className="wrong" role="alert">
            {change.error.message}
          </p>
        )}
      </div>
    </details>
  );
}

type Act = (act: () => Promise<unknown>) => void;

interface RowProps {
  view: View;
  isChosen: boolean;
  isBusy: boolean;
  act: Act;
  onGo: () => void;
}

function Row({ view, isChosen, isBusy, act, onGo }: RowProps) {
  const { agentId = "" } = useParams({ strict: false });
  const [isNaming, setNaming] = useState(false);
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    setNaming(false);
    if (name && name !== view.name) act(() => renameView(view.id, name));
  };
  if (isNaming) {
    return (
      <li>
        <form onSubmit={rename}>
          <input name="name" aria-label={`New name of ${view.name}`} defaultValue={view.name} maxLength={80} required autoFocus />
          <button type="submit">Rename</button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <Link to="/agents/$agentId/conversations" params={{ agentId }} search={filtersOf(view.query)} aria-current={isChosen || undefined} onClick={onGo}>
        {view.name}
      </Link>
      {view.shared && <Badge>shared</Badge>}
      {view.changeable && (
        <>
          <button type="button" className="quiet" onClick={() => setNaming(true)} aria-label={`Rename ${view.name}`}>
            Rename
          </button>
          <Sure label="Delete" isBusy={isBusy} onSure={() => act(() => deleteView(view.id))} />
        </>
      )}
    </li>
  );
}

function Save({ query, isBusy, act }: { query: string; isBusy: boolean; act: Act }) {
  const mayShare = may(useSession(), "editor");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    act(() => saveView(String(given.get("name")), query, given.get("shared") !== null));
  };
  return (
    <form onSubmit={submit}>
      <input name="name" aria-label="Name of the view" placeholder="Save these filters as" maxLength={80} required />
      {mayShare && (
        <label>
          <input type="checkbox" name="shared" /> Shared
        </label>
      )}
      <button type="submit" disabled={isBusy}>
        Save view
      </button>
    </form>
  );
}
