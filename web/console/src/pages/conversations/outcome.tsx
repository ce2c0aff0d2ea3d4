// How a conversation went, in a word.
import type { Summary } from "../../api/conversations";
import { Badge, Live } from "../../parts/badge";
import { words } from "../../parts/format";
import { Icon } from "../../parts/icon";

type Ended = Pick<Summary, "inProgress" | "handoff" | "handoffReason">;

export function Outcome({ of }: { of: Ended }) {
  if (of.inProgress) return <Live />;
  if (!of.handoff) return <Badge>Ended</Badge>;
  return (
    <Badge tone="info" title={`Handed over: ${of.handoffReason ?? ""}`}>
      <Icon name="handoff" />
      <span>{of.handoffReason ? words(of.handoffReason) : "Handed over"}</span>
    </Badge>
  );
}
