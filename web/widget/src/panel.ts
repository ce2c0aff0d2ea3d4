/** The window: head, messages, what is below them. It shows what it is told, and tells what the user does. */

import type { ParleyClient } from "@parley/sdk";
import type { CallView } from "./call_view.js";
import { Composer } from "./composer.js";
import type { ServerConfig } from "./config.js";
import { button, h, icon, safeUrl } from "./dom.js";
import { MessageList, avatar } from "./message_list.js";
import { consent, disclaimerText, endQuestion, ending, survey } from "./notices.js";
import { type Texts, directionOf, fill } from "./texts.js";

export interface Acts {
  send: (text: string) => void;
  retry: (id: string) => void;
  key: () => void;
  minimise: () => void;
  end: () => void;
  again: () => void;
  rate: (score: number) => Promise<void>;
  accept: () => void;
  /** Absent where there are no calls. */
  call: (() => void) | undefined;
}

export interface Showing {
  texts: Texts;
  language: string;
  needsConsent: boolean;
  isRefused: boolean;
}

export class Panel {
  readonly element: HTMLElement;
  readonly messages: MessageList;
  private readonly composer: Composer;
  private readonly head = h("header", { class: "head" });
  private readonly state = h("span", { class: "state" });
  private readonly title = h("h2", { class: "title" });
  private readonly banner = h("div", { class: "banner", role: "status" });
  private readonly disclaimer = h("div", { class: "disclaimer prose", dir: "auto" });
  private readonly foot = h("div", { class: "foot" });
  private footShows = "";
  private isAsking = false;
  private callView: CallView | undefined;
  private showing: Showing;

  constructor(
    private readonly config: ServerConfig,
    private readonly client: ParleyClient,
    private readonly acts: Acts,
    showing: Showing,
    private readonly hasHead: boolean,
  ) {
    this.showing = showing;
    this.messages = new MessageList(showing.texts, acts);
    this.composer = new Composer(showing.texts, acts);
    this.element = h(
      "section",
      { class: "panel", role: "dialog", "aria-labelledby": "title" },
      hasHead && this.head,
      this.banner,
      this.disclaimer,
      this.messages.element,
      this.messages.announcer,
      this.foot,
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.acts.minimise();
    });
    this.title.id = "title";
    this.relabel(showing);
  }

  /** In another language. */
  relabel(showing: Showing): void {
    this.showing = showing;
    const { texts, language } = showing;
    this.element.lang = language;
    this.element.dir = directionOf(language);
    this.composer.setTexts(texts);
    this.messages.setTexts(texts);
    if (!this.hasHead) this.element.setAttribute("aria-label", this.config.header_text || this.config.agent_name);
    this.callView?.relabel(texts);
    this.fillHead(texts);
    this.footShows = "";
    this.update(false);
  }

  focus(): void {
    if (this.callView) this.callView.focus();
    else if (this.foot.contains(this.composer.element)) this.composer.focus();
    else this.foot.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }

  /** A call in place of messages and composer; undefined: the chat again. */
  showCall(view: CallView | undefined): void {
    this.callView?.element.remove();
    this.callView = view;
    if (view) this.foot.before(view.element);
    this.element.classList.toggle("calling", Boolean(view));
    this.update(false);
    this.focus();
  }

  show(showing: Showing): void {
    this.showing = showing;
    this.update(false);
  }

  update(isHistory: boolean): void {
    const { texts, needsConsent } = this.showing;
    const { transcript } = this.client;
    this.messages.element.hidden = needsConsent || Boolean(this.callView);
    this.foot.hidden = Boolean(this.callView);
    this.messages.update(this.client, isHistory);
    const person = transcript.person;
    this.title.textContent = person?.name || this.config.header_text || transcript.agent?.name || this.config.agent_name;
    this.state.textContent = this.stateWords(texts);
    this.banner.textContent = this.client.status === "waiting" ? texts.offline : "";
    this.showDisclaimer();
    this.showFoot();
  }

  ask(): void {
    this.isAsking = true;
    this.showFoot();
    this.focus();
  }

  private fillHead(texts: Texts): void {
    const { header_image_url: image, avatar_url: picture, agent_name: name } = this.config;
    const safe = image ? safeUrl(image, ["https:", "http:"]) : null;
    const parts = [
      safe ? h("img", { class: "logo", src: safe, alt: "", referrerpolicy: "no-referrer" }) : avatar(name, picture, "large"),
      h("div", { class: "who" }, this.title, this.state),
      this.acts.call && button("tool phone", texts.call, this.acts.call, icon("phone")),
      button("tool end", texts.end, () => this.ask(), icon("end")),
      button("tool minimise", texts.minimise, this.acts.minimise, icon("down")),
    ];
    this.head.replaceChildren(...parts.filter((part): part is HTMLElement => part !== undefined));
  }

  private stateWords(texts: Texts): string {
    const { transcript, status } = this.client;
    if (transcript.isPersonTyping) return fill(texts.typing, { name: transcript.person?.name || texts.somebody });
    if (status === "connecting" && transcript.cursor === 0) return texts.connecting;
    return status === "online" ? texts.online : "";
  }

  private showDisclaimer(): void {
    const { disclaimer } = this.config;
    const hasWritten = this.client.transcript.entries.some((entry) => entry.kind === "user");
    const isDue = disclaimer && !this.showing.needsConsent && (disclaimer.show === "always" || !hasWritten);
    const words = isDue ? disclaimerText(disclaimer, this.showing.texts, this.showing.language) : null;
    this.disclaimer.hidden = !words;
    if (words && this.disclaimer.textContent !== words.textContent) this.disclaimer.replaceChildren(words);
  }

  private showFoot(): void {
    const { texts, needsConsent, isRefused, language } = this.showing;
    const isOver = this.client.transcript.ended !== null;
    if (isOver) this.isAsking = false;
    const shows = isRefused ? "refused" : needsConsent ? "consent" : isOver ? "over" : this.isAsking ? "ask" : "write";
    this.head.classList.toggle("live", shows === "write" || shows === "ask");
    if (shows === this.footShows) return;
    const hadFocus = this.foot.matches(":focus-within");
    this.footShows = shows;
    this.foot.replaceChildren(this.footOf(shows, texts, language));
    if (hadFocus) this.focus();
  }

  private footOf(shows: string, texts: Texts, language: string): HTMLElement {
    const { disclaimer } = this.config;
    const words = disclaimer && shows === "consent" ? disclaimerText(disclaimer, texts, language) : null;
    if (words) return consent(words, texts, this.acts.accept);
    if (shows === "refused") return h("p", { class: "refused" }, texts.refused);
    if (shows === "over") return ending(texts, this.acts.again, this.config.csat ? survey(texts, this.acts.rate) : null);
    if (shows !== "ask") return this.composer.element;
    const stay = (): void => {
      this.isAsking = false;
      this.showFoot();
    };
    return endQuestion(texts, { end: this.acts.end, stay });
  }
}
