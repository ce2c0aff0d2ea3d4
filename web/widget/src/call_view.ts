/** A call in the window: who says what, as words, and what can be done about it. */

import { Call, type CallOptions, type CallProblem, type Caption, audioDevices } from "@parley/sdk";
import { button, h, icon } from "./dom.js";
import type { Texts } from "./texts.js";

export class CallView {
  readonly element: HTMLElement;
  private readonly call: Call;
  private readonly captions = h("div", { class: "messages", tabindex: 0, role: "log", "aria-live": "off" });
  private readonly rows = h("div", { class: "rows" });
  private readonly state = h("p", { class: "callstate", role: "status" });
  private readonly clock = h("p", { class: "callclock", "aria-hidden": "true" });
  private readonly controls = h("div", { class: "controls" });
  private readonly devices = h("div", { class: "devices" });
  private readonly shown = new Map<Caption, HTMLElement>();
  private readonly ticking: ReturnType<typeof setInterval>;

  constructor(
    options: CallOptions,
    private texts: Texts,
    private readonly back: () => void,
  ) {
    this.call = new Call(options);
    this.captions.append(this.rows);
    this.captions.setAttribute("aria-label", texts.messages);
    this.element = h("div", { class: "callview" }, this.captions, this.state, this.clock, this.devices, this.controls);
    this.call.on("status", () => this.update());
    this.call.on("muted", () => this.update());
    this.call.on("problem", ({ kind }) => (this.state.textContent = this.problemWords(kind)));
    this.call.on("caption", (caption) => this.show(caption));
    this.ticking = setInterval(() => this.tick(), 1000);
    this.update();
    void this.call.start();
  }

  get isOver(): boolean {
    return this.call.status === "ended" || this.call.status === "failed";
  }

  relabel(texts: Texts): void {
    this.texts = texts;
    this.update();
  }

  focus(): void {
    this.controls.querySelector("button")?.focus({ preventScroll: true });
  }

  destroy(): void {
    clearInterval(this.ticking);
    this.call.hangUp();
  }

  private update(): void {
    const { texts, call } = this;
    const hadFocus = this.controls.matches(":focus-within");
    const words = { idle: "", connecting: texts.ringing, talking: texts.inCall, ended: texts.callEnded, failed: texts.callFailed };
    this.state.textContent = words[call.status];
    if (this.isOver) {
      this.devices.replaceChildren();
      this.controls.replaceChildren(button("strong", texts.back, this.back));
    } else {
      const muteWords = call.isMuted ? texts.unmute : texts.mute;
      const mute = button("round", muteWords, () => call.mute(!call.isMuted), icon(call.isMuted ? "micOff" : "mic"));
      mute.setAttribute("aria-pressed", String(call.isMuted));
      this.controls.replaceChildren(mute, button("round hangup", texts.hangUp, () => call.hangUp(), icon("phone")));
    }
    if (hadFocus) this.focus();
    if (call.status === "talking" && !this.devices.childElementCount) void this.offerDevices();
    this.tick();
  }

  private tick(): void {
    const { startedAt, status } = this.call;
    if (status === "talking" && startedAt !== null) {
      const seconds = Math.max(0, Math.floor((Date.now() - startedAt) / 1000));
      this.clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }

  private async offerDevices(): Promise<void> {
    const { microphones, speakers } = await audioDevices().catch(() => ({ microphones: [], speakers: [] }));
    if (this.call.status !== "talking" || this.devices.childElementCount) return;
    this.devices.append(
      ...this.choice(this.texts.microphone, microphones, (id) => this.call.useMicrophone(id)),
      ...this.choice(this.texts.speaker, speakers, (id) => this.call.useSpeaker(id)),
    );
  }

  private choice(label: string, devices: MediaDeviceInfo[], use: (id: string) => Promise<void>): HTMLElement[] {
    if (devices.length < 2) return [];
    const options = devices.map((device) => h("option", { value: device.deviceId }, device.label || label));
    const select = h("select", { "aria-label": label }, ...options);
    select.addEventListener("change", () => void use(select.value).catch(() => undefined));
    return [select];
  }

  private show(caption: Caption): void {
    let element = this.shown.get(caption);
    if (!element) {
      const speaker = caption.role === "user" ? `${this.texts.you}: ` : "";
      const bubble = h("div", { class: "bubble", dir: "auto" });
      const body = h("div", { class: "body" }, speaker && h("span", { class: "hidden" }, speaker), bubble);
      this.rows.append(h("div", { class: `row ${caption.role}` }, body));
      this.shown.set(caption, (element = bubble));
    }
    element.textContent = caption.text;
    this.captions.scrollTop = this.captions.scrollHeight;
  }

  private problemWords(kind: CallProblem): string {
    return kind === "microphone" ? this.texts.noMicrophone : this.texts.callFailed;
  }
}
