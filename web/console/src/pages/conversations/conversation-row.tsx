import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { Summary } from "../../api/conversations";
import { Badge } from "../../parts/badge";
import { formatAgo, formatDuration, formatFull, formatMoment } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Channel } from "./channel";
import { excerptOf, wordsOf } from "../conversation/found-words";
import { Marked } from "../conversation/marked";
import { foundTurn, type Filters } from "./filters";
import { Outcome } from "./outcome";

interface Props {
  row: Summary;
  index: number;
  top: number;
  agentId: string;
  filters: Filters;
}

export const ConversationRow = memo(function ConversationRow({ row, index, top, agentId, filters }: Props) {
  return (
    <div role="row" className="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <div role="cell" className="when">
        <Link
          to="/agents/$agentId/conversations/$conversationId"
          params={{ agentId, conversationId: row.conversationId }}
          search={{ ...filters, ...foundTurn(row) }}
          data-index={index}
          title={formatFull(row.startedAt)}
        >
          {formatMoment(row.startedAt)}
        </Link>
        <span>{formatAgo(row.startedAt)}</span>
      </div>
      <div role="cell" className="through">
        <Channel name={row.channel} />
        <span>{row.fromNumber || row.variantName || "—"}</span>
      </div>
      <div role="cell" className="where">
        <Badge tone={row.clientEnv === "live" ? "accent" : "plain"}>{row.clientEnv}</Badge>
      </div>
      <div role="cell" className="turns number">
        {row.numTurns}
        <small> turns</small>
      </div>
      <div role="cell" className="long number">
        {formatDuration(row.totalDuration)}
      </div>
      <div role="cell" className="signs">
        {row.numOod > 0 && <Badge tone="warn">{row.numOod} misunderstood</Badge>}
        <Review of={row} />
        {row.numSilences > 0 && <Badge>{row.numSilences} silent</Badge>}
        {row.match ? (
          <Found of={row.match} query={filters["q"]?.toString()} isByMeaning={filters["search"] === "semantic"} />
        ) : (
          row.shortSummary && (
            <span className="heading" title={row.shortSummary.content}>
              {row.shortSummary.heading}
            </span>
          )
        )}
      </div>
      <div role="cell" className="outcome">
        <Outcome of={row} />
      </div>
    </div>
  );
});

/** Why a search found it: how near it is, and the words. */
function Found({ of: { turn, score, text }, query, isByMeaning }: { of: NonNullable<Summary["match"]>; query: string | undefined; isByMeaning: boolean }) {
  return (
    <span className="found" title={text ?? undefined}>
      {turn != null && (
        <Badge tone="accent" title="The nearest turn">
          {isByMeaning && score != null ? `${Math.round(100 * score)} %` : `turn ${turn}`}
        </Badge>
      )}
      <q>
        <Marked text={excerptOf(text ?? "", wordsOf(query ?? ""))} query={query} />
      </q>
    </span>
  );
}

/** What people said about it. */
function Review({ of: row }: { of: Summary }) {
  return (
    <>
      {row.thumbsDown > 0 && (
        <Badge tone="bad" title="Rated down">
          <Icon name="thumb-down" />
          {row.thumbsDown}
        </Badge>
      )}
      {row.thumbsUp > 0 && (
        <Badge tone="good" title="Rated up">
          <Icon name="thumb-up" />
          {row.thumbsUp}
        </Badge>
      )}
      {row.numNotes > 0 && (
        <Badge title="Notes">
          <Icon name="note" />
          {row.numNotes}
        </Badge>
      )}
      {row.tags.map((tag) => (
        <Badge key={tag} title="Tag">
          {tag}
        </Badge>
      ))}
    </>
  );
}
