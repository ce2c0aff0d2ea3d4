// Whom to talk to, and as whom. All of it stands in the address; a change begins a new conversation.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type FocusEvent } from "react";
import { deploymentsQuery, ENVIRONMENTS, type Environment } from "../../api/deployments";
import { describeVersion } from "../deployments/version";
import { CHANNELS, readAttributes, type Setting } from "./setting";

interface Props {
  agentId: string;
  setting: Setting;
}

export function TalkSettings({ agentId, setting }: Props) {
  const navigate = useNavigate({ from: "/agents/$agentId/playground" });
  const set = (change: Partial<Setting>) =>
    void navigate({ search: (before) => filled({ ...before, ...change }), replace: true });
  return (
    <div className="settings">
      <By by={setting.by} set={set} />
      <Whom {...{ agentId, setting, set }} />
      {setting.by !== "voice" && <details className="as-whom" onKeyDown={(event) => event.key === "Escape" && event.currentTarget.removeAttribute("open")}>
        <summary className="button">Caller{setting.variant || setting.language || setting.channel || setting.number || setting.attributes ? " •" : ""}</summary>
        <div className="card form">
          <AsWhom key={JSON.stringify(setting)} {...{ setting, set }} />
        </div>
      </details>}
    </div>
  );
}

function filled(setting: Partial<Setting>): Partial<Setting> {
  return Object.fromEntries(Object.entries(setting).filter(([, value]) => value !== ""));
}

type Change = (change: Partial<Setting>) => void;

function By({ by, set }: { by: string; set: Change }) {
  return (
    <div className="segments" role="group" aria-label="How to talk">
      <button type="button" aria-pressed={by !== "voice"} onClick={() => set({ by: "" })}>
        Text
      </button>
      <button type="button" aria-pressed={by === "voice"} onClick={() => set({ by: "voice", deployment: "" })}>
        Voice
      </button>
    </div>
  );
}

/** A certain version is tried in the sandbox: nothing of it is to be counted as live. */
function Whom({ agentId, setting, set }: Props & { set: Change }) {
  const list = useQuery(deploymentsQuery(agentId)).data?.deployments ?? [];
  return (
    <select
      aria-label="Agent"
      value={setting.deployment || setting.environment}
      onChange={({ target }) => {
        const environment = ENVIRONMENTS.find((name) => name === target.value);
        set(environment ? { environment, deployment: "" } : { environment: "sandbox" as Environment, deployment: target.value });
      }}
    >
      <optgroup label="What is active in">
        {ENVIRONMENTS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </optgroup>
      {setting.by !== "voice" && (
        <optgroup label="A version, in the sandbox">
          {list.map((each) => (
            <option key={each.id} value={each.id}>
              {describeVersion(each)}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}

function AsWhom({ setting, set }: { setting: Setting; set: Change }) {
  const texts: [keyof Setting, string, string][] = [
    ["variant", "Variant", "the default one"],
    ["language", "Language", "the default one"],
    ["number", "Caller number", "none"],
  ];
  return (
    <>
      <label>
        Channel
        <select value={setting.channel} onChange={(event) => set({ channel: event.target.value })}>
          {Object.entries(CHANNELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {texts.map(([name, label, hint]) => (
        <label key={name}>
          {label}
          <input defaultValue={setting[name]} placeholder={hint} onBlur={(event) => changed(event, setting[name]) && set({ [name]: event.target.value.trim() })} />
        </label>
      ))}
      <Attributes {...{ setting, set }} />
    </>
  );
}

function Attributes({ setting, set }: { setting: Setting; set: Change }) {
  const [isWrong, setWrong] = useState(false);
  const problem = useId();
  const leave = (event: FocusEvent<HTMLTextAreaElement>) => {
    const text = event.target.value.trim();
    setWrong(readAttributes(text) === null);
    if (readAttributes(text) !== null && changed(event, setting.attributes)) set({ attributes: text });
  };
  return (
    <label className="attributes">
      Attributes (JSON)
      <textarea rows={3} defaultValue={setting.attributes} placeholder={'{"customer": "C-17"}'} onBlur={leave} aria-invalid={isWrong} aria-describedby={problem} spellCheck={false} />
      <small id={problem}>{isWrong && "This is no JSON object."}</small>
    </label>
  );
}

function changed(event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>, before: string): boolean {
  return event.target.value.trim() !== before;
}
