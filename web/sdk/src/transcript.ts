/** What was said in a session, made from its events. Pure: the same events give the same transcript. */

import { type Attachment, type Envelope, kindOf } from "./wire.js";

export type Delivery = "sending" | "sent" | "failed";

/** Who answers: nobody yet, the agent, nobody while a person is looked for, a person, or whatever the page has itself. */
export type Attendance = "nobody" | "agent" | "queue" | "person" | "client";

export interface Message {
  kind: "user" | "agent" | "person";
  /** Of a user's message, the id that it was sent under. */
  id: string;
  text: string;
  attachments: Attachment[];
  /** What the user may want to answer. */
  suggestions: string[];
  /** False while more of it is coming. */
  isComplete: boolean;
  at: string;
  delivery?: Delivery;
  name?: string;
  avatarUrl?: string;
}

export type NoticeCode =
  | "agent_joined"
  | "handoff"
  | "queue"
  | "person_joined"
  | "person_left"
  | "handoff_failed"
  | "handoff_timeout"
  | "client_handoff"
  | "call_started"
  | "call_ended"
  | "info"
  | "problem";

/** Something that happened, or that the service says. */
export interface Notice {
  kind: "notice";
  id: string;
  code: NoticeCode;
  /** Words for the user, where the service gives some. */
  text: string;
  name?: string;
  position?: number;
  waitSeconds?: number;
  at: string;
}

export type Entry = Message | Notice;

export interface Agent {
  name: string;
  avatarUrl: string;
}

export class Transcript {
  attendance: Attendance = "nobody";
  agent: Agent | null = null;
  person: (Agent & { id: string }) | null = null;
  /** The agent has been asked to join. */
  isAsked = false;
  isThinking = false;
  isPersonTyping = false;
  language = "";
  /** Why the session is over; null as long as it is not. */
  ended: string | null = null;
  /** The sequence of the last event that was taken. */
  cursor = 0;

  private readonly said: Entry[] = [];
  /** The user's messages that the service has not acknowledged: they come after all that it has. */
  private pending: Message[] = [];
  private readonly byId = new Map<string, Message>();

  get entries(): readonly Entry[] {
    return [...this.said, ...this.pending];
  }

  /** The entry that the event made or changed; undefined for what changes none. */
  apply(event: Envelope): Entry | undefined {
    if (event.sequence !== null) {
      if (event.sequence <= this.cursor) return undefined;
      this.cursor = event.sequence;
    }
    const take = HANDLERS[kindOf(event)];
    return take?.(this, event.payload, event);
  }

  /** Whether the event was seen before: it came again with a replay. */
  knows(event: Envelope): boolean {
    return event.sequence !== null && event.sequence <= this.cursor;
  }

  /** A message of the user's that is on its way. */
  addOwn(id: string, text: string, at: string): Message {
    const message: Message = { ...emptyMessage("user", id, at), text, isComplete: true, delivery: "sending" };
    this.byId.set(id, message);
    this.pending.push(message);
    return message;
  }

  /** The service has it: here is its place. */
  confirm(message: Message): Message {
    if (this.pending.includes(message)) {
      this.pending = this.pending.filter((each) => each !== message);
      this.said.push(message);
    }
    message.delivery = "sent";
    return message;
  }

  /** The latest of what the service has. */
  get last(): Entry | undefined {
    return this.said[this.said.length - 1];
  }

  setDelivery(id: string, delivery: Delivery): Message | undefined {
    const message = this.byId.get(id);
    if (message) message.delivery = delivery;
    return message;
  }

  find(id: string): Message | undefined {
    return this.byId.get(id);
  }

  say(message: Message): Message {
    this.byId.set(message.id, message);
    this.said.push(message);
    return message;
  }

  notice(code: NoticeCode, event: Envelope, more: Partial<Notice> = {}): Notice {
    const notice: Notice = { kind: "notice", id: event.id, code, text: "", at: event.timestamp, ...more };
    this.said.push(notice);
    return notice;
  }
}

type Handler = (transcript: Transcript, payload: Record<string, any>, event: Envelope) => Entry | undefined;

