// At which turn to begin reading what a theme of the overview led to.
import type { Turn } from "../../api/trace";
import type { Filters } from "../conversations/filters";

export function turnOfTheme(turns: readonly Pick<Turn, "is_ood" | "user_input">[], filters: Filters): number | undefined {
  const found = filters["unanswered"] !== undefined ? turns.findIndex((turn) => turn.is_ood) : filters["beforeHandoff"] !== undefined ? turns.findLastIndex((turn) => turn.user_input) : -1;
  return found < 0 ? undefined : found;
}
