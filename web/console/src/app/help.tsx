import { Dialog } from "../parts/dialog";
import { PLACES } from "./navigation";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "Search"],
  ["j  k", "Next, previous conversation"],
  ["Enter", "Open it"],
  ["Esc", "Back to the list"],
  ["[  ]", "Previous, next turn"],
  ["Space", "Play or pause the recording"],
  ["t", "Light, dark, or as the system"],
  ["?", "This help"],
];

export function Help({ onClose }: { onClose: () => void }) {
  const places = PLACES.map((place) => [`g  ${place.key}`, place.label] as const);
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="keys">
        {[...KEYS, ...places].map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
