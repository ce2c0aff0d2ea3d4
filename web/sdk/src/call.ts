/** A spoken conversation: the browser's microphone and loudspeaker, and the agent's words to read along. */

import { pause } from "./backoff.js";
import { Emitter } from "./emitter.js";
import { type Environment, type Socket, browser } from "./environment.js";

export type CallStatus = "idle" | "connecting" | "talking" | "ended" | "failed";

/** `microphone`: the user or the machine gives none. `refused`: the service says no. `lost`: no sound came through. */
export type CallProblem = "microphone" | "refused" | "busy" | "lost";

/** What one side says in one turn; the text grows until it is final, and may then be another, when it was cut short. */
export interface Caption {
  role: "agent" | "user";
  turn: number;
  text: string;
  isFinal: boolean;
}

export interface CallEvents {
  status: CallStatus;
  caption: Caption;
  muted: boolean;
  /** The id of its record: told to those who try their agent in the console. */
  conversation: string;
  problem: { kind: CallProblem; message: string };
}

export interface CallOptions {
  /** The gateway of calls: `https://calls.example.com`. */
  url: string;
  /** The connector's public token, which must be one with calls. */
  code: string;
  microphone?: string;
  speaker?: string;
  environment?: Environment;
  media?: Media;
}

/** What of WebRTC a call uses. Tests give their own. */
export interface Media {
  microphone: (device: string | undefined) => Promise<MediaStream>;
  peer: (configuration: RTCConfiguration) => RTCPeerConnection;
  play: (stream: MediaStream, speaker: string | undefined) => Speaker;
}

export interface Speaker {
  use: (device: string) => Promise<void>;
  stop: () => void;
}

const CONNECT_TIMEOUT = 30_000;
const SIGNAL_TRIES = 8;
const BUSY = "HANDLER_ERROR";

export class Call extends Emitter<CallEvents> {
  status: CallStatus = "idle";
  isMuted = false;
  readonly captions: Caption[] = [];
  /** When both sides could first hear each other. */
  startedAt: number | null = null;

  private readonly environment: Environment;
  private readonly media: Media;
  private readonly http: string;
  private session: string | null = null;
  private stream: MediaStream | undefined;
  private peer: RTCPeerConnection | undefined;
  private speaker: Speaker | undefined;
  private socket: Socket | undefined;
  private attempt = 0;
  private stopWaiting: (() => void) | undefined;
  private stopRetry: (() => void) | undefined;

  constructor(private readonly options: CallOptions) {
    super();
    this.environment = options.environment ?? browser();
    this.media = options.media ?? browserMedia();
    this.http = options.url.replace(/\/+$/, "").replace(/^ws/, "http");
  }

  /** Asks for the microphone, then calls. What goes wrong is told as `problem`. */
  async start(): Promise<void> {
    if (this.status !== "idle") return;
    this.become("connecting");
    try {
      this.stream = await this.media.microphone(this.options.microphone);
    } catch (error) {
      this.fail("microphone", String(error));
      return;
    }
    if (this.hasEnded()) return this.release();
    const iceServers = await this.iceServers();
    if (this.hasEnded()) return;
    this.stopWaiting = this.environment.after(CONNECT_TIMEOUT, () => this.fail("lost", "No sound came through."));
    try {
      await this.offer(iceServers);
    } catch (error) {
      this.fail("lost", String(error));
    }
  }

  hangUp(): void {
    if (this.hasEnded()) return;
    this.tell({ type: "close" });
    this.finish("ended");
  }

  /** The agent hears silence. */
  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    for (const track of this.stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
    this.emit("muted", isMuted);
  }

  /** Keys of a telephone: `12#`. */
  press(digits: string): void {
    this.tell({ type: "dtmf", data: { digits } });
  }

  async useMicrophone(device: string): Promise<void> {
    const stream = await this.media.microphone(device);
    const [track] = stream.getAudioTracks();
    if (!track || this.hasEnded()) return stop(stream);
    const old = this.stream;
    this.stream = stream;
    track.enabled = !this.isMuted;
    await this.peer?.getSenders()[0]?.replaceTrack(track);
    stop(old);
  }

  async useSpeaker(device: string): Promise<void> {
    await this.speaker?.use(device);
  }

  private async iceServers(): Promise<RTCIceServer[]> {
    try {
      const token = encodeURIComponent(this.options.code);
      const answer = await this.environment.fetch(`${this.http}/api/v1/ice-servers?token=${token}`, {
        credentials: "omit",
      });
      const found = answer.ok ? ((await answer.json()) as { iceServers?: RTCIceServer[] }).iceServers : [];
      return found ?? [];
    } catch {
      return []; // most networks need none
    }
  }

  private async offer(iceServers: RTCIceServer[]): Promise<void> {
    const peer = (this.peer = this.media.peer({ iceServers }));
    for (const track of this.stream?.getAudioTracks() ?? []) {
      track.enabled = !this.isMuted;
      peer.addTrack(track, this.stream as MediaStream);
    }
    peer.ontrack = ({ track, streams }) => {
      this.speaker?.stop();
      this.speaker = this.media.play(streams[0] ?? new MediaStream([track]), this.options.speaker);
    };
    peer.onconnectionstatechange = () => this.connectionChanged(peer.connectionState);
    await peer.setLocalDescription(await peer.createOffer());
    if (!this.hasEnded()) this.signal();
  }

