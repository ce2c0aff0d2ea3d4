/** The element on the page: a launcher and a window in a shadow root, over one client of the SDK. */

import { ParleyClient, type Store, canCall, localStore } from "@parley/sdk";
import { CallView } from "./call_view.js";
import { type PageConfig, type ServerConfig, type Source, textOn } from "./config.js";
import { button, h, icon } from "./dom.js";
import { Panel, type Showing } from "./panel.js";
import css from "./style.css";
import { type Texts, chooseLanguage, fill, textsOf } from "./texts.js";

let sheet: CSSStyleSheet | undefined;

export class WidgetElement extends HTMLElement {
  client!: ParleyClient;
  private panel!: Panel;
  private launcher!: HTMLButtonElement;
  private readonly badge = h("span", { class: "badge", hidden: true });
  private readonly frame = h("div", { class: "frame" });
  private config!: ServerConfig;
  private page!: PageConfig;
  private store!: Store;
  private key = "";
  private code = "";
  private callView: CallView | undefined;
  private texts: Texts = textsOf("en");
  private language = "en";
  private hasConsent = false;
  private isRefused = false;
  private isHistory = true;
  private unread = 0;
  private isShown = false;

  /** Before it is put on the page. */
  setUp(source: Source, config: ServerConfig, page: PageConfig): void {
    this.config = config;
    this.page = page;
    this.store = localStore();
    this.code = source.code;
    this.key = `parley:${source.code}`;
    this.hasConsent = !config.disclaimer?.consent || this.store.get(`${this.key}:consent`) === "1";
    this.client = new ParleyClient({
      url: config.messaging_url ?? source.url,
      code: source.code,
      host: config.host,
      streaming: config.streaming,
      platform: page.platform ?? "web",
      store: this.store,
      context: page.context,
    });
    this.render();
    this.listen();
    if (this.client.canResume && this.hasConsent) void this.start();
    const wasOpen = this.store.get(`${this.key}:open`) === "1";
    if (page.fullscreen || page.autoOpen || (wasOpen && this.client.canResume)) this.show(false);
  }

  get isOpen(): boolean {
    return this.isShown;
  }

  /** `takesFocus`: the user asked for it. A window that comes up by itself leaves the focus where it is. */
  show(takesFocus = true): void {
    this.isShown = true;
    this.frame.classList.add("open");
    this.launcher.setAttribute("aria-expanded", "true");
    this.relabelLauncher();
    this.store.set(`${this.key}:open`, "1");
    this.setUnread(0);
    if (this.hasConsent) void this.start();
    this.panel.messages.scrollToEnd();
    if (takesFocus) this.panel.focus();
    this.tell("opened");
  }

  hide(): void {
    if (this.page.fullscreen) return;
    this.isShown = false;
    const hadFocus = this.shadowRoot?.activeElement != null;
    this.frame.classList.remove("open");
    this.launcher.setAttribute("aria-expanded", "false");
    this.relabelLauncher();
    this.store.remove(`${this.key}:open`);
    if (hadFocus) this.launcher.focus();
    this.tell("closed");
  }

  /** Calls, where the connector has calls. */
  call(): void {
    const url = this.config.calls_url;
    if (!this.config.calls || !url || !this.hasConsent || this.callView) return;
    const view = new CallView({ url, code: this.code }, this.texts, () => this.leaveCall());
    this.callView = view;
    if (!this.isShown) this.show();
    this.panel.showCall(view);
  }

  private leaveCall(): void {
    this.callView?.destroy();
    this.callView = undefined;
    this.panel.showCall(undefined);
  }

  showIcon(isShown: boolean): void {
    this.launcher.hidden = !isShown;
  }

  /** Calls for attention: `bounce`, `grow` or `pulse`. */
  animateIcon(type: string, durationMs = 1000): void {
    const frames: Record<string, Keyframe[]> = {
      bounce: [{ transform: "none" }, { transform: "translateY(-14px)" }, { transform: "none" }],
      grow: [{ transform: "none" }, { transform: "scale(1.2)" }, { transform: "none" }],
      pulse: [{ opacity: 1 }, { opacity: 0.5 }, { opacity: 1 }],
    };
    const chosen = frames[type];
    if (chosen) this.launcher.animate(chosen, { duration: durationMs, easing: "ease-in-out" });
  }

