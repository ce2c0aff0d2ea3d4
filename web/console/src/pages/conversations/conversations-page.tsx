import { getRouteApi, Link } from "@tanstack/react-router";
import { formatCount } from "../../parts/format";
import { Empty, Loading, Problem } from "../../parts/states";
import { useTitle } from "../../parts/use-title";
import { ConversationList } from "./conversation-list";
import { FilterBar } from "./filter-bar";
import { queryOf, type Filters } from "./filters";
import { useConversations } from "./use-conversations";
import "./conversations.css";

const route = getRouteApi("/inside/agents/$agentId/conversations");

export function ConversationsPage() {
  const { agentId } = route.useParams();
  const filters = route.useSearch();
  useTitle("Conversations");
  const list = useConversations(agentId, filters);
  return (
    <section className="conversations">
      <header className="page-head">
        <h1>Conversations</h1>
        <p role="status">{list.isSuccess && total(list)}</p>
        <span className="grow" />
        <Exports agentId={agentId} filters={filters} />
        <FilterBar agentId={agentId} filters={filters} />
      </header>
      <Content {...{ agentId, filters, list }} />
    </section>
  );
}

/** All that fit, where the service counts them; else those that were read. */
function total(list: ReturnType<typeof useConversations>): string {
  const counted = list.data?.pages[0]?.count;
  if (counted != null) return formatCount(counted);
  return `${formatCount(list.rows.length)}${list.hasNextPage ? "+" : ""}`;
}

/** The same conversations as files. */
function Exports({ agentId, filters }: { agentId: string; filters: Filters }) {
  const address = (kind: string) => `/v1/agents/${encodeURIComponent(agentId)}/conversations/export.${kind}?${queryOf(filters)}`;
  return (
    <span className="exports">
      Export
      <a href={address("csv")} download>
        CSV
      </a>
      <a href={address("ndjson")} download>
        JSON
      </a>
    </span>
  );
}

function Content({ agentId, filters, list }: Parameters<typeof ConversationList>[0]) {
  if (list.isPending) return <Loading rows={10} />;
  if (list.isError && list.rows.length === 0) return <Problem error={list.error} retry={() => void list.refetch()} />;
  if (list.rows.length > 0) return <ConversationList {...{ agentId, filters, list }} />;
  if (Object.keys(filters).length > 0) {
    return (
      <Empty icon="search" title="No conversation fits">
        <Link to="/agents/$agentId/conversations" params={{ agentId }} search={{}} className="button">
          Show all
        </Link>
      </Empty>
    );
  }
  return (
    <Empty icon="conversations" title="No conversation yet">
      <p>Hold one in the playground, in the chat window of a page, or on the telephone: it appears here while it runs.</p>
      <Link to="/agents/$agentId/playground" params={{ agentId }} className="button strong">
        Open the playground
      </Link>
    </Empty>
  );
}
