// Which deliveries are listed, and how they and their errors read.
import type { Attempt, Delivery, DeliveryFilters, Status } from "../../api/webhook-deliveries";
import type { Tone } from "../../parts/badge";
import { formatMs } from "../../parts/format";

export const STATUSES: Record<Status, [string, Tone]> = {
  pending: ["On its way", "info"],
  delivered: ["Delivered", "good"],
  failed: ["Failed", "bad"],
  dropped: ["Dropped", "plain"],
};

const ERRORS: Record<string, string> = {
  timeout: "No answer in time",
  connection_failed: "No connection",
  name_not_found: "The host has no address",
  tls_failed: "The certificate is not valid",
  bad_answer: "The answer is not HTTP",
  address_refused: "The address is not allowed",
  internal_error: "An error of ours",
};

/** Of what stands in the address, that which means something. */
export function readDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  const { status, eventType } = search;
  return {
    ...(typeof status === "string" && status in STATUSES && { status: status as Status }),
    ...(typeof eventType === "string" && eventType && { eventType }),
  };
}

export function outcome(attempt: Attempt): string {
  return attempt.status_code === null ? (ERRORS[attempt.error] ?? attempt.error) : `HTTP ${attempt.status_code}`;
}

export function lastOutcome(delivery: Delivery): string {
  const last = delivery.last_attempt;
  if (!last) return delivery.status === "dropped" ? "Not sent: the endpoint was off" : "Not sent yet";
  return `${outcome(last)} after ${formatMs(last.duration_ms)}`;
}
