import { Api, Refused } from "./api.js";
import { Connection, type Status } from "./connection.js";
import { Emitter } from "./emitter.js";
import { type Environment, type Store, browser } from "./environment.js";
import { Outbox, type Unsent } from "./outbox.js";
import { type Entry, type Message, Transcript } from "./transcript.js";
import { Typing } from "./typing.js";
import { type Envelope, LONGEST_TEXT, kindOf } from "./wire.js";

export interface ClientOptions {
  /** The messaging service: `https://messaging.example.com`. */
  url: string;
  /** The connector's public token. */
  code: string;
  /** The site or app that the connector is registered for (default: that of the page). */
  host?: string;
  /** Answers come in pieces, as they are made (default: true). */
  streaming?: boolean;
  platform?: "web" | "ios" | "android" | "ios-web" | "android-web" | "custom";
  device?: "mobile" | "tablet";
  /** Where the session is remembered (default: localStorage). */
  store?: Store;
  /** Gives a token in which the site's own server vouches for the user; what fails is left out. */
  context?: (contextId: string) => Promise<string | null | undefined>;
  /** For tests. */
  environment?: Environment;
}

export interface ClientEvents {
  /** An entry of the transcript was added or has changed; `entry` is undefined when all of it may have. */
  change: { entry: Entry | undefined };
  /** A message is complete. Not told of messages that were there before this page. */
  message: Message;
  status: Status;
  /** Somebody else takes over in whatever way the page has for that. */
  handoff: { reason: string; queueName: string; route: unknown };
  /** A new session was begun. */
  started: { session: string };
  ended: { reason: string };
  language: string;
  /** The service refuses this page: the connector is not for it, or does not exist. */
  refused: Error;
  /** Everything that comes in, as it is on the wire. */
  event: Envelope;
}

const CONTEXT_TIMEOUT = 4_000;
const ECHO_TIMEOUT = 10_000;
const TRIES = 4;
const JOIN_TRIES = 3;
const START_FAILURES = /unable to start a conversation|conversation (id )?not found/i;

/** A conversation with an agent, that goes on over lost connections, reloads and other pages of the site. */
export class ParleyClient extends Emitter<ClientEvents> {
  transcript = new Transcript();

  private readonly environment: Environment;
  private readonly api: Api;
  private readonly outbox: Outbox;
  private readonly typing: Typing;
  private connection: Connection | undefined;
  private starting: Promise<void> | undefined;
  private timers = new Map<string, () => void>();
  private joins = 0;
  private isEnding = false;
  private ratedSession: string | null = null;
  /** Raised when a session is left: what an earlier one still brings is nobody's. */
  private round = 0;

  constructor(private readonly options: ClientOptions) {
    super();
    const environment = options.environment ?? browser();
    this.environment = options.store ? { ...environment, store: options.store } : environment;
    const host = options.host ?? (typeof location === "undefined" ? "localhost" : location.host);
    this.api = new Api(this.environment, options.url.replace(/\/+$/, ""), options.code, host);
    this.outbox = new Outbox(this.environment.store, `parley:${options.code}`);
    this.typing = new Typing(this.environment, (state) => this.connection?.send("USER_TYPING", { state }));
  }

  get status(): Status {
    return this.connection?.status ?? "idle";
  }

  get session(): string | null {
    return this.outbox.session;
  }

  /** Whether an earlier page of this site left a session behind. */
  get canResume(): boolean {
    this.outbox.load();
    return this.outbox.session !== null;
  }

  /** Connects to the session that this site had, or begins one, and asks the agent to join. Throws when the service
   * refuses; an unreachable service is tried again and again. */
  start(): Promise<void> {
    this.starting ??= this.begin().finally(() => (this.starting = undefined));
    return this.starting;
  }

  /** Sends a message; it is in the transcript at once and says how far it got. Without a session, begins one. */
  send(text: string): Message | undefined {
    const words = text.trim().slice(0, LONGEST_TEXT);
    if (!words || this.transcript.ended !== null) return undefined;
    this.typing.stop();
    this.outbox.load();
    const unsent = { id: this.environment.id(), text: words, at: this.moment(), tries: 0 };
    const message = this.transcript.addOwn(unsent.id, words, unsent.at);
    this.outbox.add(unsent);
    this.emit("change", { entry: message });
    if (this.transcript.isAsked) this.post(unsent);
    if (!this.connection) void this.start().catch(() => undefined);
    return message;
  }

