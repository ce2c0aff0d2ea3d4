import type { ReactNode } from "react";

export type Tone = "plain" | "good" | "bad" | "warn" | "info" | "accent";

export function Badge({ tone = "plain", title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone} title={title}>
      {children}
    </span>
  );
}

export function Live() {
  return (
    <span className="badge live" data-tone="good">
      <i aria-hidden="true" />
      Live
    </span>
  );
}
