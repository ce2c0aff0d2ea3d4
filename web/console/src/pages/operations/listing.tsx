import type { ReactNode } from "react";
import { Loading, Problem } from "../../parts/states";

interface Props {
  title: string;
  heads: readonly string[];
  /** Undefined: not known yet. */
  rows: ReactNode[] | undefined;
  error?: unknown;
  nothing: string;
  children?: ReactNode;
}

/** A table of its own card, or what stands there instead of one. */
export function Listing({ title, heads, rows, error, nothing, children }: Props) {
  return (
    <section className="card block">
      <h2>{title}</h2>
      {children}
      {error !== undefined && error !== null && <Problem error={error} />}
      {rows === undefined && !error && <Loading rows={2} />}
      {rows?.length === 0 && <p className="nothing">{nothing}</p>}
      {rows && rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>{rows}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}
