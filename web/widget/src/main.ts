/** The script of a page: `<script src="https://…/widget/CODE.js" async></script>`. Leaves one global, `Parley`. */

import type { ParleyClient } from "@parley/sdk";
import { type PageConfig, type Source, attributesOf, fetchConfig, sourceOf } from "./config.js";
import { WidgetElement } from "./widget.js";

type Listener = (event: CustomEvent) => void;

class PageApi {
  /** Resolves when the window can be used; rejects when this page may not have it. */
  readonly ready: Promise<PageApi>;
  private element: WidgetElement | undefined;
  private readonly listeners: [string, Listener][] = [];

  constructor(source: Source, page: PageConfig) {
    this.ready = this.begin(source, page);
    this.ready.catch((error: unknown) => console.warn(`Parley: ${String(error)}`));
  }

  open(): void {
    this.element?.show();
  }

  close(): void {
    this.element?.hide();
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  get isOpen(): boolean {
    return this.element?.isOpen ?? false;
  }

  showIcon(): void {
    this.element?.showIcon(true);
  }

  hideIcon(): void {
    this.element?.showIcon(false);
  }

  animateIcon({ type, durationMs }: { type: string; durationMs?: number }): void {
    this.element?.animateIcon(type, durationMs);
  }

  /** Sends a message for the user. */
  send(text: string): void {
    this.element?.client.send(text);
  }

  /** Calls the agent, where the connector has calls. */
  call(): void {
    this.element?.call();
  }

  end(): void {
    this.element?.client.end();
  }

  /** `opened`, `closed`, `message`, `handoff`, `ended`. */
  on(name: string, listener: Listener): void {
    this.listeners.push([name, listener]);
    this.element?.addEventListener(`parley-${name}`, listener as EventListener);
  }

  off(name: string, listener: Listener): void {
    this.element?.removeEventListener(`parley-${name}`, listener as EventListener);
  }

  /** The client of the SDK beneath the window. */
  get client(): ParleyClient | undefined {
    return this.element?.client;
  }

  destroy(): void {
    this.element?.destroy();
    this.element = undefined;
  }

  private async begin(source: Source, page: PageConfig): Promise<this> {
    const [config] = await Promise.all([fetchConfig(source), bodyIsThere()]);
    const element = document.createElement("parley-widget") as WidgetElement;
    element.setUp(source, config, page);
    this.element = element;
    for (const [name, listener] of this.listeners) element.addEventListener(`parley-${name}`, listener as EventListener);
    (document.querySelector(page.container ?? "body") ?? document.body).append(element);
    return this;
  }
}

function bodyIsThere(): Promise<void> {
  if (document.body) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("DOMContentLoaded", () => resolve(), { once: true }));
}

function install(): void {
  const script = document.currentScript;
  const source = script instanceof HTMLScriptElement ? sourceOf(script.src) : null;
  const before: unknown = Reflect.get(window, "Parley");
  if (!source || before instanceof PageApi || customElements.get("parley-widget")) return;
  const page: PageConfig = { ...(typeof before === "object" ? before : {}), ...attributesOf(script?.dataset ?? {}) };
  customElements.define("parley-widget", WidgetElement);
  Reflect.set(window, "Parley", new PageApi(source, page));
}

install();
