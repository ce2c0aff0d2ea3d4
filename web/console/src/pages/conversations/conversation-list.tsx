// Only the rows that are seen exist; j and k go from one to the next.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useShortcuts } from "../../app/shortcuts";
import { useMedia } from "../../parts/use-media";
import type { Filters } from "./filters";
import { ConversationRow } from "./conversation-row";
import { takeLastRead } from "./last-read";
import type { useConversations } from "./use-conversations";

const WIDE = 52;
const NARROW = 78;
const NEAR_THE_END = 20;
const FOUND = 104;
const HEADS = ["Started", "Through", "Environment", "Turns", "Duration", "Signs", "Outcome"];

interface Props {
  agentId: string;
  filters: Filters;
  list: ReturnType<typeof useConversations>;
}

export function ConversationList({ agentId, filters, list }: Props) {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const isSearch = filters["q"] !== undefined;
  const height = useMedia("(max-width: 760px)") ? (isSearch ? FOUND : NARROW) : WIDE;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - NEAR_THE_END) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, rows.length]);

  useEffect(() => {
    const read = takeLastRead();
    const index = read === undefined ? -1 : rows.findIndex((row) => row.conversationId === read);
    if (index < 0) return;
    virtual.scrollToIndex(index, { align: "center" });
    focusRow(scroller.current, index);
    // Where it stood when the list was left; what happens since moves nobody.
  }, []);

  const step = (by: number) => {
    const links = scroller.current?.querySelectorAll<HTMLAnchorElement>("a[data-index]") ?? [];
    const now = [...links].find((link) => link === document.activeElement);
    const next = now ? Number(now.dataset["index"]) + by : (shown[0]?.index ?? 0);
    if (next < 0 || next >= rows.length) return;
    virtual.scrollToIndex(next, { align: "auto" });
    focusRow(scroller.current, next);
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  return (
    <div className="list card" data-search={isSearch || undefined} role="table" aria-label="Conversations" aria-rowcount={hasNextPage ? -1 : rows.length + 1}>
      <div role="rowgroup" className="heads">
        <div role="row">
          {HEADS.map((head) => (
            <div key={head} role="columnheader">
              {isSearch && head === "Signs" ? "What was said" : head}
            </div>
          ))}
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className="rows">
        <div role="presentation" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = rows[index];
            return row && <ConversationRow key={row.conversationId} {...{ row, index, agentId, filters }} top={start} />;
          })}
        </div>
      </div>
    </div>
  );
}

/** One that comes into view is there a moment later. */
function focusRow(scroller: HTMLElement | null, index: number, patience = 10): void {
  const link = scroller?.querySelector<HTMLAnchorElement>(`a[data-index="${index}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (patience > 0) requestAnimationFrame(() => focusRow(scroller, index, patience - 1));
}
