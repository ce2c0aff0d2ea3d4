// A button for what cannot be taken back: it asks once more in its own place.
import { useState } from "react";

export function Sure({ label, isBusy, onSure }: { label: string; isBusy: boolean; onSure: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const press = () => (isAsked ? onSure() : setAsked(true));
  return (
    <button type="button" className="quiet" data-asked={isAsked || undefined} disabled={isBusy} onClick={press} onBlur={() => setAsked(false)}>
      {isAsked ? `${label}: sure?` : label}
    </button>
  );
}
