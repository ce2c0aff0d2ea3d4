"use strict";

// The key stays in this tab: it is gone when the tab is closed.
const $ = (id) => document.getElementById(id);
const known = { key: sessionStorage.getItem("desk-key"), name: localStorage.getItem("desk-name") ?? "" };
const me = localStorage.getItem("desk-id") ?? crypto.randomUUID();
localStorage.setItem("desk-id", me);

const LIST_EVERY = 3000;
const AGAIN_AFTER = 2000;
const TYPING_SHOWN = 5000;

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, body, signal) {
  const options = { headers: { "x-api-key": known.key }, signal };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(`/api/v1/desk/sessions${path}`, options);
  const text = await answer.text();
  const content = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refused(answer.status, content?.error_message ?? `The service answered ${answer.status}.`);
  return content;
}

// Signing in

function show(isSignedIn) {
  $("sign-in").hidden = isSignedIn;
  $("desk").hidden = !isSignedIn;
  $("who").textContent = known.name;
}

$("sign-in").elements.name.value = known.name;
$("sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const problem = form.querySelector(".problem");
  known.key = form.elements.key.value.trim();
  known.name = form.elements.name.value.trim();
  try {
    draw((await ask("")).sessions);
  } catch (error) {
    problem.textContent = error.status === 401 ? "This is not a desk key." : error.message;
    return;
  }
  problem.textContent = "";
  form.elements.key.value = "";
  sessionStorage.setItem("desk-key", known.key);
  localStorage.setItem("desk-name", known.name);
  show(true);
});

$("sign-out").addEventListener("click", () => {
  sessionStorage.removeItem("desk-key");
  location.reload();
});

// Who waits

const minutes = (since) => Math.max(0, Math.round((Date.now() - Date.parse(since)) / 60000));

let listed = [];

