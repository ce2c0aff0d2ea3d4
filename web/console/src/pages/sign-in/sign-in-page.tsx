// With a key, or with the secret of a link, which leaves the address at once.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError } from "../../api/client";
import { sessionQuery, signIn, type Session } from "../../api/session";
import { Icon } from "../../parts/icon";
import "./sign-in.css";

const LINK_REFUSED = "This link was used before or is too old. Ask for another, or sign in with a key.";
const KEY_REFUSED = "This key does not open the console. Keys for it begin with pk_console_.";

export function SignInPage() {
  const { to } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isPosted = useRef(false);

  const enter = async (proof: { key: string } | { link: string }) => {
    setBusy(true);
    setProblem("");
    try {
      client.setQueryData<Session | null>(sessionQuery.queryKey, await signIn(proof));
      await navigate({ href: isOurs(to) ? to : "/", replace: true });
    } catch (error) {
      setProblem(wordsFor(error, "link" in proof));
      setBusy(false);
    }
  };

  useEffect(() => {
    const link = window.location.hash.slice(1);
    if (!link || isPosted.current) return;
    isPosted.current = true;
    history.replaceState(history.state, "", window.location.pathname + window.location.search);
    void enter({ link });
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void enter({ key: String(new FormData(event.currentTarget).get("key")).trim() });
  };

  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <h1>Parley</h1>
        <p>See every conversation, why it went so, and what to do about it.</p>
        <label>
          Console key
          <input name="key" type="password" required autoFocus autoComplete="current-password" placeholder="pk_console_…" />
        </label>
        {problem && (
          <p className="wrong" role="alert">
            <Icon name="warning" />
            {problem}
          </p>
        )}
        <button type="submit" className="strong" disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </button>
        <details>
          <summary>Where do I get one?</summary>
          <p>
            <code>parley up</code> prints a link that signs you in once. An operator makes keys for others:
          </p>
          <pre>parley keys issue console --account demo --role viewer</pre>
        </details>
      </form>
    </main>
  );
}

function wordsFor(error: unknown, isLink: boolean): string {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return isLink ? LINK_REFUSED : KEY_REFUSED;
  return error instanceof Error ? error.message : "The service could not be reached.";
}

/** An address on this site, not one that only begins like it. */
function isOurs(to: string | undefined): to is string {
  return to !== undefined && /^\/(?![/\\])/.test(to);
}
