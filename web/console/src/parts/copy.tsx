import { useState } from "react";
import { Icon } from "./icon";

export function Copy({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true));
  return (
    <button type="button" className="quiet" onClick={copy} onBlur={() => setDone(false)} aria-label={isDone ? "Copied" : label}>
      <Icon name={isDone ? "check" : "copy"} />
    </button>
  );
}