  private connectionChanged(state: RTCPeerConnectionState): void {
    if (state === "connected" && this.status === "connecting") {
      this.stopWaiting?.();
      this.startedAt = this.environment.now();
      this.become("talking");
    } else if (state === "failed") this.fail("lost", "The connection was lost.");
  }

  /** A signalling socket that breaks does not end the call: the next one goes on with it. */
  private signal(): void {
    const socket = (this.socket = this.environment.openSocket(`${this.http.replace(/^http/, "ws")}/api/v1/webrtc/signal`));
    socket.onopen = () => {
      if (this.session) this.tell({ type: "ping" });
      else this.tellOffer();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket && typeof data === "string") this.receive(data);
    };
    socket.onclose = () => {
      if (socket === this.socket && !this.hasEnded()) this.signalLater();
    };
  }

  private tellOffer(): void {
    const { type, sdp } = this.peer?.localDescription ?? {};
    this.tell({
      type: "offer",
      authToken: this.options.code,
      transcript: true,
      callSid: this.environment.id(),
      data: { type, sdp },
    });
  }

  private signalLater(): void {
    if (this.attempt >= SIGNAL_TRIES) {
      if (this.status === "connecting") this.fail("lost", "The service cannot be reached.");
      return;
    }
    this.stopRetry = this.environment.after(pause(this.attempt++, this.environment.random), () => this.signal());
  }

  private tell(message: object): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify({ sessionId: this.session, ...message }));
  }

  private receive(text: string): void {
    const { type, sessionId, data = {} } = read(text);
    if (this.hasEnded()) return;
    this.attempt = 0;
    if (type === "answer" && !this.session) {
      this.session = String(sessionId ?? "");
      const answer = { type: "answer" as const, sdp: String(data.sdp ?? "") };
      this.peer?.setRemoteDescription(answer).catch((error: unknown) => this.fail("lost", String(error)));
    } else if (type === "transcript") this.caption(data);
    else if (type === "conversation") this.emit("conversation", String(data.conversationId ?? ""));
    else if (type === "close") this.finish("ended");
    else if (type === "error" && this.status === "connecting") {
      this.fail(data.code === BUSY ? "busy" : "refused", String(data.message ?? ""));
    }
  }

  private caption(data: Record<string, unknown>): void {
    const role = data.role === "user" ? "user" : "agent";
    const [turn, text, isFinal] = [Number(data.turn), String(data.text ?? ""), data.final === true];
    let caption = this.captions.find((each) => each.role === role && each.turn === turn);
    if (!caption) this.captions.push((caption = { role, turn, text: "", isFinal: false }));
    caption.text = isFinal ? text : caption.text + text;
    caption.isFinal ||= isFinal;
    this.emit("caption", caption);
  }

  private fail(kind: CallProblem, message: string): void {
    if (this.hasEnded()) return;
    this.tell({ type: "close" });
    this.finish("failed");
    this.emit("problem", { kind, message });
  }

  private finish(status: CallStatus): void {
    this.become(status);
    this.release();
  }

  /** The browser shows no microphone in use any more. */
  private release(): void {
    this.stopWaiting?.();
    this.stopRetry?.();
    stop(this.stream);
    this.speaker?.stop();
    this.peer?.close();
    this.socket?.close(1000);
  }

  private hasEnded(): boolean {
    return this.status === "ended" || this.status === "failed";
  }

  private become(status: CallStatus): void {
    this.status = status;
    this.emit("status", status);
  }
}

/** What a call can be made with. Browsers tell names only once the microphone was allowed. */
export async function audioDevices(): Promise<{ microphones: MediaDeviceInfo[]; speakers: MediaDeviceInfo[] }> {
  const found = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  const of = (kind: string): MediaDeviceInfo[] => found.filter((each) => each.kind === kind && each.deviceId !== "");
  // Not every browser lets a page choose where it is heard.
  const canChoose = typeof HTMLMediaElement !== "undefined" && "setSinkId" in HTMLMediaElement.prototype;
  return { microphones: of("audioinput"), speakers: canChoose ? of("audiooutput") : [] };
}

/** Browsers give a microphone to secure pages alone. */
export function canCall(): boolean {
  return typeof RTCPeerConnection !== "undefined" && Boolean(navigator.mediaDevices?.getUserMedia);
}

function browserMedia(): Media {
  return {
    microphone: (device) => {
      const chosen = device ? { deviceId: { exact: device } } : {};
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...chosen };
      return navigator.mediaDevices.getUserMedia({ audio });
    },
    peer: (configuration) => new RTCPeerConnection(configuration),
    play: (stream, device) => {
      const audio = new Audio();
      const use = async (id: string): Promise<void> => {
        if ("setSinkId" in audio) await (audio as { setSinkId: (id: string) => Promise<void> }).setSinkId(id);
      };
      if (device) void use(device).catch(() => undefined);
      audio.srcObject = stream;
      void audio.play().catch(() => undefined);
      const stopPlaying = (): void => {
        audio.pause();
        audio.srcObject = null;
      };
      return { use, stop: stopPlaying };
    },
  };
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function read(text: string): { type?: unknown; sessionId?: unknown; data?: Record<string, unknown> } {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}