  /** Sends what failed once more. */
  retry(id: string): void {
    const unsent = this.outbox.unsent.find((each) => each.id === id);
    if (!unsent) return;
    unsent.tries = 1;
    this.emit("change", { entry: this.transcript.setDelivery(id, "sending") });
    this.post(unsent);
  }

  /** The user pressed a key. */
  type(): void {
    this.typing.key();
  }

  /** The user ends the session. */
  end(): void {
    this.isEnding = true;
    this.connection?.send("USER_END_SESSION", {});
  }

  /** 1 to 5, of the session that is, or was last. */
  async rate(score: number): Promise<void> {
    const session = this.outbox.session ?? this.ratedSession;
    if (session) await this.api.rate(session, score);
  }

  /** Leaves the session as it is, and begins another. */
  restart(): Promise<void> {
    this.leave();
    this.outbox.forget();
    this.transcript = new Transcript();
    this.emit("change", { entry: undefined });
    return this.start();
  }

  /** Disconnects. The session goes on, for this or another page. */
  close(): void {
    this.leave();
  }

  destroy(): void {
    this.leave();
    this.forgetListeners();
  }

  private async begin(): Promise<void> {
    if (this.connection) return;
    const round = this.round;
    if (this.canResume) {
      this.connect(this.outbox.session as string);
      return;
    }
    for (let attempt = 0; ; attempt++) {
      try {
        const session = await this.api.startSession({
          streaming: this.options.streaming ?? true,
          platform: this.options.platform ?? "web",
          device: this.options.device,
        });
        if (round !== this.round) return;
        this.outbox.begin(session);
        this.emit("started", { session });
        this.connect(session);
        return;
      } catch (error) {
        if (round !== this.round) return;
        if (error instanceof Refused) {
          this.emit("refused", error);
          throw error;
        }
        this.emit("status", "waiting");
        await this.nap(attempt);
        if (round !== this.round) return;
      }
    }
  }

