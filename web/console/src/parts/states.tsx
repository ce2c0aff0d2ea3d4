// What a page shows while there is nothing to show.
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <Icon name="warning" />
      <p>{error instanceof Error ? error.message : "Something went wrong."}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="hidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
