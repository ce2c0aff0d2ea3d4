/** The events of a session as they are on the wire. */

export interface Metadata {
  custom?: Record<string, string>;
}

export interface Envelope {
  id: string;
  type: string;
  /** Null for what is told now or never. */
  sequence: number | null;
  timestamp: string;
  payload: Record<string, any>;
  metadata?: Metadata;
}

export interface Attachment {
  title: string;
  preview_image_url: string;
  content_url: string;
  content_type: "ATTACHMENT_CONTENT_TYPE_URL" | "ATTACHMENT_CONTENT_TYPE_IMAGE";
  call_to_action_text: string;
}

export interface Capabilities {
  streaming: boolean;
  max_message_size_bytes: number;
  heartbeat_interval_seconds: number;
}

export const PREFIX = "EVENT_TYPE_";
export const LONGEST_TEXT = 20_000;

/** Without its prefix; empty for what is no event. */
export function kindOf(event: Envelope): string {
  return event.type.startsWith(PREFIX) ? event.type.slice(PREFIX.length) : "";
}

/** The events of a frame, those of a batch one by one; none for what cannot be read. */
export function readFrame(text: string): Envelope[] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isEvent(found)) return [];
  if (found.type !== PREFIX + "EVENT_BATCH") return [found];
  const events: unknown = found.payload.events;
  return Array.isArray(events) ? events.filter(isEvent) : [];
}

function isEvent(found: any): found is Envelope {
  return (
    typeof found === "object" &&
    found !== null &&
    typeof found.type === "string" &&
    typeof found.id === "string" &&
    typeof found.payload === "object" &&
    found.payload !== null
  );
}
