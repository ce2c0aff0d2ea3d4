import { Link, useNavigate } from "@tanstack/react-router";
import type { Detail, Neighbour } from "../../api/conversations";
import { useShortcuts } from "../../app/shortcuts";
import { Copy } from "../../parts/copy";
import { formatMoment } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { useTitle } from "../../parts/use-title";
import { channelLabel } from "../conversations/channel";
import { foundTurn, type Filters } from "../conversations/filters";
import { Outcome } from "../conversations/outcome";
import { useNeighbours } from "./use-neighbours";

interface Props {
  agentId: string;
  conversationId: string;
  filters: Filters;
  detail: Detail | undefined;
  onTest: (() => void) | undefined;
  onReplay: (() => void) | undefined;
}

export function ConversationHead({ agentId, conversationId, filters, detail, onTest, onReplay }: Props) {
  const navigate = useNavigate();
  const { previous, next, position } = useNeighbours(agentId, conversationId, filters);
  const open = (row: Neighbour | null | undefined) => {
    const to = "/agents/$agentId/conversations/$conversationId";
    if (row) void navigate({ to, params: { agentId, conversationId: row.conversationId }, search: { ...filters, ...foundTurn(row) } });
  };
  const back = () => void navigate({ to: "/agents/$agentId/conversations", params: { agentId }, search: filters });
  const title = detail ? `${channelLabel(detail.channel)}, ${formatMoment(detail.startedAt)}` : "Conversation";
  useTitle(title);
  useShortcuts({ j: () => open(next), k: () => open(previous), Escape: back });
  return (
    <header className="page-head">
      <Link to="/agents/$agentId/conversations" params={{ agentId }} search={filters} className="quiet" aria-label="All conversations">
        <Icon name="back" />
      </Link>
      <h1>{title}</h1>
      {detail && <Outcome of={detail} />}
      <span className="grow" />
      {onReplay && (
        <button type="button" onClick={onReplay} aria-label="Replay">
          <Icon name="restart" />
          <span>Replay</span>
        </button>
      )}
      {onTest && (
        <button type="button" onClick={onTest} aria-label="Make this a test">
          <Icon name="test" />
          <span>Make this a test</span>
        </button>
      )}
      <code className="id" title={conversationId}>
        {conversationId.slice(0, 12)}…
      </code>
      <Copy text={conversationId} label="Copy the id" />
      <div className="steps" role="group" aria-label="In the list">
        <button type="button" className="quiet" disabled={!previous} onClick={() => open(previous)} aria-label="Previous conversation (k)">
          <Icon name="up" />
        </button>
        <span className="number">{position}</span>
        <button type="button" className="quiet" disabled={!next} onClick={() => open(next)} aria-label="Next conversation (j)">
          <Icon name="down" />
        </button>
      </div>
    </header>
  );
}
