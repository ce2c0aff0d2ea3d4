// Of the page with all operations: search, lines for a shell that know the address, and trying operations out. Keys are
// held in the inputs of this page and nowhere else.
const base = location.origin + location.pathname.replace(/\/docs\/?$/, "");
const operations = [...document.querySelectorAll(".operation")];
const groups = [...document.querySelectorAll(".group")];
const mostShown = 262_144;

for (const hidden of document.querySelectorAll(".search, .try, .copy")) hidden.hidden = false;

// Search: every word has to be in the path, the summary, the description or the name of a field.

const searched = operations.map((element) => ({
  element,
  title: `${element.dataset.method} ${element.dataset.path} ${element.querySelector(".about").textContent} ${element.dataset.group}`.toLowerCase(),
  text: [...element.querySelectorAll(":scope > p")].map((each) => each.textContent.toLowerCase()).join(" "),
  fields: [...new Set([...element.querySelectorAll("[data-field]")].map((each) => each.textContent))],
}));
const box = document.getElementById("search");

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { element, title, text, fields } of searched) {
    const byField = words.map((word) => fields.filter((name) => name.toLowerCase().includes(word)));
    const fits = words.every((word, index) => title.includes(word) || text.includes(word) || byField[index].length > 0);
    const only = words.flatMap((word, index) => (title.includes(word) ? [] : byField[index]));
    element.hidden = !fits;
    element.querySelector(".hits").textContent = fits && only.length ? [...new Set(only)].slice(0, 3).join(", ") : "";
    count += fits;
  }
  for (const group of groups) group.hidden = !group.querySelector(".operation:not([hidden])");
  document.getElementById("found").textContent = words.length ? `${count} of ${operations.length} operations` : "";
}

function clear() {
  box.value = "";
  search();
}

box.addEventListener("input", search);

// The keyboard: `/` searches, `j` and `k` go from operation to operation.

function step(by) {
  const shown = operations.filter((each) => !each.hidden).map((each) => each.querySelector("summary"));
  const at = shown.indexOf(document.activeElement?.closest(".operation")?.querySelector("summary"));
  const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && event.target === box) return clear();
  if (event.target.closest("input, textarea")) return;
  const act = { "/": () => box.focus(), j: () => step(1), k: () => step(-1) }[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

// An operation has an address of its own, so that it can be pointed to.

function show() {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found?.classList.contains("operation")) {
    if (found.hidden) clear();
    found.open = true;
    found.scrollIntoView();
  }
}

addEventListener("hashchange", show);
for (const element of operations) {
  element.addEventListener("toggle", () => {
    if (element.open) history.replaceState(null, "", `#${element.id}`);
  });
}

// Requests: what stands in the inputs of an operation.

function addressOf(element) {
  let path = element.dataset.path;
  for (const input of element.querySelectorAll("[data-path]:not(.operation)")) {
    path = path.replace(`{${input.dataset.path}}`, encoded(input.value || input.dataset.path));
  }
  const query = [...element.querySelectorAll("[data-query]")]
    .filter((input) => input.value)
    .map((input) => `${encoded(input.dataset.query)}=${encoded(input.value)}`);
  return base + path + (query.length ? `?${query.join("&")}` : "");
}

// Nothing is left that means something between the double quotes of a shell.
const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

function refresh(element) {
  element.querySelector("[data-url]").textContent = addressOf(element);
  const body = element.querySelector("[data-body]");
  if (body) element.querySelector("[data-sent]").textContent = body.value.replaceAll("'", "'\\''");
}

const alike = (element, input) =>
  input.dataset.path
    ? operations.flatMap((each) => [...each.querySelectorAll("input[data-path]")]).filter((each) => each.dataset.path === input.dataset.path)
    : operations
        .filter((each) => each.dataset.group === element.dataset.group)
        .flatMap((each) => [...each.querySelectorAll("[data-key]")])
        .filter((each) => each.dataset.key === input.dataset.key);

for (const element of operations) {
  refresh(element);
  element.addEventListener("input", ({ target }) => {
    // What an operation is told, such as which account, counts for all others; a key for those of its group.
    if (target.dataset.path || target.dataset.key) {
      for (const other of alike(element, target)) {
        other.value = target.value;
        if (target.dataset.path) refresh(other.closest(".operation"));
      }
    }
    refresh(element);
  });
  element.querySelector(".copy").addEventListener("click", ({ target }) => copy(target));
  element.querySelector(".send")?.addEventListener("click", () => send(element));
}

async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

// Trying it out. Cookies are left out: what the key may do is what is tried, not what somebody may who is signed in.

async function send(element) {
  const parts = Object.fromEntries(
    ["send", "stop", "outcome", "answer", "download"].map((name) => [name, element.querySelector(`.${name}`)]),
  );
  const missing = [...element.querySelectorAll("[data-required], [data-key]")].find((input) => !input.value);
  if (missing) {
    parts.outcome.textContent = `${missing.dataset.key ?? missing.dataset.path ?? missing.dataset.query} is missing.`;
    missing.focus();
    return;
  }
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  parts.stop.addEventListener("click", stop);
  parts.stop.hidden = false;
  parts.send.disabled = true;
  parts.answer.hidden = parts.download.hidden = true;
  parts.answer.textContent = "";
  parts.outcome.textContent = "Waiting …";
  const started = performance.now();
  try {
    const answer = await fetch(addressOf(element), { ...requestOf(element), signal: stopping.signal });
    const head = `${answer.status} ${answer.statusText} · ${answer.headers.get("x-polyai-correlation-id") ?? ""}`;
    parts.outcome.textContent = head;
    await showAnswer(answer, parts);
    parts.outcome.textContent = `${head} · ${Math.round(performance.now() - started)} ms`;
  } catch (problem) {
    parts.outcome.textContent = stopping.signal.aborted ? "Stopped." : `No answer: ${problem.message}`;
  } finally {
    parts.stop.removeEventListener("click", stop);
    parts.stop.hidden = true;
    parts.send.disabled = false;
  }
}

function requestOf(element) {
  const headers = {};
  for (const { dataset, value } of element.querySelectorAll("[data-key]")) {
    headers[dataset.key] = dataset.key === "authorization" ? `Bearer ${value.trim()}` : value.trim();
  }
  const body = element.querySelector("[data-body]"), file = element.querySelector("[data-file]")?.files[0];
  if (body?.value.trim()) headers["content-type"] = body.dataset.body;
  if (file) headers["content-type"] = element.querySelector("[data-file]").dataset.file;
  return {
    method: element.dataset.method,
    headers,
    body: file ?? (body?.value.trim() || undefined),
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
  };
}

async function showAnswer(answer, { answer: place, download }) {
  const kind = (answer.headers.get("content-type") ?? "").split(";")[0];
  if (kind && kind !== "application/json" && !kind.startsWith("text/") && kind !== "application/x-ndjson") {
    if (download.href) URL.revokeObjectURL(download.href);
    download.href = URL.createObjectURL(await answer.blob());
    download.download = "answer";
    download.hidden = false;
    return;
  }
  const decoder = new TextDecoder();
  let text = "";
  place.hidden = false;
  for await (const piece of pieces(answer)) {
    text += decoder.decode(piece, { stream: true });
    place.textContent = text;
    if (text.length > mostShown) {
      place.textContent = `${text.slice(0, mostShown)}\n… and more that is not shown.`;
      return;
    }
  }
  place.textContent = kind === "application/json" ? pretty(text) : text;
  place.hidden = !text;
}

async function* pieces(answer) {
  const reader = answer.body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel();
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

show();