const HANDLERS: Record<string, Handler> = {
  REQUEST_POLY_AGENT_JOIN: (t) => {
    t.isAsked = true;
    t.isThinking = t.attendance === "nobody";
    return undefined;
  },
  POLY_AGENT_JOINED: (t, p, event) => {
    const isBack = t.agent !== null;
    t.agent = { name: text(p.agent_name), avatarUrl: text(p.agent_avatar_url) };
    t.attendance = "agent";
    t.person = null;
    t.isAsked = true;
    return isBack ? t.notice("agent_joined", event, { name: t.agent.name }) : undefined;
  },
  POLY_AGENT_THINKING: (t) => {
    t.isThinking = true;
    return undefined;
  },
  USER_MESSAGE: (t, p, event) => {
    t.isThinking = t.attendance === "agent";
    const id = event.metadata?.custom?.local_id ?? text(p.message_id);
    const known = t.find(id);
    if (known) return t.confirm(known);
    return t.say({
      ...emptyMessage("user", id, event.timestamp),
      text: text(p.text),
      isComplete: true,
      delivery: "sent",
    });
  },
  POLY_AGENT_MESSAGE: (t, p, event) => whole(t, "agent", p, event),
  POLY_AGENT_MESSAGE_CHUNK: (t, p, event) => {
    t.isThinking = false;
    const id = text(p.message_id);
    const message = t.find(id) ?? t.say({ ...emptyMessage("agent", id, event.timestamp), ...agentOf(t) });
    message.text += text(p.text);
    message.attachments.push(...attachments(p.attachments));
    message.suggestions.push(...suggestions(p.response_suggestions));
    message.isComplete = p.is_complete === true;
    return message;
  },
  LIVE_AGENT_MESSAGE: (t, p, event) => {
    t.isPersonTyping = false;
    return whole(t, "person", p, event);
  },
  LIVE_AGENT_TYPING: (t, p) => {
    t.isPersonTyping = p.state === "TYPING_STATE_STARTED";
    return undefined;
  },
  POLY_AGENT_TRIGGERED_HANDOFF: (t, _p, event) => {
    t.isThinking = false;
    t.attendance = "queue";
    return t.notice("handoff", event);
  },
  POLY_AGENT_LEFT: (t) => {
    t.isThinking = false;
    if (t.attendance === "agent") t.attendance = "nobody";
    return undefined;
  },
  HANDOFF_ACCEPTED: (t) => {
    t.attendance = "queue";
    return undefined;
  },
  HANDOFF_QUEUE_STATUS: (t, p, event) => {
    const more = {
      text: text(p.display_message),
      name: text(p.queue_name),
      position: number(p.position_in_queue),
      waitSeconds: number(p.estimated_wait_seconds),
    };
    const last = t.last;
    // One line that is kept up to date instead of one for each place in the queue.
    if (last?.kind === "notice" && last.code === "queue") return Object.assign(last, more);
    return t.notice("queue", event, more);
  },
  LIVE_AGENT_JOINED: (t, p, event) => {
    const agent = (p.agent ?? {}) as Record<string, unknown>;
    t.person = { id: text(agent.id), name: text(agent.name), avatarUrl: text(agent.avatar_url) };
    t.attendance = "person";
    t.isThinking = false;
    return t.notice("person_joined", event, { name: t.person.name });
  },
  LIVE_AGENT_LEFT: (t, p, event) => {
    const name = text(p.agent_name) || (t.person?.name ?? "");
    t.person = null;
    t.isPersonTyping = false;
    t.attendance = "nobody";
    return t.notice("person_left", event, { name });
  },
  CLIENT_HANDOFF_REQUIRED: (t, p, event) => {
    t.attendance = "client";
    return t.notice("client_handoff", event, { name: text(p.queue_name) });
  },
  HANDOFF_FAILED: (t, _p, event) => failedHandoff(t, "handoff_failed", event),
  HANDOFF_TIMEOUT: (t, _p, event) => failedHandoff(t, "handoff_timeout", event),
  LANGUAGE_CHANGED: (t, p) => {
    t.language = text(p.language_code);
    return undefined;
  },
  SYSTEM_MESSAGE: (t, p, event) => {
    const isProblem = p.level === "SYSTEM_MESSAGE_LEVEL_ERROR";
    if (isProblem) t.isThinking = false;
    return t.notice(isProblem ? "problem" : "info", event, { text: text(p.message) });
  },
  SESSION_END: (t, p) => {
    t.ended = text(p.reason) || "REASON_NATURAL_END";
    t.isThinking = false;
    t.isPersonTyping = false;
    t.attendance = "nobody";
    return undefined;
  },
};

function failedHandoff(t: Transcript, code: NoticeCode, event: Envelope): Entry {
  if (t.attendance === "queue") t.attendance = "nobody";
  return t.notice(code, event);
}

function whole(t: Transcript, kind: "agent" | "person", p: Record<string, any>, event: Envelope): Message {
  if (kind === "agent") t.isThinking = false;
  const id = text(p.message_id) || event.id;
  const message = t.find(id) ?? t.say({ ...emptyMessage(kind, id, event.timestamp), ...(kind === "agent" ? agentOf(t) : {}) });
  message.text = text(p.text);
  message.attachments = attachments(p.attachments);
  message.suggestions = suggestions(p.response_suggestions);
  message.isComplete = true;
  if (kind === "person") {
    message.name = text(p.agent_name) || t.person?.name || "";
    message.avatarUrl = text(p.avatar_url) || t.person?.avatarUrl || "";
  }
  return message;
}

function agentOf(t: Transcript): { name: string; avatarUrl: string } {
  return { name: t.agent?.name ?? "", avatarUrl: t.agent?.avatarUrl ?? "" };
}

function emptyMessage(kind: Message["kind"], id: string, at: string): Message {
  return { kind, id, text: "", attachments: [], suggestions: [], isComplete: false, at };
}

function text(found: unknown): string {
  return typeof found === "string" ? found : "";
}

function number(found: unknown): number | undefined {
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

function attachments(found: unknown): Attachment[] {
  return Array.isArray(found) ? found.filter((each) => each && typeof each.content_url === "string") : [];
}

function suggestions(found: unknown): string[] {
  return Array.isArray(found) ? found.map((each) => text(each?.message_text)).filter(Boolean) : [];
}
