// Notes on the whole conversation or on one turn; who wrote one, or an admin, deletes it.
import { useState, type FormEvent } from "react";
import { addNote, deleteNote, type Note } from "../../api/review";
import { formatAgo, formatFull } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Sure } from "../../parts/sure";
import type { Reviewing } from "./use-review";

interface Props {
  of: Reviewing;
  turn?: number;
  label: string;
}

export function Notes({ of, turn, label }: Props) {
  const [isOpen, setOpen] = useState(false);
  const notes = of.review?.notes.filter((each) => each.turn === (turn ?? null)) ?? [];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("text") ?? "").trim();
    if (text) of.act(() => addNote(of.place, text, turn), () => setOpen(false));
  };
  return (
    <div className="notes">
      {notes.map((note) => (
        <Written key={note.id} note={note} of={of} />
      ))}
      {of.mayWrite && !isOpen && (
        <button type="button" className="quiet" onClick={() => setOpen(true)} aria-label={`Write a note on ${label}`}>
          <Icon name="note" />
          Note
        </button>
      )}
      {isOpen && (
        <form onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), setOpen(false))}>
          <textarea name="text" aria-label={`Note on ${label}`} rows={3} maxLength={4000} required autoFocus />
          <button type="submit" disabled={of.isBusy}>
            Save
          </button>
          <button type="button" className="quiet" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </form>
      )}
    </div>
  );
}

function Written({ note, of }: { note: Note; of: Reviewing }) {
  return (
    <article>
      <p className="text">{note.text}</p>
      <p className="by">
        <b>{note.author}</b>
        <time dateTime={note.createdAt} title={formatFull(note.createdAt)}>
          {formatAgo(note.createdAt)}
        </time>
        {of.mayWrite && note.deletable && <Sure label="Delete" isBusy={of.isBusy} onSure={() => of.act(() => deleteNote(of.place, note.id))} />}
      </p>
    </article>
  );
}
