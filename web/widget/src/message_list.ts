/** The messages, each an element that is changed when its message does. */

import type { Attachment, Entry, Message, Notice, ParleyClient } from "@parley/sdk";
import { button, h, icon, link, safeUrl } from "./dom.js";
import { picture, render } from "./markdown.js";
import { type Texts, fill } from "./texts.js";

const NEAR = 80;

interface Shown {
  element: HTMLElement;
  signature: string;
}

export class MessageList {
  readonly element: HTMLElement;
  /** Read out, message by message, once each is complete. */
  readonly announcer = h("div", { class: "hidden", role: "log", "aria-live": "polite" });
  private readonly rows = h("div", { class: "rows" });
  private readonly waiting = h("div", { class: "row agent waiting", "aria-hidden": "true" });
  private readonly chips = h("div", { class: "chips", role: "group" });
  private readonly shown = new Map<string, Shown>();
  private announced = new Set<string>();
  private texts: Texts;

  constructor(
    texts: Texts,
    private readonly act: { send: (text: string) => void; retry: (id: string) => void },
  ) {
    this.texts = texts;
    this.element = h("div", { class: "messages", tabindex: 0, role: "region" }, this.rows, this.waiting, this.chips);
    this.waiting.append(h("span", { class: "bubble dots" }, h("i"), h("i"), h("i")));
    this.setTexts(texts);
  }

  setTexts(texts: Texts): void {
    this.texts = texts;
    this.element.setAttribute("aria-label", texts.messages);
    this.chips.setAttribute("aria-label", texts.suggestions);
    for (const shown of this.shown.values()) shown.signature = "";
  }

  /** Messages that are shown already when this page begins are not read out. */
  update(client: ParleyClient, isHistory: boolean): void {
    const { transcript } = client;
    const isAtEnd = this.isNearEnd();
    const before = this.shown.size;
    const known = new Set(transcript.entries.map((entry) => entry.id));
    for (const [id, shown] of this.shown) {
      if (!known.has(id)) {
        shown.element.remove();
        this.shown.delete(id);
      }
    }
    let previous: Entry | undefined;
    let place = 0;
    for (const entry of transcript.entries) {
      this.show(entry, previous, place++);
      if (!isHistory) this.announce(entry);
      else this.announced.add(entry.id);
      previous = entry;
    }
    this.waiting.hidden = !(transcript.isThinking || transcript.isPersonTyping) || isStreaming(previous);
    this.offer(previous, transcript.ended !== null);
    const isOwn = previous?.kind === "user" && this.shown.size > before;
    if (isAtEnd || isOwn) this.scrollToEnd();
  }

  scrollToEnd(): void {
    this.element.scrollTop = this.element.scrollHeight;
  }

  say(text: string): void {
    this.announcer.append(h("p", {}, text));
    while (this.announcer.childElementCount > 20) this.announcer.firstElementChild?.remove();
  }

  private isNearEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  private show(entry: Entry, previous: Entry | undefined, place: number): void {
    const follows = previous?.kind === entry.kind && nameOf(previous) === nameOf(entry);
    const signature = signatureOf(entry, follows);
    const shown = this.shown.get(entry.id);
    let element = shown?.element;
    if (!element || shown?.signature !== signature) {
      element = entry.kind === "notice" ? this.noticeRow(entry) : this.messageRow(entry, follows);
      element.classList.toggle("still", Boolean(shown));
      shown?.element.replaceWith(element);
      this.shown.set(entry.id, { element, signature });
    }
    // What the service has acknowledged moves in front of what it has not.
    if (this.rows.children[place] !== element) this.rows.insertBefore(element, this.rows.children[place] ?? null);
  }

  private messageRow(message: Message, follows: boolean): HTMLElement {
    const isUser = message.kind === "user";
    const bubble = h("div", { class: "bubble", dir: "auto" });
    if (isUser) bubble.append(message.text);
    else bubble.append(render(message.text));
    const speaker = isUser ? this.texts.you : message.name || this.texts.somebody;
    const body = h(
      "div",
      { class: "body" },
      h("span", { class: "hidden" }, `${speaker}: `),
      !isUser && !follows && message.kind === "person" && h("span", { class: "name", "aria-hidden": "true" }, speaker),
      message.text ? bubble : null,
      ...message.attachments.map((each) => this.card(each)),
      isUser && message.delivery !== "sent" && this.delivery(message),
    );
    const row = h("div", { class: `row ${message.kind}${follows ? " follows" : ""}` });
    if (!isUser) row.append(avatar(speaker, message.avatarUrl ?? "", "small"));
    row.append(body);
    return row;
  }