function draw(sessions) {
  listed = sessions;
  $("nobody").hidden = sessions.length > 0;
  const focused = document.activeElement?.dataset?.session;
  $("sessions").replaceChildren(...sessions.map((session) => {
    const button = document.createElement("button");
    const title = document.createElement("span");
    const about = document.createElement("small");
    title.textContent = session.queue_name || session.reason || "A user";
    title.className = session.state === "queue" ? "waits" : "";
    const waiting = `${session.state === "queue" ? "waiting" : session.agent?.name || "taken"}, ${minutes(session.waiting_since)} min`;
    about.textContent = [session.reason, waiting].filter(Boolean).join(" · ");
    button.type = "button";
    button.dataset.session = session.session_id;
    button.setAttribute("aria-current", String(talk?.id === session.session_id));
    button.append(title, about);
    button.addEventListener("click", () => open(session));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  if (focused) document.querySelector(`[data-session="${CSS.escape(focused)}"]`)?.focus();
  const waiting = sessions.filter((session) => session.state === "queue").length;
  document.title = waiting ? `(${waiting}) Parley: desk` : "Parley: desk";
}

async function watchList() {
  if (!$("desk").hidden) {
    try {
      draw((await ask("")).sessions);
    } catch (error) {
      if (error.status === 401) show(false);
    }
  }
  setTimeout(watchList, LIST_EVERY);
}

// One conversation

let talk = null;

function open(session) {
  talk?.stop.abort();
  talk = { id: session.session_id, after: 0, stop: new AbortController(), chunks: new Map(), typing: 0 };
  $("none").hidden = true;
  $("talk").hidden = false;
  $("log").replaceChildren();
  $("typing").textContent = "";
  tell("");
  update(session);
  draw(listed);
  follow(talk);
}

function update(session) {
  const isMine = session.state === "person" && session.agent?.id === me;
  $("title").textContent = session.queue_name || "Conversation";
  $("about").textContent = [session.reason, session.language, STATES[session.state]].filter(Boolean).join(" · ");
  $("say").hidden = !isMine;
  $("accept").hidden = $("refuse").hidden = session.state !== "queue";
  $("return").hidden = $("end").hidden = !isMine;
  return session;
}

const STATES = { queue: "waiting", person: "with a person", agent: "with the agent", ended: "over", client: "elsewhere" };

async function follow(shown) {
  let wait = 0;
  while (shown === talk) {
    try {
      const found = await ask(`/${shown.id}/events?after=${shown.after}&wait=${wait}`, undefined, shown.stop.signal);
      if (shown !== talk) return;
      for (const event of found.events) {
        shown.after = Math.max(shown.after, event.sequence ?? 0);
        say(event, shown);
      }
      if (update(found.session).state === "ended" && !found.events.length) return;
      wait = 25;
    } catch (error) {
      if (shown.stop.signal.aborted) return;
      tell(error.message);
      if (error.status === 401 || error.status === 404) return;
      await new Promise((done) => setTimeout(done, AGAIN_AFTER));
    }
  }
}

const NOTES = {
  POLY_AGENT_JOINED: () => "The agent joined.",
  POLY_AGENT_TRIGGERED_HANDOFF: () => "The agent hands over.",
  LIVE_AGENT_JOINED: (payload) => `${payload.agent.name || "A person"} joined.`,
  LIVE_AGENT_LEFT: (payload) => `${payload.agent_name || "The person"} left.`,
  HANDOFF_FAILED: () => "Nobody took over.",
  HANDOFF_TIMEOUT: () => "Nobody came in time.",
  SESSION_END: () => "The session is over.",
};

function say(event, shown) {
  const type = event.type.replace("EVENT_TYPE_", "");
  const { payload } = event;
  if (type === "USER_TYPING") {
    clearTimeout(shown.typing);
    $("typing").textContent = payload.state === "TYPING_STATE_STARTED" ? "The user is typing …" : "";
    shown.typing = setTimeout(() => { $("typing").textContent = ""; }, TYPING_SHOWN);
  } else if (type === "USER_MESSAGE") {
    $("typing").textContent = "";
    line("user", "User", payload.text);
  } else if (type === "LIVE_AGENT_MESSAGE") {
    line("person", payload.agent_name || "Person", payload.text);
  } else if (type === "POLY_AGENT_MESSAGE") {
    line("agent", "Agent", payload.text);
  } else if (type === "POLY_AGENT_MESSAGE_CHUNK") {
    const said = shown.chunks.get(payload.message_id);
    if (said) said.append(payload.text);
    else shown.chunks.set(payload.message_id, line("agent", "Agent", payload.text));
  } else if (NOTES[type]) {
    line("note", "", NOTES[type](payload));
  }
}

function line(kind, who, text) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  item.className = kind;
  if (who) {
    const name = document.createElement("small");
    name.textContent = who;
    item.append(name);
  }
  words.textContent = text;
  item.append(words);
  const log = $("log");
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  log.append(item);
  if (isAtEnd || kind === "person") log.scrollTop = log.scrollHeight;
  return words;
}

function tell(problem) {
  document.querySelector("#talk .problem").textContent = problem;
}

async function does(verb, body) {
  try {
    await ask(`/${talk.id}/${verb}`, body);
    tell("");
    return true;
  } catch (error) {
    tell(error.message);
    return false;
  }
}

$("accept").addEventListener("click", async () => {
  if (await does("accept", { agent: { id: me, name: known.name } })) $("text").focus();
});
$("refuse").addEventListener("click", () => does("refuse", {}));
$("return").addEventListener("click", () => does("return", {}));
$("end").addEventListener("click", () => does("end", {}));

let sending = null;
$("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (!text || sending) return;
  // The same id when it is sent again: it is said once.
  if (talk.unsent?.text !== text) talk.unsent = { text, message_id: crypto.randomUUID() };
  sending = talk.unsent;
  if (await does("messages", sending)) {
    $("text").value = "";
    talk.unsent = null;
  }
  sending = null;
});

let typedAt = 0;
$("text").addEventListener("input", () => {
  if (Date.now() - typedAt > AGAIN_AFTER) {
    typedAt = Date.now();
    ask(`/${talk.id}/typing`, { state: "TYPING_STATE_STARTED" }).catch(() => {});
  }
});
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    $("say").requestSubmit();
  }
});

show(Boolean(known.key));
watchList();
