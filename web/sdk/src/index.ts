export { Refused, Unavailable } from "./api.js";
export { ParleyClient, type ClientEvents, type ClientOptions } from "./client.js";
export type { Status } from "./connection.js";
export { type Environment, type Socket, type Store, localStore, memoryStore } from "./environment.js";
export {
  type Agent,
  type Attendance,
  type Delivery,
  type Entry,
  type Message,
  type Notice,
  type NoticeCode,
  Transcript,
} from "./transcript.js";
export type { Attachment, Capabilities, Envelope, Metadata } from "./wire.js";
