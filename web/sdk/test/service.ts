/** A messaging service and a browser in memory. Time goes on when a test says so, and nobody waits for it. */

import { type Environment, type Socket, memoryStore } from "../src/environment.js";
import type { Envelope } from "../src/wire.js";

interface Timer {
  at: number;
  act: () => void;
}

export class Clock {
  now = 1_700_000_000_000;
  private timers: Timer[] = [];

  after = (milliseconds: number, act: () => void): (() => void) => {
    const timer = { at: this.now + milliseconds, act };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((each) => each !== timer));
  };

  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      await settled();
      const next = this.timers.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      next.act();
    }
    this.now = end;
    await settled();
  }
}

/** Whatever was promised has happened. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 50; round++) await Promise.resolve();
}

class FakeSocket implements Socket {
  readyState = 0;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;

  constructor(private readonly service: Service) {}

  send(data: string): void {
    if (this.readyState !== 1 || this.service.swallows) return;
    void Promise.resolve().then(() => this.service.isUp && this.service.receive(this, data));
  }

  close(): void {
    this.readyState = 3;
    this.service.sockets.delete(this);
  }

  give(frame: object): void {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  break(code: number): void {
    if (this.readyState === 3) return;
    this.close();
    this.onclose?.({ code });
  }
}

interface Session {
  events: Envelope[];
  ended: boolean;
}

/** Journals like the real one: every sequenced event is kept, and given again from any cursor. */
export class Service {
  readonly clock = new Clock();
  readonly sockets = new Set<FakeSocket>();
  readonly sessions = new Map<string, Session>();
  readonly requests: string[] = [];
  isUp = true;
  /** Takes what is sent and says nothing. */
  swallows = false;
  /** Journals what is sent, and breaks the connection before it can say so. */
  breaksAfterMessage = false;
  answers = true;
  connections = 0;
  refusal = 0;
  private ids = 0;

  private readonly of = new Map<FakeSocket, string>();
  private listeners = new Set<(isThere: boolean) => void>();

  environment(store = memoryStore()): Environment {
    return {
      fetch: (url, init) => this.answer(url, init),
      openSocket: (url) => this.open(url),
      now: () => this.clock.now,
      random: () => 0.5,
      id: () => `local-${(this.ids += 1)}`,
      after: this.clock.after,
      watchNetwork: (changed) => {
        this.listeners.add(changed);
        return () => this.listeners.delete(changed);
      },
      store,
    };
  }

  network(isThere: boolean): void {
    for (const listener of [...this.listeners]) listener(isThere);
  }

  /** The node dies. */
  fail(): void {
    this.isUp = false;
    this.dropAll();
  }

  dropAll(code = 1006): void {
    for (const socket of [...this.sockets]) socket.break(code);
  }

  push(kind: string, payload: object = {}, metadata?: object, isTransient = false): void {
    for (const id of this.sessions.keys()) this.append(id, kind, payload, metadata, isTransient);
  }

  append(id: string, kind: string, payload: object, metadata?: object, isTransient = false): void {
    const session = this.sessions.get(id);
    if (!session || session.ended) return;
    const event: Envelope = {
      id: `event-${(this.ids += 1)}`,
      type: `EVENT_TYPE_${kind}`,
      sequence: isTransient ? null : session.events.length + 1,
      timestamp: new Date(this.clock.now).toISOString(),
      payload,
      ...(metadata ? { metadata } : {}),
    };
    if (!isTransient) session.events.push(event);
    if (kind === "SESSION_END") session.ended = true;
    for (const socket of [...this.sockets]) if (this.of.get(socket) === id) socket.give(event);
    if (kind === "SESSION_END") this.dropAll(1000);
  }

  texts(): string[] {
    const all = [...this.sessions.values()].flatMap((session) => session.events);
    return all.filter((event) => event.type === "EVENT_TYPE_USER_MESSAGE").map((event) => event.payload.text);
  }

  receive(socket: FakeSocket, data: string): void {
    const { type, payload, metadata } = JSON.parse(data);
    const kind = type.replace("EVENT_TYPE_", "");
    const id = this.of.get(socket) ?? "";
    this.requests.push(kind);
    if (kind === "HEARTBEAT") socket.give({ id: "beat", type, sequence: null, timestamp: "", payload, metadata });
    if (kind === "REQUEST_POLY_AGENT_JOIN") {
      this.append(id, kind, payload, metadata);
      this.append(id, "POLY_AGENT_JOINED", { agent_name: "Ava", agent_avatar_url: "" });
      this.say(id, "Hello!");
    }
    if (kind === "USER_MESSAGE") this.message(socket, id, payload, metadata);
    if (kind === "USER_END_SESSION") {
      this.append(id, kind, payload);
      this.append(id, "SESSION_END", { reason: "REASON_USER_END" });
    }
  }

  private message(socket: FakeSocket, id: string, payload: { text: string }, metadata: any): void {
    const { local_id: local, resent } = metadata.custom;
    const known = this.sessions.get(id)?.events.some((event) => event.metadata?.custom?.local_id === local);
    if (this.breaksAfterMessage) this.of.delete(socket);
    this.append(id, "USER_MESSAGE", { ...payload, message_id: `m-${(this.ids += 1)}` }, metadata);
    if (this.breaksAfterMessage) {
      this.breaksAfterMessage = false;
      socket.break(1006);
    }
    if (this.answers && !(resent && known)) this.say(id, `You said ${payload.text}.`);
  }

  say(id: string, text: string): void {
    this.append(id, "POLY_AGENT_MESSAGE", {
      message_id: `m-${(this.ids += 1)}`,
      text,
      attachments: [],
      response_suggestions: [],
    });
  }

  private async answer(url: string, init: RequestInit): Promise<Response> {
    await Promise.resolve();
    if (!this.isUp) throw new TypeError("Failed to fetch");
    const path = new URL(url).pathname;
    this.requests.push(`${init.method} ${path}`);
    if (this.refusal) return new Response(JSON.stringify({ message: "refused" }), { status: this.refusal });
    if (path === "/api/v1/access-token") return json({ access_token: "token", expires_in: 86_400 });
    if (path === "/api/v1/sessions") {
      const id = `session-${this.sessions.size + 1}`;
      this.sessions.set(id, { events: [], ended: false });
      const capabilities = { streaming: true, heartbeat_interval_seconds: 30 };
      this.append(id, "SESSION_START", { capabilities, context_id: id });
      return json({ session_id: id });
    }
    if (init.method === "POST") return new Response(null, { status: 204 });
    const known = this.sessions.has(path.split("/")[4] ?? "");
    return known ? json({ resumable: true }) : new Response("{}", { status: 404 });
  }

  private open(url: string): FakeSocket {
    const socket = new FakeSocket(this);
    const query = new URL(url).searchParams;
    const session = this.sessions.get(query.get("session_id") ?? "");
    this.connections += 1;
    void Promise.resolve().then(() => {
      if (!this.isUp || !session) {
        socket.break(1006);
        return;
      }
      socket.readyState = 1;
      this.sockets.add(socket);
      this.of.set(socket, query.get("session_id") ?? "");
      socket.onopen?.({});
      const cursor = Number(query.get("cursor"));
      const events = session.events.filter((event) => event.sequence === 1 || (event.sequence ?? 0) > cursor);
      socket.give({ id: "batch", type: "EVENT_TYPE_EVENT_BATCH", sequence: null, timestamp: "", payload: { events } });
      if (session.ended) socket.break(1000);
    });
    return socket;
  }
}

function json(body: object): Response {
  return new Response(JSON.stringify(body), { status: 200 });
}
