// What people say of the conversation as a whole: tags, ratings, notes.
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { addTag, removeTag, tagsQuery } from "../../api/review";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import { Notes } from "./notes";
import { Thumbs } from "./thumbs";
import type { Reviewing } from "./use-review";

export function ReviewCard({ of }: { of: Reviewing }) {
  return (
    <section className="review" aria-label="Review">
      <Thumbs of={of} label="the conversation" />
      <Tags of={of} />
      <Notes of={of} label="the conversation" />
      {of.error && (
        <p className="wrong" role="alert">
          {of.error.message}
        </p>
      )}
    </section>
  );
}

function Tags({ of }: { of: Reviewing }) {
  const tags = of.review?.tags ?? [];
  const known = useQuery({ ...tagsQuery(of.place.agentId), enabled: of.mayWrite });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const tag = String(new FormData(form).get("tag") ?? "").trim();
    if (tag) of.act(() => addTag(of.place, tag), () => form.reset());
  };
  return (
    <div className="tags">
      {tags.map((tag) =>
        of.mayWrite ? (
          <button key={tag} type="button" className="chip" disabled={of.isBusy} onClick={() => of.act(() => removeTag(of.place, tag))} aria-label={`Take off: ${tag}`}>
            {tag}
            <Icon name="close" />
          </button>
        ) : (
          <Badge key={tag}>{tag}</Badge>
        ),
      )}
      {of.mayWrite && (
        <form onSubmit={submit}>
          <input name="tag" aria-label="Add a tag" placeholder="Add a tag" list="known-tags" maxLength={40} autoComplete="off" />
          <datalist id="known-tags">{known.data?.filter((each) => !tags.includes(each.tag)).map((each) => <option key={each.tag} value={each.tag} />)}</datalist>
        </form>
      )}
    </div>
  );
}