  private delivery(message: Message): HTMLElement {
    if (message.delivery === "sending") return h("span", { class: "delivery" }, this.texts.sending);
    const again = button("again", this.texts.retry, () => this.act.retry(message.id));
    return h("span", { class: "delivery failed" }, this.texts.failed, " ", again);
  }

  private card(attachment: Attachment): HTMLElement {
    const isImage = attachment.content_type === "ATTACHMENT_CONTENT_TYPE_IMAGE";
    const preview = attachment.preview_image_url || (isImage ? attachment.content_url : "");
    const safe = safeUrl(preview, ["https:", "http:"]);
    const call = attachment.call_to_action_text || (isImage ? "" : this.texts.openLink);
    const words = h(
      "span",
      { class: "words" },
      attachment.title && h("span", { class: "title" }, attachment.title),
      call && h("span", { class: "call" }, call, icon("arrow")),
    );
    const card = link(
      attachment.content_url,
      preview && safe ? picture(safe, attachment.title || this.texts.openLink) : null,
      words.childElementCount ? words : null,
    );
    card.classList.add("card");
    return card;
  }

  private noticeRow(notice: Notice): HTMLElement {
    return h("div", { class: `row notice ${notice.code}` }, h("span", { dir: "auto" }, this.wordsOf(notice)));
  }

  private wordsOf(notice: Notice): string {
    const { texts } = this;
    const name = notice.name || texts.somebody;
    switch (notice.code) {
      case "agent_joined":
        return fill(texts.agentJoined, { name });
      case "person_joined":
        return fill(texts.personJoined, { name });
      case "person_left":
        return fill(texts.personLeft, { name });
      case "handoff":
      case "client_handoff":
        return texts.handoff;
      case "handoff_failed":
      case "handoff_timeout":
        return texts.handoffFailed;
      case "queue":
        return this.queueWords(notice);
      case "call_started":
        return texts.inCall;
      case "call_ended":
        return texts.callEnded;
      default:
        return notice.text;
    }
  }

  private queueWords(notice: Notice): string {
    if (notice.text) return notice.text;
    if (notice.position === undefined) return this.texts.handoff;
    const minutes = notice.waitSeconds === undefined ? 0 : Math.max(1, Math.round(notice.waitSeconds / 60));
    const wait = minutes ? ` (${fill(this.texts.wait, { minutes })})` : "";
    return fill(this.texts.queue, { position: notice.position }) + wait;
  }

  private announce(entry: Entry): void {
    const isOver = entry.kind === "notice" || (entry.kind !== "user" && entry.isComplete);
    if (!isOver || this.announced.has(entry.id)) return;
    this.announced.add(entry.id);
    const element = this.shown.get(entry.id)?.element;
    if (element) this.say(spoken(element));
  }

  private offer(last: Entry | undefined, isOver: boolean): void {
    const offered = !isOver && last && last.kind !== "notice" && last.isComplete ? last.suggestions : [];
    this.chips.replaceChildren(...offered.map((each) => button("chip", each, () => this.act.send(each))));
    this.chips.hidden = offered.length === 0;
  }
}

export function avatar(name: string, url: string, size: "small" | "large"): HTMLElement {
  const safe = url ? safeUrl(url, ["https:", "http:"]) : null;
  const initial = [...name.trim()][0]?.toUpperCase() ?? "";
  const element = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, initial);
  if (safe) {
    const image = h("img", { src: safe, alt: "", referrerpolicy: "no-referrer" });
    image.addEventListener("error", () => image.remove());
    element.append(image);
  }
  return element;
}

function isStreaming(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.kind !== "notice" && !entry.isComplete;
}

function nameOf(entry: Entry): string {
  return entry.kind === "notice" ? entry.id : (entry.name ?? "");
}

function signatureOf(entry: Entry, follows: boolean): string {
  if (entry.kind === "notice") return [entry.code, entry.text, entry.name, entry.position, entry.waitSeconds].join("|");
  const { text, attachments, delivery, name, avatarUrl } = entry;
  return [text, attachments.length, delivery, name, avatarUrl, follows].join("|");
}

/** As it is heard: blocks apart from each other. */
function spoken(element: HTMLElement): string {
  const parts = [...element.querySelectorAll("p, li, pre, .words, .notice span")];
  if (element.classList.contains("notice")) return element.textContent ?? "";
  const speaker = element.querySelector(".body > .hidden")?.textContent ?? "";
  return speaker + parts.map((part) => part.textContent).join(" ");
}
