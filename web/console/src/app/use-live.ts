// What happens while somebody looks: the service says that a conversation began, took a turn or ended, and its pages ask anew.
import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { anyConversationKey, conversationKey, conversationsKey } from "../api/conversations";
import { isShort } from "../api/paging";

const EVENTS = ["started", "turn", "ended"] as const;

/** Only in a window that is seen: a browser has few connections to one address, and every window wants one. */
export function useLive(agentId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    const askAnew = (conversation: readonly string[]) => {
      void client.invalidateQueries({ queryKey: conversation });
      void client.invalidateQueries({
        queryKey: conversationsKey(agentId),
        predicate: (query) => isShort(query.state.data as InfiniteData<unknown> | undefined),
      });
    };
    const tell = (event: MessageEvent<string>) => {
      const { conversationId } = JSON.parse(event.data) as { conversationId: string };
      askAnew(conversationKey(agentId, conversationId));
    };
    // The stream tells what happens from now on: not what happened before it began, or while it was broken.
    const catchUp = () => askAnew(anyConversationKey(agentId));
    const open = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(`/v1/agents/${encodeURIComponent(agentId)}/conversations/live`);
      source.addEventListener("open", catchUp);
      for (const name of EVENTS) source.addEventListener(name, tell);
    };
    open();
    document.addEventListener("visibilitychange", open);
    return () => {
      document.removeEventListener("visibilitychange", open);
      source?.close();
    };
  }, [agentId, client]);
}
