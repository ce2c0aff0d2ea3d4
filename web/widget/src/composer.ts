/** Where the user writes. Enter sends, Shift and Enter make a new line. */

import { button, h, icon } from "./dom.js";
import type { Texts } from "./texts.js";

const LONGEST = 20_000;

export class Composer {
  readonly element: HTMLFormElement;
  private readonly field = h("textarea", { rows: 1, maxlength: LONGEST, dir: "auto", autocomplete: "off" });
  private sendButton: HTMLButtonElement;

  constructor(texts: Texts, private readonly act: { send: (text: string) => void; key: () => void }) {
    this.sendButton = this.makeButton(texts);
    this.element = h("form", { class: "composer" }, this.field, this.sendButton);
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.field.addEventListener("keydown", (event) => {
      // While an input method is composing, Enter takes its suggestion.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.send();
    });
    this.field.addEventListener("input", () => {
      this.changed();
      this.act.key();
    });
    this.setTexts(texts);
  }

  setTexts(texts: Texts): void {
    this.field.placeholder = texts.write;
    this.field.setAttribute("aria-label", texts.write);
    const made = this.makeButton(texts);
    this.sendButton.replaceWith(made);
    this.sendButton = made;
    this.changed();
  }

  focus(): void {
    this.field.focus({ preventScroll: true });
  }

  private makeButton(texts: Texts): HTMLButtonElement {
    return button("send", texts.send, () => this.send(), icon("send"));
  }

  private send(): void {
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.changed();
    this.act.send(text);
    this.focus();
  }

  private changed(): void {
    this.sendButton.disabled = !this.field.value.trim();
    this.field.style.height = "auto";
    if (this.field.scrollHeight) this.field.style.height = `${Math.min(this.field.scrollHeight, 132)}px`;
  }
}
