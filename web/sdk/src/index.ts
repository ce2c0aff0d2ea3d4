export { Refused, Unavailable } from "./api.js";
export {
  Call,
  type CallEvents,
  type CallOptions,
  type CallProblem,
  type CallStatus,
  type Caption,
  type Media,
  type Speaker,
  audioDevices,
  canCall,
} from "./call.js";
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
