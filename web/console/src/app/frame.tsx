// What is around every page of somebody who is signed in.
import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { signOut, type Session } from "../api/session";
import { Icon } from "../parts/icon";
import { AgentSwitcher } from "./agent-switcher";
import { Help } from "./help";
import { Navigation, PLACES } from "./navigation";
import { useShortcuts } from "./shortcuts";
import { useLive } from "./use-live";
import { useTheme } from "./theme";

const SCHEMES = { auto: "auto", light: "sun", dark: "moon" } as const;
const PATIENCE = 1_000;

export function Frame({ session, agentId }: { session: Session; agentId: string }) {
  const [isHelping, setHelping] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { theme, turn } = useTheme();
  useLive(agentId);
  useFrameKeys(agentId, { "?": () => setHelping(true), t: turn });
  return (
    <div className="frame" data-open={isOpen || undefined}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="bar">
        <button type="button" className="quiet" aria-label="Menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? "close" : "menu"} />
        </button>
        <Brand />
      </header>
      <aside className="side">
        <Brand />
        <AgentSwitcher accountId={session.accountId} agentId={agentId} />
        <Navigation agentId={agentId} onGo={() => setOpen(false)} />
        <div className="foot">
          <div className="tools">
            <button type="button" className="quiet" onClick={turn} aria-label={`Colours: ${theme}`} title={`Colours: ${theme}`}>
              <Icon name={SCHEMES[theme]} />
            </button>
            <button type="button" className="quiet" onClick={() => setHelping(true)} aria-label="Keyboard" title="Keyboard (?)">
              <Icon name="help" />
            </button>
            <a className="quiet" href="/docs" target="_blank" rel="noreferrer" aria-label="API documentation" title="API documentation">
              <Icon name="external" />
            </a>
            <SignOut />
          </div>
          <p className="who" title={session.keyName}>
            <b>{session.accountName}</b>
            <span>
              {[session.keyName, session.role].filter(Boolean).join(" · ")}
            </span>
          </p>
        </div>
      </aside>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path className="bubble" d="M8 10.500A2.500 2.500 0 0 1 10.500 8h11A2.500 2.500 0 0 1 24 10.500v7a2.500 2.500 0 0 1-2.500 2.500H15l-4.500 4v-4A2.500 2.500 0 0 1 8 17.500Z" />
        <path className="wave" d="M12.500 12.500v3M16 11.500v5M19.500 12.500v3" />
      </svg>
      Parley
    </Link>
  );
}

function SignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    client.clear();
    await navigate({ to: "/sign-in" });
  };
  return (
    <button type="button" className="quiet" onClick={() => void leave()} aria-label="Sign out" title="Sign out">
      <Icon name="leave" />
    </button>
  );
}

/** `g` and then the letter of a page; `/` for its search. */
function useFrameKeys(agentId: string, more: Record<string, () => void>): void {
  const navigate = useNavigate();
  const begun = useRef(-Infinity);
  const places = PLACES.map((place) => [
    place.key,
    () => {
      if (performance.now() - begun.current < PATIENCE) void navigate({ to: place.to, params: { agentId } });
    },
  ]);
  useShortcuts({
    ...Object.fromEntries(places),
    g: () => (begun.current = performance.now()),
    "/": () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
    ...more,
  });
}
