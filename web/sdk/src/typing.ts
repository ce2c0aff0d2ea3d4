/** Tells that the user types: at most every few seconds, and that it is over when nothing more comes. */

import type { Environment } from "./environment.js";

const AGAIN = 3_000;
const OVER = 5_000;

export class Typing {
  private toldAt = -Infinity;
  private isTyping = false;
  private stopOver: (() => void) | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly tell: (state: string) => void,
  ) {}

  key(): void {
    this.stopOver?.();
    this.stopOver = this.environment.after(OVER, () => this.stop());
    const now = this.environment.now();
    if (this.isTyping && now - this.toldAt < AGAIN) return;
    this.isTyping = true;
    this.toldAt = now;
    this.tell("TYPING_STATE_STARTED");
  }

  stop(): void {
    this.stopOver?.();
    this.stopOver = undefined;
    if (!this.isTyping) return;
    this.isTyping = false;
    this.tell("TYPING_STATE_STOPPED");
  }
}
