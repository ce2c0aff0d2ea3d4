import assert from "node:assert/strict";
import { test } from "node:test";
import { Call, type Media } from "../src/call.js";
import type { Environment, Socket } from "../src/environment.js";
import { memoryStore } from "../src/environment.js";
import { Clock, settled } from "./service.js";

interface Track {
  enabled: boolean;
  isStopped: boolean;
  stop: () => void;
}

function streamOf(): { track: Track; stream: MediaStream } {
  const track: Track = { enabled: true, isStopped: false, stop: () => (track.isStopped = true) };
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
  return { track, stream };
}

/** A gateway, and a browser with a microphone. */
class Gateway {
  readonly clock = new Clock();
  readonly sent: any[] = [];
  readonly sockets: (Socket & { isOpen: boolean })[] = [];
  readonly given: { track: Track; stream: MediaStream }[] = [];
  readonly played: string[] = [];
  state: (state: string) => void = () => undefined;
  replaced: unknown;
  isClosed = false;
  hasMicrophone = true;
  answers = true;

  call(): Call {
    return new Call({ url: "https://calls.example/", code: "pk", environment: this.environment(), media: this.media() });
  }

  give(message: object): void {
    this.sockets[this.sockets.length - 1]?.onmessage?.({ data: JSON.stringify(message) });
  }

  private environment(): Environment {
    return {
      fetch: async () => new Response(JSON.stringify({ iceServers: [{ urls: "turn:t.example" }] })),
      openSocket: (url) => this.open(url),
      now: () => this.clock.now,
      random: () => 0.5,
      id: () => "call-sid",
      after: this.clock.after,
      watchNetwork: () => () => undefined,
      store: memoryStore(),
    };
  }

  private open(url: string): Socket {
    assert.equal(url, "wss://calls.example/api/v1/webrtc/signal");
    const socket = {
      readyState: 0,
      isOpen: true,
      onopen: null as Socket["onopen"],
      onmessage: null as Socket["onmessage"],
      onclose: null as Socket["onclose"],
      onerror: null,
      send: (data: string) => {
        const message = JSON.parse(data);
        this.sent.push(message);
        if (message.type === "offer" && this.answers) {
          void Promise.resolve().then(() => this.give({ type: "answer", sessionId: "s1", data: { sdp: "answer" } }));
        }
      },
      close: () => (socket.isOpen = false),
    };
    this.sockets.push(socket);
    void Promise.resolve().then(() => {
      socket.readyState = 1;
      socket.onopen?.({});
    });
    return socket;
  }

  private media(): Media {
    return {
      microphone: async () => {
        if (!this.hasMicrophone) throw new Error("NotAllowedError");
        const made = streamOf();
        this.given.push(made);
        return made.stream;
      },
      peer: (configuration) => {
        assert.deepEqual(configuration, { iceServers: [{ urls: "turn:t.example" }] });
        const peer: any = {
          connectionState: "new",
          localDescription: null,
          addTrack: () => undefined,
          createOffer: async () => ({ type: "offer", sdp: "offer" }),
          setLocalDescription: async (description: object) => (peer.localDescription = description),
          setRemoteDescription: async () => {
            peer.ontrack({ streams: [streamOf().stream] });
            this.state("connected");
          },
          getSenders: () => [{ replaceTrack: async (track: unknown) => (this.replaced = track) }],
          close: () => (this.isClosed = true),
        };
        this.state = (state) => {
          peer.connectionState = state;
          peer.onconnectionstatechange();
        };
        return peer as RTCPeerConnection;
      },
      play: () => {
        this.played.push("play");
        return { use: async (device) => void this.played.push(device), stop: () => this.played.push("stop") };
      },
    };
  }
}

async function talking(gateway: Gateway): Promise<Call> {
  const call = gateway.call();
  await call.start();
  await settled();
  assert.equal(call.status, "talking");
  return call;
}

