// Values of any shape, as text that can be read and copied.

export function Json({ value }: { value: unknown }) {
  return <pre className="json" tabIndex={0}>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>;
}

/** One line for each name; what is deep is shown as JSON. */
export function Pairs({ of, mark = "" }: { of: Record<string, unknown>; mark?: string }) {
  return (
    <dl className="pairs">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>
            {mark}
            {name}
          </dt>
          <dd>{brief(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function brief(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
