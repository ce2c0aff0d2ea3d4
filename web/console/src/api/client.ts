// The build service as its OpenAPI documents describe it, asked with the session's cookie.
import createClient, { type Middleware } from "openapi-fetch";
import type { paths as BuildPaths } from "./build";
import type { paths as ConsolePaths } from "./console";
import type { paths as MonitoringPaths } from "./monitoring";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

let csrfToken = "";
let whenSignedOut: () => void = () => undefined;

export function rememberToken(token: string): void {
  csrfToken = token;
}

export function onSignedOut(act: () => void): void {
  whenSignedOut = act;
}

/** What a request was refused with, in the service's own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly { field: string; message: string }[] = [],
  ) {
    super(message);
  }
}

export function csrfHeaders(method: string): Record<string, string> {
  return SAFE.has(method) || !csrfToken ? {} : { "x-csrf-token": csrfToken };
}

const ATTENDED_FOR = 60_000;
let lastInput = Date.now();
for (const name of ["pointerdown", "keydown", "wheel", "touchstart"]) {
  addEventListener(name, () => (lastInput = Date.now()), { capture: true, passive: true });
}

const session: Middleware = {
  onRequest({ request }) {
    // Pages that refresh what they show while nobody is there keep no session from ending.
    if (Date.now() - lastInput > ATTENDED_FOR) request.headers.set("x-unattended", "1");
    for (const [name, value] of Object.entries(csrfHeaders(request.method))) request.headers.set(name, value);
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await refusal(response);
  },
};

export async function refusal(response: Response): Promise<ApiError> {
  if (response.status === 401) whenSignedOut();
  return await errorOf(response);
}

/** The families of endpoints word their errors differently; each has a message, and some name the fields. */
export async function errorOf(response: Response): Promise<ApiError> {
  return errorFrom(response.status, await response.json().catch(() => null));
}

export function errorFrom(status: number, body: unknown): ApiError {
  const found = isRecord(body) ? body : {};
  const inner = isRecord(found["error"]) ? found["error"] : found;
  const message = inner["message"] ?? inner["detail"] ?? inner["title"];
  const listed = inner["errors"] ?? inner["details"] ?? inner["fields"];
  const fields = Array.isArray(listed) ? listed.filter(isField) : [];
  return new ApiError(status, typeof message === "string" ? message : `The service answered ${status}.`, fields);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isField(value: unknown): value is { field: string; message: string } {
  return isRecord(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

export const api = createClient<BuildPaths & MonitoringPaths & ConsolePaths>({ baseUrl: "/", credentials: "same-origin" });
api.use(session);

/** An answer that came is there: the middleware throws for any other. */
export async function data<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}
