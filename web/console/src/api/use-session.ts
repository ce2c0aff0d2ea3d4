import { getRouteApi } from "@tanstack/react-router";
import type { Session } from "./session";

const inside = getRouteApi("/inside");

export function useSession(): Session {
  return inside.useRouteContext().session;
}