  /** Until it is time for another attempt, or the network is back. */
  private nap(attempt: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.environment.watchNetwork((isThere) => isThere && over());
      const over = (): void => {
        stop();
        cancel();
        resolve();
      };
      const cancel = this.environment.after(Math.min(30_000, 1_000 * 2 ** attempt), over);
    });
  }

  private connect(session: string): void {
    const round = this.round;
    const still = (act: () => void): void => {
      if (round === this.round) act();
    };
    this.connection = new Connection(this.environment, this.api, session, {
      cursor: () => this.transcript.cursor,
      opened: () => still(() => this.opened()),
      received: (events) => still(() => this.receive(events)),
      status: (status) => still(() => this.emit("status", status)),
      lost: () => still(() => this.lost()),
      refused: (error) => still(() => this.emit("refused", error)),
    });
    this.connection.open();
  }

  private opened(): void {
    if (this.isEnding) this.connection?.send("USER_END_SESSION", {});
    else if (!this.transcript.isAsked) void this.join();
    for (const unsent of this.outbox.unsent) {
      if (!this.transcript.find(unsent.id)) this.transcript.addOwn(unsent.id, unsent.text, unsent.at);
    }
    this.emit("change", { entry: undefined });
    if (this.transcript.isAsked) this.postAll();
  }

  private async join(): Promise<void> {
    const round = this.round;
    if (this.joins === 0) await this.vouch();
    if (round !== this.round || this.joins >= JOIN_TRIES) return;
    this.joins += 1;
    this.connection?.send("REQUEST_POLY_AGENT_JOIN", {});
  }

  /** The site's server says who the user is. Whatever fails: the conversation starts without it. */
  private async vouch(): Promise<void> {
    const session = this.outbox.session;
    if (!this.options.context || !this.contextId || !session) return;
    const late = new Promise<null>((resolve) => this.environment.after(CONTEXT_TIMEOUT, () => resolve(null)));
    try {
      const token = await Promise.race([this.options.context(this.contextId), late]);
      if (token) await this.api.setContext(session, token);
    } catch {
      return;
    }
  }

  private contextId = "";

  private receive(events: Envelope[]): void {
    // What comes with the first frame was said before this page was there.
    const isReplay = this.transcript.cursor === 0;
    const wasAsked = this.transcript.isAsked;
    let changed: Entry | undefined;
    for (const event of events) {
      const isNew = !this.transcript.knows(event);
      if (kindOf(event) === "SESSION_START") this.contextId = String(event.payload.context_id ?? "");
      if (!isNew) continue;
      const entry = this.transcript.apply(event);
      this.acknowledge(event);
      this.emit("event", event);
      this.follow(event);
      if (entry && entry.kind !== "notice" && entry.kind !== "user" && entry.isComplete && !isReplay) this.emit("message", entry);
      changed = entry;
    }
    this.emit("change", { entry: events.length === 1 ? changed : undefined });
    if (this.transcript.ended !== null) this.finish(this.transcript.ended);
    else if (this.transcript.isAsked && !wasAsked && this.status === "online") this.postAll();
  }

  /** An echo with our id says that the message is on disk; an error with it, that it was not taken. */
  private acknowledge(event: Envelope): void {
    const id = event.metadata?.custom?.local_id;
    if (!id) return;
    if (kindOf(event) === "USER_MESSAGE") {
      this.timers.get(id)?.();
      this.timers.delete(id);
      this.outbox.remove(id);
    } else if (kindOf(event) === "SYSTEM_MESSAGE") {
      const unsent = this.outbox.unsent.find((each) => each.id === id);
      if (unsent) this.later(unsent, 1_000 * 2 ** unsent.tries);
    }
  }

  private follow(event: Envelope): void {
    const kind = kindOf(event);
    if (kind === "LANGUAGE_CHANGED") this.emit("language", this.transcript.language);
    if (kind === "CLIENT_HANDOFF_REQUIRED") {
      const { reason, queue_name, route } = event.payload;
      this.emit("handoff", { reason: String(reason ?? ""), queueName: String(queue_name ?? ""), route });
    }
    if (kind === "SYSTEM_MESSAGE" && START_FAILURES.test(String(event.payload.message)) && this.connection?.canSend) {
      // Asked again, but late and seldom: an agent that is broken must not be asked in a circle.
      this.timers.set("join", this.environment.after(2_000 * 2 ** this.joins, () => void this.join()));
    }
  }

  private postAll(): void {
    for (const unsent of [...this.outbox.unsent]) this.post(unsent);
  }

  private post(unsent: Unsent): void {
    if (this.transcript.find(unsent.id)?.delivery === "failed") return;
    const custom = { local_id: unsent.id, ...(unsent.tries > 0 ? { resent: "true" } : {}) };
    if (!this.connection?.send("USER_MESSAGE", { text: unsent.text }, custom)) return;
    unsent.tries += 1;
    this.later(unsent, ECHO_TIMEOUT);
  }

  /** Sends it again if it is not acknowledged by then. */
  private later(unsent: Unsent, milliseconds: number): void {
    this.timers.get(unsent.id)?.();
    const act = (): void => {
      if (!this.outbox.unsent.includes(unsent)) return;
      if (unsent.tries >= TRIES) this.emit("change", { entry: this.transcript.setDelivery(unsent.id, "failed") });
      else this.post(unsent);
    };
    this.timers.set(unsent.id, this.environment.after(milliseconds, act));
  }

  private lost(): void {
    this.ratedSession = null;
    this.leave();
    if (this.transcript.cursor === 0) {
      // It ended while no page was open: the user wants a new one, with what was not sent.
      this.outbox.leaveSession();
      void this.start().catch(() => undefined);
      return;
    }
    for (const each of this.outbox.unsent) this.transcript.setDelivery(each.id, "failed");
    this.outbox.forget();
    this.transcript.ended = "EXPIRED";
    this.emit("change", { entry: undefined });
    this.emit("ended", { reason: "EXPIRED" });
  }

  private finish(reason: string): void {
    this.ratedSession = this.outbox.session;
    for (const each of this.outbox.unsent) this.transcript.setDelivery(each.id, "failed");
    this.leave();
    this.outbox.forget();
    this.emit("ended", { reason });
  }

  private leave(): void {
    this.round += 1;
    this.typing.stop();
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
    this.joins = 0;
    this.isEnding = false;
    this.starting = undefined;
    const connection = this.connection;
    this.connection = undefined;
    connection?.close();
  }

  private moment(): string {
    return new Date(this.environment.now()).toISOString();
  }
}
