// What changed in one file.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useMemo, useState, type ReactNode } from "react";
import { fileTextQuery } from "../../api/deployment-files";
import type { ChangedFile } from "../../api/deployments";
import { Problem } from "../../parts/states";
import { counts, rest, rowsOf, unfolded, unified, type Row, type Side } from "./rows";

interface Props {
  agentId: string;
  /** The newer one. */
  deploymentId: string;
  file: ChangedFile;
  id: string;
  isUnified: boolean;
  isOpen: boolean;
  children: ReactNode;
}

export function FileChanges({ agentId, deploymentId, file, id, isUnified, isOpen, children }: Props) {
  const [isShown, setShown] = useState(isOpen);
  const rows = useMemo(() => rowsOf(file.diff), [file.diff]);
  const { added, removed } = counts(rows);
  return (
    <details className="card changes-of-file" id={id} open={isOpen} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        <code>{file.previousPath ? `${file.previousPath} → ${file.path}` : file.path}</code> {children}
        <span className="number">
          {added > 0 && <ins>+{added}</ins>} {removed > 0 && <del>−{removed}</del>}
        </span>
      </summary>
      {isShown && file.change !== "removed" && (
        <Link className="whole" to="/agents/$agentId/deployments/$deploymentId" params={{ agentId, deploymentId }} search={{ path: file.path }}>
          Whole file
        </Link>
      )}
      {isShown && rows.length > 0 && <Lines {...{ agentId, deploymentId, file, rows, isUnified }} />}
      {isShown && <p className="nothing">{remark(file)}</p>}
    </details>
  );
}

function remark(file: ChangedFile): string {
  if (file.truncated) return file.diff ? "There are more changes than are shown." : "It is too long to be compared line by line.";
  if (file.diff) return "";
  return file.change === "renamed" ? "Its content is the same." : "It is empty, or no text.";
}

interface LinesProps {
  agentId: string;
  deploymentId: string;
  file: ChangedFile;
  rows: Row[];
  isUnified: boolean;
}

function Lines({ agentId, deploymentId, file, rows, isUnified }: LinesProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [isWanted, setWanted] = useState(false);
  // The unchanged lines come when somebody asks for them.
  const text = useQuery({ ...fileTextQuery(agentId, deploymentId, file.path), enabled: isWanted && file.change !== "removed" });
  const lines = useMemo(() => text.data?.text.replace(/\n$/, "").split("\n"), [text.data]);
  const open = (at: number) => {
    setWanted(true);
    setOpened(new Set([...opened, at]));
  };
  const last = lines && !file.truncated ? rest(rows, lines.length) : null;
  const isWhole = file.change === "added" || file.change === "removed" || file.truncated;
  const all = [...rows, ...(last ? [last] : [])].flatMap((row, index) => {
    const at = row.kind === "fold" ? row.right : index;
    return row.kind === "fold" && lines && opened.has(at) ? unfolded(row, lines) : [row];
  });
  const shown = isUnified ? unified(all) : all;
  return (
    <>
      {text.isError && <Problem error={text.error} />}
      <div className="diff-lines" data-unified={isUnified || undefined} role="region" tabIndex={0} aria-label={`What changed in ${file.path}`}>
        {shown.map((row, index) => (
          <Fragment key={index}>
            {row.kind === "fold" && (
              <button type="button" className="fold" disabled={text.isFetching} onClick={() => open(row.right)}>
                {row.count === 1 ? "One unchanged line" : `${row.count} unchanged lines`}
              </button>
            )}
            {row.kind !== "fold" && (isUnified ? <UnifiedLine row={row} /> : <SplitLine row={row} />)}
          </Fragment>
        ))}
        {!isWhole && !lines && rows.at(-1)?.kind === "same" && (
          <button type="button" className="fold" disabled={text.isFetching} onClick={() => setWanted(true)}>
            What follows
          </button>
        )}
      </div>
    </>
  );
}

type LineRow = Exclude<Row, { kind: "fold" }>;

function SplitLine({ row }: { row: LineRow }) {
  const isSame = row.kind === "same";
  return (
    <div className="pair">
      <Half of={row.left} kind={isSame ? "same" : "gone"} />
      <Half of={row.right} kind={isSame ? "same" : "new"} />
    </div>
  );
}

function UnifiedLine({ row }: { row: LineRow }) {
  const side = row.right ?? row.left;
  const kind = row.kind === "same" ? "same" : row.right ? "new" : "gone";
  return (
    <div className="one" data-kind={kind}>
      <span className="no">{row.left?.number}</span>
      <span className="no">{row.right?.number}</span>
      <Words of={side} kind={kind} />
    </div>
  );
}

type Kind = "same" | "gone" | "new";

function Half({ of: side, kind }: { of: Side | null; kind: Kind }) {
  return (
    <div data-kind={side ? kind : "none"}>
      <span className="no">{side?.number}</span>
      <Words of={side} kind={kind} />
    </div>
  );
}

const SIGNS = { same: "", gone: "Removed: ", new: "Added: " } as const;

function Words({ of: side, kind }: { of: Side | null; kind: Kind }) {
  if (!side) return <code />;
  const isMarked = side.pieces.some((piece) => piece.kind === "same");
  return (
    <code>
      {kind !== "same" && <span className="hidden">{SIGNS[kind]}</span>}
      {side.pieces.map((piece, index) => {
        if (piece.kind === "same" || !isMarked) return <Fragment key={index}>{piece.text}</Fragment>;
        return piece.kind === "gone" ? <del key={index}>{piece.text}</del> : <ins key={index}>{piece.text}</ins>;
      })}
      {"\n"}
    </code>
  );
}