  destroy(): void {
    this.callView?.destroy();
    this.client.destroy();
    this.remove();
  }

  private async start(): Promise<void> {
    await this.client.start().catch(() => undefined);
  }

  private render(): void {
    const root = this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [sheet];
    this.setLanguage([this.page.language ?? "", ...navigator.languages]);
    this.launcher = button("launcher", this.texts.open, () => (this.isShown ? this.hide() : this.show()), icon("chat"));
    this.launcher.append(icon("down"), this.badge);
    this.launcher.setAttribute("aria-expanded", "false");
    this.showIcon(this.page.showIcon !== false && !this.page.fullscreen);
    this.panel = new Panel(this.config, this.client, this.acts(), this.showing(), this.page.showHeader !== false);
    // Where it is follows the page, what is in it the language.
    this.frame.append(h("div", { class: "window" }, this.panel.element), this.launcher);
    this.frame.classList.toggle("fullscreen", Boolean(this.page.fullscreen));
    root.append(this.frame);
    this.paint();
  }

  private acts(): ConstructorParameters<typeof Panel>[2] {
    return {
      send: (text) => void this.client.send(text),
      retry: (id) => this.client.retry(id),
      key: () => this.client.type(),
      minimise: () => this.hide(),
      end: () => this.client.end(),
      again: () => void this.client.restart().catch(() => undefined),
      rate: (score) => this.client.rate(score),
      accept: () => this.accept(),
      call: this.config.calls && this.config.calls_url && canCall() ? () => this.call() : undefined,
    };
  }

  private accept(): void {
    this.hasConsent = true;
    this.store.set(`${this.key}:consent`, "1");
    this.panel.show(this.showing());
    this.panel.focus();
    void this.start();
  }

  private listen(): void {
    const { client } = this;
    client.on("change", () => {
      this.panel.update(this.isHistory);
      if (client.status === "online") this.isHistory = false;
    });
    client.on("status", (status) => {
      this.panel.update(this.isHistory);
      if (status === "online") this.isHistory = false;
    });
    client.on("message", () => {
      if (!this.isShown) this.setUnread(this.unread + 1);
    });
    client.on("started", () => (this.isHistory = false));
    client.on("language", (language) => this.relabel([language]));
    client.on("refused", () => {
      this.isRefused = true;
      this.panel.show(this.showing());
    });
    client.on("ended", ({ reason }) => {
      this.panel.update(false);
      this.panel.messages.say(this.texts.ended);
      this.tell("ended", { reason });
    });
    client.on("handoff", (detail) => this.tell("handoff", detail));
    client.on("message", (detail) => this.tell("message", detail));
  }

  private relabel(wanted: string[]): void {
    this.setLanguage(wanted);
    this.relabelLauncher();
    this.panel.relabel(this.showing());
  }

  private setLanguage(wanted: string[]): void {
    this.language = chooseLanguage(wanted.filter(Boolean), this.config.languages);
    this.texts = { ...textsOf(this.language), ...this.page.texts };
    this.frame.lang = this.language;
  }

  private relabelLauncher(): void {
    const words = this.isShown ? this.texts.close : this.texts.open;
    const label = this.unread ? `${words} (${fill(this.texts.newMessages, { count: this.unread })})` : words;
    this.launcher.setAttribute("aria-label", label);
    this.launcher.title = words;
  }

  private setUnread(count: number): void {
    this.unread = count;
    this.badge.hidden = count === 0;
    this.badge.textContent = count > 9 ? "9+" : String(count);
    this.relabelLauncher();
  }

  private showing(): Showing {
    const { texts, language, isRefused } = this;
    return { texts, language, needsConsent: !this.hasConsent, isRefused };
  }

  /** CSS variables of the page win over the configured colour. */
  private paint(): void {
    const colour = this.page.colour ?? this.config.colour;
    if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) {
      this.frame.style.setProperty("--configured-colour", colour);
      this.frame.style.setProperty("--configured-on-colour", textOn(colour));
    }
    for (const [name, value] of Object.entries(this.page.theme ?? {})) this.style.setProperty(`--parley-${name}`, value);
    this.frame.dataset.scheme = this.page.scheme ?? "auto";
  }

  private tell(name: string, detail: unknown = {}): void {
    this.dispatchEvent(new CustomEvent(`parley-${name}`, { detail, bubbles: true }));
  }
}
