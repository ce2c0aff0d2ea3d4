/** What the SDK needs of the world. Tests give their own: time and chance are theirs to say. */

export interface Socket {
  readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

/** Where a page remembers its session. Others than localStorage may be given. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface Environment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  openSocket: (url: string) => Socket;
  now: () => number;
  random: () => number;
  id: () => string;
  after: (milliseconds: number, act: () => void) => () => void;
  /** Calls when there may be a network again (`true`), or none any more (`false`). Returns what stops it. */
  watchNetwork: (changed: (isThere: boolean) => void) => () => void;
  store: Store;
}

export function browser(): Environment {
  return {
    fetch: (url, init) => fetch(url, init),
    openSocket: (url) => new WebSocket(url),
    now: () => Date.now(),
    random: () => Math.random(),
    id: newId,
    after: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    watchNetwork,
    store: localStore(),
  };
}

/** crypto.randomUUID exists in secure contexts alone. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function watchNetwork(changed: (isThere: boolean) => void): () => void {
  if (typeof window === "undefined") return () => undefined;
  const there = (): void => changed(true);
  const gone = (): void => changed(false);
  const visible = (): void => {
    if (document.visibilityState === "visible") changed(true);
  };
  window.addEventListener("online", there);
  window.addEventListener("pageshow", there);
  window.addEventListener("offline", gone);
  document.addEventListener("visibilitychange", visible);
  return () => {
    window.removeEventListener("online", there);
    window.removeEventListener("pageshow", there);
    window.removeEventListener("offline", gone);
    document.removeEventListener("visibilitychange", visible);
  };
}

/** A page whose storage is closed remembers until it is left. */
export function localStore(): Store {
  const memory = memoryStore();
  const attempt = <T>(act: () => T, otherwise: () => T): T => {
    try {
      return act();
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) => attempt(() => localStorage.getItem(key), () => memory.get(key)),
    set: (key, value) => attempt(() => localStorage.setItem(key, value), () => memory.set(key, value)),
    remove: (key) => attempt(() => localStorage.removeItem(key), () => memory.remove(key)),
  };
}

export function memoryStore(): Store {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}
