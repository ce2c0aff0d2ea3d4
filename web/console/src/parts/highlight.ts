// Text of a file as lines of words that have a kind. The parsers come when the first file is shown, and give no HTML.
import type { Parser } from "@lezer/common";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { parser as json } from "@lezer/json";
import { parser as markdown } from "@lezer/markdown";
import { parser as python } from "@lezer/python";
import { parser as yaml } from "@lezer/yaml";

export interface Word {
  text: string;
  /** Classes of CodeMirror's `classHighlighter`, `tok-…`; empty: nothing special. */
  kind: string;
}
export type Line = readonly Word[];

const PARSERS: Readonly<Record<string, Parser>> = { json, jsonl: json, md: markdown, py: python, yaml, yml: yaml };
const REFERENCE = /(\{\{[ \t]*\w+[ \t]*:[^{}\n]+\}\}|\$\{variant_\w+\})/;

export function highlight(text: string, path: string): Line[] {
  const parser = PARSERS[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""];
  if (!parser) return text.split("\n").map((line) => words(line, ""));
  const lines: Word[][] = [[]];
  highlightCode(
    text,
    parser.parse(text),
    classHighlighter,
    (piece, kind) => lines.at(-1)?.push(...words(piece, kind)),
    () => lines.push([]),
  );
  return lines;
}

/** References of an agent's texts (`{{fn:name}}`) stand out, in whatever they are. */
function words(text: string, kind: string): Word[] {
  return text.split(REFERENCE).flatMap((part, index) => (part ? [{ text: part, kind: index % 2 ? "tok-reference" : kind }] : []));
}
