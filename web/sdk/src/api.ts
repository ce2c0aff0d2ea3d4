/** The HTTP calls that open a session. */

import type { Environment } from "./environment.js";

/** The service refused: another attempt gets the same answer. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "Refused";
  }
}

/** The service was not reached, or cannot answer at the moment. */
export class Unavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Unavailable";
  }
}

const RENEW_SECONDS = 300;
const TIMEOUT = 15_000;

export interface SessionOptions {
  streaming: boolean;
  platform: string;
  device: "mobile" | "tablet" | undefined;
}

export class Api {
  private token: { text: string; until: number } | undefined;

  constructor(
    private readonly environment: Environment,
    readonly url: string,
    private readonly code: string,
    private readonly host: string,
  ) {}

  async accessToken(): Promise<string> {
    const now = this.environment.now();
    if (this.token && this.token.until - RENEW_SECONDS * 1000 > now) return this.token.text;
    const headers = { "x-token": this.code, "x-host": this.host };
    const given = await this.call("POST", "/api/v1/access-token", headers, {});
    this.token = { text: String(given.access_token), until: now + Number(given.expires_in) * 1000 };
    return this.token.text;
  }

  async startSession(options: SessionOptions): Promise<string> {
    const body = {
      streaming_enabled: options.streaming,
      platform: options.platform,
      ...(options.device ? { device_type: options.device } : {}),
    };
    return String((await this.authorized("POST", "/api/v1/sessions", body)).session_id);
  }

  /** Whether a session can still be connected to. */
  async isAlive(session: string): Promise<boolean> {
    try {
      return (await this.authorized("GET", `/api/v1/sessions/${session}`)).resumable === true;
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return false;
      throw error;
    }
  }

  async setContext(session: string, token: string): Promise<void> {
    await this.authorized("POST", `/api/v1/sessions/${session}/context`, { token });
  }

  async rate(session: string, score: number): Promise<void> {
    await this.authorized("POST", `/api/v1/sessions/${session}/survey`, { score });
  }

  socketUrl(session: string, token: string, cursor: number): string {
    const query = new URLSearchParams({ session_id: session, access_token: token, cursor: String(cursor) });
    return `${this.url.replace(/^http/, "ws")}/ws?${query.toString()}`;
  }

  /** A token may be void although its time is not over, when the connector's key was revoked and issued anew. */
  private async authorized(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const attempt = (token: string): Promise<Record<string, unknown>> =>
      this.call(method, path, { authorization: `Bearer ${token}` }, body);
    const token = await this.accessToken();
    try {
      return await attempt(token);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      this.token = undefined;
      return await attempt(await this.accessToken());
    }
  }

  private async call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Record<string, unknown>> {
    const controller = new AbortController();
    const stop = this.environment.after(TIMEOUT, () => controller.abort());
    try {
      const sent = body ? { body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } } : { headers };
      const answer = await this.environment.fetch(this.url + path, {
        method,
        ...sent,
        credentials: "omit",
        signal: controller.signal,
      });
      const text = await answer.text();
      if (answer.ok) return text ? (JSON.parse(text) as Record<string, unknown>) : {};
      if (answer.status === 429 || answer.status >= 500) throw new Unavailable(`${answer.status} at ${path}`);
      throw new Refused(answer.status, messageOf(text) || `${answer.status} at ${path}`);
    } catch (error) {
      if (error instanceof Refused || error instanceof Unavailable) throw error;
      throw new Unavailable(error instanceof Error ? error.message : String(error));
    } finally {
      stop();
    }
  }
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? "");
  } catch {
    return "";
  }
}
