import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientOptions, ParleyClient } from "../src/client.js";
import { memoryStore } from "../src/environment.js";
import { Service, settled } from "./service.js";

function clientOf(service: Service, options: Partial<ClientOptions> = {}, store = memoryStore()): ParleyClient {
  const environment = service.environment(store);
  return new ParleyClient({ url: "https://m.example/", code: "pk", host: "shop.example", environment, ...options });
}

async function started(service: Service, options: Partial<ClientOptions> = {}, store = memoryStore()): Promise<ParleyClient> {
  const client = clientOf(service, options, store);
  await client.start();
  await settled();
  return client;
}

function said(client: ParleyClient): string[] {
  return client.transcript.entries.map((entry) => (entry.kind === "notice" ? `(${entry.code})` : entry.text));
}

test("an agent joins, and answers", async () => {
  const service = new Service();
  const client = await started(service);
  assert.deepEqual(said(client), ["Hello!"]);
  assert.equal(client.transcript.agent?.name, "Ava");
  const message = client.send("  Hi  ");
  await settled();
  assert.equal(message?.delivery, "sent");
  assert.deepEqual(said(client), ["Hello!", "Hi", "You said Hi."]);
});

test("a lost connection comes back and brings what was missed, once", async () => {
  const service = new Service();
  const client = await started(service);
  const statuses: string[] = [];
  client.on("status", (status) => statuses.push(status));
  service.fail();
  await settled();
  service.say("session-1", "Are you there?");
  service.isUp = true;
  await service.clock.pass(1_000);
  assert.deepEqual(said(client), ["Hello!", "Are you there?"]);
  assert.deepEqual(statuses, ["waiting", "connecting", "online"]);
});

test("messages written without a connection are sent when there is one, in order and once", async () => {
  const service = new Service();
  const client = await started(service);
  service.fail();
  await settled();
  client.send("one");
  client.send("two");
  assert.deepEqual(client.transcript.entries.slice(1).map((entry) => entry.kind !== "notice" && entry.delivery), [
    "sending",
    "sending",
  ]);
  await service.clock.pass(60_000);
  service.isUp = true;
  await service.clock.pass(60_000);
  assert.deepEqual(service.texts(), ["one", "two"]);
  assert.deepEqual(said(client), ["Hello!", "one", "You said one.", "two", "You said two."]);
});

test("a message whose echo was lost is not said again", async () => {
  const service = new Service();
  const client = await started(service);
  service.breaksAfterMessage = true;
  client.send("one");
  await service.clock.pass(5_000);
  assert.deepEqual(service.texts(), ["one"]);
  assert.deepEqual(said(client), ["Hello!", "one", "You said one."]);
});

test("a message that was swallowed is sent again, and answered once", async () => {
  const service = new Service();
  const client = await started(service);
  service.swallows = true;
  const message = client.send("one");
  await service.clock.pass(9_000);
  service.swallows = false;
  assert.equal(message?.delivery, "sending");
  await service.clock.pass(30_000);
  assert.equal(message?.delivery, "sent");
  assert.deepEqual(said(client), ["Hello!", "one", "You said one."]);
});

test("another page goes on with the session, and with what was not sent", async () => {
  const service = new Service();
  const store = memoryStore();
  const first = await started(service, {}, store);
  first.send("one");
  await settled();
  service.fail();
  first.send("two");
  first.close();
  service.isUp = true;
  const second = clientOf(service, {}, store);
  assert.ok(second.canResume);
  await second.start();
  await service.clock.pass(1_000);
  assert.equal(service.sessions.size, 1);
  assert.deepEqual(said(second), ["Hello!", "one", "You said one.", "two", "You said two."]);
});

test("a session that is gone is followed by a new one, with what was not sent", async () => {
  const service = new Service();
  const store = memoryStore();
  const first = await started(service, {}, store);
  service.fail();
  first.send("late");
  first.close();
  service.sessions.clear();
  service.isUp = true;
  const second = await started(service, {}, store);
  await service.clock.pass(1_000);
  assert.deepEqual(said(second), ["Hello!", "late", "You said late."]);
});

test("a session that is lost while it is open is over", async () => {
  const service = new Service();
  const client = await started(service);
  const reasons: string[] = [];
  client.on("ended", ({ reason }) => reasons.push(reason));
  service.sessions.clear();
  service.dropAll();
  await service.clock.pass(5_000);
  assert.deepEqual(reasons, ["EXPIRED"]);
  await client.restart();
  await settled();
  assert.deepEqual(said(client), ["Hello!"]);
});

test("the end is the end: nothing connects any more", async () => {
  const service = new Service();
  const client = await started(service);
  const connections = service.connections;
  client.end();
  await service.clock.pass(120_000);
  assert.equal(client.transcript.ended, "REASON_USER_END");
  assert.equal(client.canResume, false);
  assert.equal(client.send("more"), undefined);
  assert.equal(service.connections, connections);
  await client.rate(5);
  assert.ok(service.requests.includes("POST /api/v1/sessions/session-1/survey"));
});

test("a dead connection is found out by its silence", async () => {
  const service = new Service();
  const client = await started(service);
  service.swallows = true;
  await service.clock.pass(39_000);
  assert.equal(service.connections, 1);
  service.swallows = false;
  await service.clock.pass(3_000);
  assert.equal(service.connections, 2);
  assert.equal(client.status, "online");
});

