// The browser's own dialog: it keeps the focus inside and closes with Escape.
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "./icon";

interface Props {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, isWide = false, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (element.current?.open) return;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);
  return (
    <dialog ref={element} className={isWide ? "wide" : undefined} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={() => element.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
