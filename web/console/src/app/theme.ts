// Light, dark, or as the system has it.
import { useState } from "react";

export type Theme = "auto" | "light" | "dark";

const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const STORED = "parley.theme";

function stored(): Theme {
  const found = localStorage.getItem(STORED);
  return found === "light" || found === "dark" ? found : "auto";
}

export function showTheme(theme: Theme = stored()): void {
  document.documentElement.dataset["theme"] = theme;
}

export function useTheme(): { theme: Theme; turn: () => void } {
  const [theme, setTheme] = useState(stored);
  const turn = () => {
    const next = NEXT[theme];
    localStorage.setItem(STORED, next);
    showTheme(next);
    setTheme(next);
  };
  return { theme, turn };
}