test("without a network it waits longer and longer, and returns at once when it is back", async () => {
  const service = new Service();
  const client = await started(service);
  service.isUp = false;
  service.network(false);
  assert.equal(client.status, "waiting");
  await service.clock.pass(600_000);
  const attempts = service.connections;
  assert.ok(attempts < 40, `${attempts} attempts in ten minutes`);
  service.isUp = true;
  service.network(true);
  await settled();
  assert.equal(client.status, "online");
});

test("what comes in pieces is one message", async () => {
  const service = new Service();
  const client = await started(service);
  const complete: string[] = [];
  client.on("message", (message) => complete.push(message.text));
  const chunk = (text: string, isLast: boolean): object => ({ message_id: "m", text, chunk_index: 1, is_complete: isLast });
  service.push("POLY_AGENT_MESSAGE_CHUNK", chunk("One ", false));
  assert.equal(said(client).pop(), "One ");
  assert.deepEqual(complete, []);
  service.dropAll();
  service.push("POLY_AGENT_MESSAGE_CHUNK", chunk("two ", false));
  await service.clock.pass(1_000);
  service.push("POLY_AGENT_MESSAGE_CHUNK", { ...chunk("three", true), response_suggestions: [{ message_text: "Four" }] });
  assert.deepEqual(said(client), ["Hello!", "One two three"]);
  assert.deepEqual(complete, ["One two three"]);
});

test("typing is told seldom, and that it stopped", async () => {
  const service = new Service();
  const client = await started(service);
  const count = (): number => service.requests.filter((each) => each === "USER_TYPING").length;
  for (let key = 0; key < 20; key++) {
    client.type();
    await service.clock.pass(100);
  }
  assert.equal(count(), 1);
  await service.clock.pass(6_000);
  assert.equal(count(), 2);
});

test("a page that is refused is told so, and does not ask again", async () => {
  const service = new Service();
  service.refusal = 401;
  const client = clientOf(service);
  let refused = 0;
  client.on("refused", () => (refused += 1));
  await assert.rejects(client.start(), /refused/);
  await service.clock.pass(60_000);
  assert.equal(refused, 1);
  assert.deepEqual(service.requests, ["POST /api/v1/access-token"]);
});

test("a service that cannot be reached is tried until it can", async () => {
  const service = new Service();
  service.isUp = false;
  const client = clientOf(service);
  const starting = client.start();
  client.send("Hello?");
  await service.clock.pass(20_000);
  service.isUp = true;
  await service.clock.pass(40_000);
  await starting;
  await service.clock.pass(1_000);
  assert.deepEqual(service.texts(), ["Hello?"]);
});

test("the user is vouched for before the agent joins; what fails is left out", async () => {
  const service = new Service();
  await started(service, { context: async (id) => `signed:${id}` });
  const joined = service.requests.indexOf("REQUEST_POLY_AGENT_JOIN");
  const vouched = service.requests.indexOf("POST /api/v1/sessions/session-1/context");
  assert.ok(vouched >= 0 && vouched < joined);
  const other = new Service();
  const failing = clientOf(other, { context: () => new Promise(() => undefined) });
  await failing.start();
  await other.clock.pass(3_900);
  assert.deepEqual(said(failing), []);
  await other.clock.pass(200);
  assert.deepEqual(said(failing), ["Hello!"]);
});

test("an agent that cannot start is asked again, but not in a circle", async () => {
  const service = new Service();
  const client = clientOf(service);
  service.receive = (_socket, data) => {
    const kind = JSON.parse(data).type.replace("EVENT_TYPE_", "");
    service.requests.push(kind);
    const problem = { level: "SYSTEM_MESSAGE_LEVEL_ERROR", message: "Unable to start a conversation." };
    if (kind !== "HEARTBEAT") service.append("session-1", "SYSTEM_MESSAGE", problem);
  };
  await client.start();
  await service.clock.pass(600_000);
  assert.equal(service.requests.filter((each) => each === "REQUEST_POLY_AGENT_JOIN").length, 3);
});

test("a handover, a queue and a person are in the transcript", async () => {
  const service = new Service();
  const client = await started(service);
  service.push("POLY_AGENT_TRIGGERED_HANDOFF");
  service.push("POLY_AGENT_LEFT");
  service.push("HANDOFF_ACCEPTED");
  service.push("HANDOFF_QUEUE_STATUS", { position_in_queue: 2 });
  service.push("HANDOFF_QUEUE_STATUS", { position_in_queue: 1, estimated_wait_seconds: 60 });
  assert.equal(client.transcript.attendance, "queue");
  assert.deepEqual(said(client), ["Hello!", "(handoff)", "(queue)"]);
  service.push("LIVE_AGENT_JOINED", { agent: { id: "7", name: "Kim", avatar_url: "" } });
  service.push("LIVE_AGENT_TYPING", { state: "TYPING_STATE_STARTED", agent_id: "7" }, undefined, true);
  assert.ok(client.transcript.isPersonTyping);
  service.push("LIVE_AGENT_MESSAGE", { message_id: "p", text: "Hi, Kim here.", agent_id: "7" });
  assert.equal(client.transcript.attendance, "person");
  assert.equal(client.transcript.find("p")?.name, "Kim");
  service.push("LIVE_AGENT_LEFT", { agent_id: "7" });
  service.push("POLY_AGENT_JOINED", { agent_name: "Ava" });
  assert.equal(client.transcript.attendance, "agent");
  assert.deepEqual(said(client).slice(3), ["(person_joined)", "Hi, Kim here.", "(person_left)", "(agent_joined)"]);
});