test("a call comes about, and is hung up", async () => {
  const gateway = new Gateway();
  const call = await talking(gateway);
  assert.deepEqual(gateway.sent[0], {
    sessionId: null,
    type: "offer",
    authToken: "pk",
    transcript: true,
    callSid: "call-sid",
    data: { type: "offer", sdp: "offer" },
  });
  call.press("12#");
  call.hangUp();
  assert.deepEqual(gateway.sent.slice(1), [
    { sessionId: "s1", type: "dtmf", data: { digits: "12#" } },
    { sessionId: "s1", type: "close" },
  ]);
  assert.equal(call.status, "ended");
  assert.ok(gateway.isClosed && gateway.given[0]?.track.isStopped);
  assert.deepEqual(gateway.played, ["play", "stop"]);
});

test("the agent hangs up", async () => {
  const gateway = new Gateway();
  const call = await talking(gateway);
  gateway.give({ type: "close", sessionId: "s1" });
  assert.equal(call.status, "ended");
  assert.ok(gateway.given[0]?.track.isStopped);
});

test("captions grow, and are final", async () => {
  const gateway = new Gateway();
  const call = await talking(gateway);
  const say = (role: string, turn: number, text: string, final: boolean): void =>
    gateway.give({ type: "transcript", sessionId: "s1", data: { role, turn, text, final } });
  say("agent", 1, "Hello, ", false);
  say("agent", 1, "how are", false);
  assert.deepEqual(call.captions, [{ role: "agent", turn: 1, text: "Hello, how are", isFinal: false }]);
  say("agent", 1, "Hello, how", true);
  say("user", 2, "A table", true);
  assert.deepEqual(call.captions.map((each) => each.text), ["Hello, how", "A table"]);
});

test("muting goes on with another microphone", async () => {
  const gateway = new Gateway();
  const call = await talking(gateway);
  call.mute(true);
  assert.equal(gateway.given[0]?.track.enabled, false);
  await call.useMicrophone("other");
  const [first, second] = gateway.given;
  assert.ok(first?.track.isStopped);
  assert.equal(second?.track.enabled, false);
  assert.equal(gateway.replaced, second?.track);
  call.mute(false);
  assert.equal(second?.track.enabled, true);
  await call.useSpeaker("kitchen");
  assert.ok(gateway.played.includes("kitchen"));
});

test("a signalling socket that breaks does not end the call", async () => {
  const gateway = new Gateway();
  const call = await talking(gateway);
  gateway.sockets[0]?.onclose?.({});
  await gateway.clock.pass(2_000);
  assert.equal(gateway.sockets.length, 2);
  assert.deepEqual(gateway.sent[gateway.sent.length - 1], { sessionId: "s1", type: "ping" });
  assert.equal(call.status, "talking");
});

test("what goes wrong is told once, and lets go of the microphone", async () => {
  const problems = async (prepare: (gateway: Gateway) => void, act: (gateway: Gateway) => void): Promise<string[]> => {
    const gateway = new Gateway();
    prepare(gateway);
    const call = gateway.call();
    const told: string[] = [];
    call.on("problem", ({ kind }) => told.push(kind));
    await call.start();
    await settled();
    act(gateway);
    await gateway.clock.pass(60_000);
    assert.equal(call.status, "failed");
    assert.ok(gateway.given.every(({ track }) => track.isStopped));
    return told;
  };
  const silent = (gateway: Gateway): void => void (gateway.answers = false);
  const error = (code: string) => (gateway: Gateway) => gateway.give({ type: "error", data: { code, message: "No." } });
  assert.deepEqual(await problems((gateway) => void (gateway.hasMicrophone = false), () => undefined), ["microphone"]);
  assert.deepEqual(await problems(silent, error("FORBIDDEN")), ["refused"]);
  assert.deepEqual(await problems(silent, error("HANDLER_ERROR")), ["busy"]);
  assert.deepEqual(await problems(silent, () => undefined), ["lost"]);
  assert.deepEqual(await problems(() => undefined, (gateway) => gateway.state("failed")), ["lost"]);
});
