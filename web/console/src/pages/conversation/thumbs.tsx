// Up or down, with a reason: of the whole conversation, or of one turn.
import { useState, type FormEvent } from "react";
import { rate, type Rating, type Thumb } from "../../api/review";
import { Badge } from "../../parts/badge";
import { Icon } from "../../parts/icon";
import type { Reviewing } from "./use-review";

interface Props {
  of: Reviewing;
  turn?: number;
  /** What is rated, for whoever does not see it. */
  label: string;
}

export function Thumbs({ of, turn, label }: Props) {
  const [asked, setAsked] = useState<Thumb | null>(null);
  const ratings = of.review?.ratings.filter((each) => each.turn === (turn ?? null)) ?? [];
  const own = ratings.find((each) => each.own);
  // The thumb counts at once; why, whoever wants to says afterwards.
  const press = (rating: Thumb) => {
    const isTakenBack = own?.rating === rating;
    of.act(() => rate(of.place, isTakenBack ? null : rating, "", turn));
    setAsked(isTakenBack ? null : rating);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    if (asked) of.act(() => rate(of.place, asked, reason, turn), () => setAsked(null));
  };
  return (
    <div className="thumbs">
      <Given ratings={ratings} />
      {of.mayWrite && (
        <span role="group" aria-label={`Rate ${label}`}>
          <Press rating="up" own={own} isBusy={of.isBusy} onPress={press} />
          <Press rating="down" own={own} isBusy={of.isBusy} onPress={press} />
        </span>
      )}
      {asked && (
        <form onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), setAsked(null))}>
          <input name="reason" aria-label="Reason" placeholder="Why?" maxLength={1000} autoFocus defaultValue={own?.reason} />
          <button type="submit" className="quiet">
            Save
          </button>
        </form>
      )}
    </div>
  );
}

function Given({ ratings }: { ratings: readonly Rating[] }) {
  return ratings.map((each) => (
    <Badge key={each.author + each.ratedAt} tone={each.rating === "up" ? "good" : "bad"} title={`${each.author}${each.reason && `: ${each.reason}`}`}>
      <Icon name={each.rating === "up" ? "thumb-up" : "thumb-down"} />
      <span>{[each.author, each.reason].filter(Boolean).join(": ")}</span>
    </Badge>
  ));
}

interface ThumbProps {
  rating: Thumb;
  own: Rating | undefined;
  isBusy: boolean;
  onPress: (rating: Thumb) => void;
}

function Press({ rating, own, isBusy, onPress }: ThumbProps) {
  return (
    <button type="button" className="quiet" aria-pressed={own?.rating === rating} disabled={isBusy} onClick={() => onPress(rating)} aria-label={`Thumb ${rating}`}>
      <Icon name={rating === "up" ? "thumb-up" : "thumb-down"} />
    </button>
  );
}
