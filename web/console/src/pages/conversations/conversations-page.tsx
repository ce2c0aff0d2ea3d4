import { getRouteApi } from "@tanstack/react-router";
import { formatCount } from "../../parts/format";
import { Empty, Loading, Problem } from "../../parts/states";
import { ConversationList } from "./conversation-list";
import { useConversations } from "./use-conversations";
import "./conversations.css";

const route = getRouteApi("/inside/agents/$agentId/conversations");

export function ConversationsPage() {
  const { agentId } = route.useParams();
  const filters = route.useSearch();
  const list = useConversations(agentId, filters);
  return (
    <section className="conversations">
      <header className="page-head">
        <h1>Conversations</h1>
        <p role="status">{list.isSuccess && `${formatCount(list.rows.length)}${list.hasNextPage ? "+" : ""}`}</p>
      </header>
      <Content {...{ agentId, filters, list }} />
    </section>
  );
}

function Content({ agentId, filters, list }: Parameters<typeof ConversationList>[0]) {
  if (list.isPending) return <Loading rows={10} />;
  if (list.isError && list.rows.length === 0) return <Problem error={list.error} retry={() => void list.refetch()} />;
  if (list.rows.length > 0) return <ConversationList {...{ agentId, filters, list }} />;
  return (
    <Empty icon="conversations" title="No conversation yet">
      <p>Hold one in the playground, in the demo's window, or on the telephone: it appears here while it runs.</p>
    </Empty>
  );
}
