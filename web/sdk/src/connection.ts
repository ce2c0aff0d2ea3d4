/** One session's socket, kept open: what is lost is opened again, with the cursor that says what was missed. */

import { type Api, Refused } from "./api.js";
import { pause } from "./backoff.js";
import type { Environment, Socket } from "./environment.js";
import { type Envelope, PREFIX, kindOf, readFrame } from "./wire.js";

export type Status = "idle" | "connecting" | "online" | "waiting" | "closed";

export interface Hears {
  cursor: () => number;
  /** The first events of a socket are there: what was missed. */
  opened: () => void;
  received: (events: Envelope[]) => void;
  status: (status: Status) => void;
  /** The session is not there any more. */
  lost: () => void;
  /** The service does not want this page. */
  refused: (error: Error) => void;
}

const OPEN = 1;
const OPENING_TIMEOUT = 10_000;
const REPLY_TIMEOUT = 10_000;
const PROBE_TIMEOUT = 4_000;
const RECYCLED = 4002;
const SILENT = 4000;

export class Connection {
  private socket: Socket | undefined;
  private attempt = 0;
  private heartbeatSeconds = 30;
  private isReady = false;
  private stopWatching: (() => void) | undefined;
  private stopRetry: (() => void) | undefined;
  private stopOpening: (() => void) | undefined;
  private stopHeartbeat: (() => void) | undefined;
  private stopDeadline: (() => void) | undefined;
  private current: Status = "idle";
  /** Raised with every attempt: what an earlier one still brings is nobody's. */
  private round = 0;

  constructor(
    private readonly environment: Environment,
    private readonly api: Api,
    readonly session: string,
    private readonly hears: Hears,
  ) {}

  get status(): Status {
    return this.current;
  }

  /** Whether events can be sent now. */
  get canSend(): boolean {
    return this.isReady && this.socket?.readyState === OPEN;
  }

  open(): void {
    this.stopWatching ??= this.environment.watchNetwork((isThere) => (isThere ? this.wake() : this.sleep()));
    void this.connect();
  }

  /** For good. */
  close(): void {
    this.round += 1;
    this.stopWatching?.();
    this.stopWatching = undefined;
    this.stopRetry?.();
    this.drop(1000);
    this.tell("closed");
  }

  send(kind: string, payload: object, custom?: Record<string, string>): boolean {
    if (!this.canSend) return false;
    const metadata = custom ? { metadata: { custom } } : {};
    this.socket?.send(JSON.stringify({ type: PREFIX + kind, payload, ...metadata }));
    return true;
  }

  private async connect(): Promise<void> {
    this.stopRetry?.();
    this.stopRetry = undefined;
    const round = (this.round += 1);
    this.tell("connecting");
    try {
      const token = await this.api.accessToken();
      if (round === this.round) this.listen(token, round);
    } catch (error) {
      if (round !== this.round) return;
      if (error instanceof Refused) this.refuse(error);
      else this.retry();
    }
  }

  private listen(token: string, round: number): void {
    const socket = this.environment.openSocket(this.api.socketUrl(this.session, token, this.hears.cursor()));
    this.socket = socket;
    let hasOpened = false;
    this.stopOpening = this.environment.after(OPENING_TIMEOUT, () => this.lose(round, hasOpened));
    socket.onopen = () => {
      hasOpened = true;
    };
    socket.onmessage = (message) => {
      if (round === this.round && typeof message.data === "string") this.receive(readFrame(message.data));
    };
    socket.onclose = () => this.lose(round, hasOpened);
    socket.onerror = () => undefined;
  }

  private receive(events: Envelope[]): void {
    this.stopDeadline?.();
    this.stopDeadline = undefined;
    for (const event of events) {
      if (kindOf(event) === "SESSION_START") {
        const seconds: unknown = event.payload.capabilities?.heartbeat_interval_seconds;
        if (typeof seconds === "number") this.heartbeatSeconds = seconds;
      }
    }
    const isFirst = !this.isReady;
    if (isFirst) {
      this.stopOpening?.();
      this.isReady = true;
      this.attempt = 0;
      this.beat();
    }
    const round = this.round;
    this.hears.received(events);
    if (isFirst && round === this.round) {
      this.tell("online");
      this.hears.opened();
    }
  }

  private beat(): void {
    this.stopHeartbeat?.();
    if (this.heartbeatSeconds <= 0) return;
    this.stopHeartbeat = this.environment.after(this.heartbeatSeconds * 1000, () => {
      this.probe(REPLY_TIMEOUT);
      this.beat();
    });
  }

  /** A connection that is dead without knowing it is found out. */
  private probe(timeout: number): void {
    if (!this.send("HEARTBEAT", {}) || this.stopDeadline) return;
    const round = this.round;
    this.stopDeadline = this.environment.after(timeout, () => this.lose(round, true, SILENT));
  }

  private wake(): void {
    if (this.current === "waiting") {
      this.attempt = 0;
      void this.connect();
    } else {
      this.probe(PROBE_TIMEOUT);
    }
  }

  /** The machine says that it has no network: what is open may be dead already, and nobody would say so for a while. */
  private sleep(): void {
    if (this.current === "connecting" || this.current === "online") this.lose(this.round, true, RECYCLED);
  }

  private lose(round: number, hasOpened: boolean, code = 1000): void {
    if (round !== this.round) return;
    this.round += 1;
    this.drop(code);
    if (hasOpened) this.retry();
    else void this.findOut(this.round);
  }

  /** A browser does not tell why a connection was refused. */
  private async findOut(round: number): Promise<void> {
    try {
      const isAlive = await this.api.isAlive(this.session);
      if (round !== this.round) return;
      if (isAlive) this.retry();
      else this.give(() => this.hears.lost());
    } catch (error) {
      if (round !== this.round) return;
      if (error instanceof Refused) this.refuse(error);
      else this.retry();
    }
  }

  private refuse(error: Refused): void {
    this.give(() => this.hears.refused(error));
  }

  private give(tell: () => void): void {
    this.close();
    tell();
  }

  private retry(): void {
    this.tell("waiting");
    this.stopRetry?.();
    this.stopRetry = this.environment.after(pause(this.attempt++, this.environment.random), () => void this.connect());
  }

  private drop(code: number): void {
    this.stopOpening?.();
    this.stopHeartbeat?.();
    this.stopDeadline?.();
    this.stopDeadline = undefined;
    this.isReady = false;
    const socket = this.socket;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(code);
  }

  private tell(status: Status): void {
    if (this.current === status) return;
    this.current = status;
    this.hears.status(status);
  }
}
