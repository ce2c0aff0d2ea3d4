// One file with its lines, each of which has an address.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, type MouseEvent } from "react";
import { fileTextQuery, type DeploymentFileText } from "../../api/deployment-files";
import { Copy } from "../../parts/copy";
import { formatCount } from "../../parts/format";
import { highlight, type Line } from "../../parts/highlight";
import { Loading, Problem } from "../../parts/states";
import { formatBytes } from "./view";

interface Props {
  agentId: string;
  deploymentId: string;
  path: string;
  line: number | undefined;
}

/** Lines in a block: what is out of sight costs no layout. */
const BLOCK = 100;
const LINE_HEIGHT = 20;

export function FileView({ agentId, deploymentId, path, line }: Props) {
  const file = useQuery(fileTextQuery(agentId, deploymentId, path));
  return (
    <article className="card file" aria-label={path}>
      <header>
        <h2>
          <code>{path}</code>
        </h2>
        {file.data && <span className="meta">{formatBytes(file.data.size)}</span>}
        {file.data?.isText && <Copy text={file.data.text} label="Copy the file" />}
      </header>
      {file.isPending && <Loading />}
      {file.isError && <Problem error={file.error} />}
      {file.data && !file.data.isText && <p className="nothing">This is no text, and not shown.</p>}
      {file.data?.isText && <Code key={path} file={file.data} line={line} />}
    </article>
  );
}

function Code({ file, line }: { file: DeploymentFileText; line: number | undefined }) {
  const navigate = useNavigate();
  const element = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(file), [file]);
  useEffect(() => {
    if (line) element.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  }, [line, file]);
  const choose = (event: MouseEvent) => {
    const number = (event.target as Element).closest("a")?.parentElement?.dataset["line"];
    if (!number || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ to: ".", search: { path: file.path, line: Number(number) }, replace: true, resetScroll: false });
  };
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) => lines.slice(index * BLOCK, (index + 1) * BLOCK));
  const isBeyond = line !== undefined && line > lines.length;
  return (
    <>
      {isBeyond && <p className="nothing">There is no line {formatCount(line)} here.</p>}
      <div className="code" ref={element} onClick={choose} tabIndex={0} role="region" aria-label={`Text of ${file.path}`}>
        {blocks.map((block, index) => (
          <div key={index} className="lines" style={{ containIntrinsicHeight: `auto ${block.length * LINE_HEIGHT}px` }}>
            {block.map((words, at) => (
              <CodeLine key={at} number={index * BLOCK + at + 1} words={words} path={file.path} isChosen={line === index * BLOCK + at + 1} />
            ))}
          </div>
        ))}
      </div>
      {file.truncated && <p className="nothing">The file goes on: its first {formatBytes(file.text.length)} are shown.</p>}
    </>
  );
}

function linesOf(file: DeploymentFileText): Line[] {
  const lines = highlight(file.text, file.path);
  // A newline at the end begins no line.
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
}

interface LineProps {
  number: number;
  words: Line;
  path: string;
  isChosen: boolean;
}

function CodeLine({ number, words, path, isChosen }: LineProps) {
  const address = `?${new URLSearchParams({ path, line: String(number) })}`;
  return (
    <div data-line={number} data-chosen={isChosen || undefined}>
      <a href={address} tabIndex={-1} aria-label={`Line ${number}`}>
        {number}
      </a>
      <code>
        {words.map((word, index) => (word.kind ? <span key={index} className={word.kind}>{word.text}</span> : word.text))}
        {"\n"}
      </code>
    </div>
  );
}
