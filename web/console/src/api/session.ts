// Who is signed in.
import { queryOptions } from "@tanstack/react-query";
import { csrfHeaders, errorOf, rememberToken } from "./client";

export type Role = "viewer" | "editor" | "admin";

export interface Session {
  accountId: string;
  accountName: string;
  keyName: string;
  role: Role;
  csrfToken: string;
}

const ADDRESS = "/console/session";

async function given(response: Response): Promise<Session> {
  if (!response.ok) throw await errorOf(response);
  const session = (await response.json()) as Session;
  rememberToken(session.csrfToken);
  return session;
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async (): Promise<Session | null> => {
    const response = await fetch(ADDRESS);
    return response.status === 401 ? null : given(response);
  },
  staleTime: Infinity,
});

export async function signIn(proof: { key: string } | { link: string }): Promise<Session> {
  const headers = { "content-type": "application/json" };
  return given(await fetch(ADDRESS, { method: "POST", headers, body: JSON.stringify(proof) }));
}

export async function signOut(): Promise<void> {
  await fetch(ADDRESS, { method: "DELETE", headers: csrfHeaders("DELETE") });
}

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 };

/** What a page offers; the service decides again. */
export function may(session: Session, role: Role): boolean {
  return RANK[session.role] >= RANK[role];
}
