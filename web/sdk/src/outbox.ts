/** The user's messages that the service has not acknowledged, also those of a page that was left meanwhile. */

import type { Store } from "./environment.js";

export interface Unsent {
  id: string;
  text: string;
  at: string;
  /** How often it was sent. Whoever sends it again says so: the service then answers it once, whatever arrived. */
  tries: number;
}

interface Saved {
  session: string;
  unsent: Unsent[];
}

const MOST = 100;

/** The session that a page has, and what of it is not yet certain, in the store of the browser. */
export class Outbox {
  session: string | null = null;
  unsent: Unsent[] = [];

  private isLoaded = false;

  constructor(
    private readonly store: Store,
    private readonly key: string,
  ) {}

  /** What an earlier page left behind. */
  load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    const saved = read(this.store.get(this.key));
    this.session = saved?.session ?? null;
    // It may have been sent by the page that wrote it down.
    const left = (saved?.unsent ?? []).map((each) => ({ ...each, tries: Math.max(each.tries, 1) }));
    this.unsent = [...left, ...this.unsent];
  }

  begin(session: string): void {
    this.session = session;
    this.save();
  }

  add(unsent: Unsent): void {
    this.unsent.push(unsent);
    if (this.unsent.length > MOST) this.unsent.shift();
    this.save();
  }

  /** It is acknowledged, or given up. */
  remove(id: string): void {
    const before = this.unsent.length;
    this.unsent = this.unsent.filter((each) => each.id !== id);
    if (this.unsent.length !== before) this.save();
  }

  /** The session is gone, and what was not sent goes into the next one. */
  leaveSession(): void {
    this.session = null;
    for (const each of this.unsent) each.tries = 0;
    this.store.remove(this.key);
  }

  forget(): void {
    this.session = null;
    this.unsent = [];
    this.store.remove(this.key);
  }

  private save(): void {
    if (this.session) this.store.set(this.key, JSON.stringify({ session: this.session, unsent: this.unsent }));
  }
}

function read(text: string | null): Saved | null {
  try {
    const saved: unknown = JSON.parse(text ?? "null");
    if (typeof saved !== "object" || saved === null) return null;
    const { session, unsent } = saved as Saved;
    if (typeof session !== "string" || !Array.isArray(unsent)) return null;
    return { session, unsent: unsent.filter((each) => typeof each?.id === "string" && typeof each?.text === "string") };
  } catch {
    return null;
  }
}
