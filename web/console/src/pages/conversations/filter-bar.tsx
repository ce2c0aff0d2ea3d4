// Search and filters. Each that is set is a chip; taking the chip away takes the filter away.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, type FormEvent } from "react";
import { Icon } from "../../parts/icon";
import { describe, FIELDS, tagsOf, type Choice, type Field, type Filters, type Single } from "./filters";
import { TagInput } from "./tag-input";
import { useSuggestions } from "./use-suggestions";
import { ViewsMenu } from "./views-menu";

type Value = Single | readonly string[] | undefined;

export function FilterBar({ agentId, filters }: { agentId: string; filters: Filters }) {
  const navigate = useNavigate({ from: "/agents/$agentId/conversations" });
  const [isOpen, setOpen] = useState(false);
  const suggestions = useSuggestions(agentId, isOpen);
  const set = (name: string, value: Value) =>
    void navigate({ search: (before: Filters) => without({ ...before, [name]: value ?? "" }), replace: true });
  return (
    <div className="filters">
      <Search value={String(filters["q"] ?? "")} onSet={(value) => set("q", value)} />
      {filters["q"] !== undefined && (
        <>
          <select aria-label="Search by" value={String(filters["search"] ?? "")} onChange={(event) => set("search", event.target.value)}>
            <option value="">By words</option>
            <option value="semantic">By meaning</option>
          </select>
          {filters["search"] !== "semantic" && (
            <select aria-label="Said by" value={String(filters["speaker"] ?? "")} onChange={(event) => set("speaker", event.target.value)}>
              <option value="">Said by anybody</option>
              <option value="user">By the user</option>
              <option value="agent">By the agent</option>
            </select>
          )}
        </>
      )}
      <details className="more" onToggle={(event) => setOpen(event.currentTarget.open)} onKeyDown={(event) => event.key === "Escape" && event.currentTarget.removeAttribute("open")}>
        <summary className="button">Filters</summary>
        <div className="card form">
          {FIELDS.map((field) => (
            <label key={field.name}>
              {field.kind === "number" ? `${field.label} (${field.unit})` : field.label}
              {field.kind === "tags" ? (
                <TagInput agentId={agentId} hint={field.hint} chosen={tagsOf(filters["tag"])} onSet={(value) => set("tag", value)} />
              ) : (
                <Input key={String(filters[field.name])} field={field} suggestions={suggestions[field.name] ?? []} value={filters[field.name]} onSet={(value) => set(field.name, value)} />
              )}
            </label>
          ))}
        </div>
      </details>
      <ViewsMenu filters={filters} />
      {FIELDS.flatMap((field) => {
        const values = [filters[field.name] ?? []].flat();
        return values.map((value) => (
          <button
            key={`${field.name} ${value}`}
            type="button"
            className="chip"
            onClick={() => set(field.name, values.length > 1 ? values.filter((each) => each !== value).map(String) : undefined)}
            aria-label={`Without: ${describe(field, value)}`}
          >
            {describe(field, value)}
            <Icon name="close" />
          </button>
        ));
      })}
    </div>
  );
}

function without(filters: Record<string, Value>): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "" && value !== undefined)) as Filters;
}

function Search({ value, onSet }: { value: string; onSet: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSet(text.trim());
  };
  return (
    <form role="search" onSubmit={submit}>
      <Icon name="search" />
      <input
        type="search"
        aria-label="Search what was said"
        placeholder="Search what was said"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (!event.target.value) onSet("");
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

interface InputProps {
  field: Exclude<Field, { kind: "tags" }>;
  suggestions: readonly Choice[];
  value: Value;
  onSet: (value: Value) => void;
}

function Input({ field, suggestions, value, onSet }: InputProps) {
  switch (field.kind) {
    case "choice":
    case "flag": {
      const options = field.kind === "choice" ? field.options : [{ value: "true", label: field.yes }, { value: "false", label: field.no }];
      return (
        <select
          defaultValue={String(value ?? "")}
          onChange={(event) => onSet(field.kind === "flag" && event.target.value ? event.target.value === "true" : event.target.value)}
        >
          <option value="">Any</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    }
    case "number":
      return <input type="number" min={0} defaultValue={String(value ?? "")} onBlur={(event) => onSet(numberOf(event.target))} onKeyDown={(event) => event.key === "Enter" && onSet(numberOf(event.currentTarget))} />;
    case "time":
      return <input type="datetime-local" defaultValue={local(value)} onBlur={(event) => onSet(event.target.value && new Date(event.target.value).toISOString())} />;
    case "text":
      return (
        <>
          <input
            placeholder={field.hint}
            list={`known-${field.name}`}
            autoComplete="off"
            defaultValue={String(value ?? "")}
            onBlur={(event) => onSet(event.target.value.trim())}
            onKeyDown={(event) => event.key === "Enter" && onSet(event.currentTarget.value.trim())}
          />
          <datalist id={`known-${field.name}`}>
            {suggestions.map((each) => (
              <option key={each.value} value={each.value}>
                {each.label}
              </option>
            ))}
          </datalist>
        </>
      );
  }
}

function numberOf({ value }: HTMLInputElement): Value {
  return value && Number(value);
}

/** As the field of the browser wants it: the local time, without its offset. */
function local(value: Value): string {
  if (typeof value !== "string") return "";
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
