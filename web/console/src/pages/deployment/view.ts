// What is looked at of a deployment, as the address says it.
import type { DeploymentFile } from "../../api/deployment-files";

export const VIEWS = { files: "Files", variants: "Variants", needs: "Secrets and variables" } as const;
export type ViewName = keyof typeof VIEWS;

export interface DeploymentView {
  /** Files, if nothing is said. */
  view?: Exclude<ViewName, "files">;
  path?: string;
  line?: number;
}

export function readDeploymentView(search: Record<string, unknown>): DeploymentView {
  const line = Number(search["line"]);
  const view = search["view"];
  return {
    ...((view === "variants" || view === "needs") && { view }),
    ...(typeof search["path"] === "string" && search["path"] && { path: search["path"] }),
    ...(Number.isInteger(line) && line > 0 && { line }),
  };
}

export interface Folder {
  name: string;
  path: string;
  folders: Folder[];
  files: DeploymentFile[];
}

/** Paths as a tree, folders first, both in the order of their names. */
export function treeOf(files: readonly DeploymentFile[]): Folder {
  const root: Folder = { name: "", path: "", folders: [], files: [] };
  const known = new Map([["", root]]);
  const folder = (path: string): Folder => {
    const found = known.get(path);
    if (found) return found;
    const at = path.lastIndexOf("/");
    const made: Folder = { name: path.slice(at + 1), path, folders: [], files: [] };
    known.set(path, made);
    folder(path.slice(0, Math.max(at, 0))).folders.push(made);
    return made;
  };
  for (const file of files) folder(file.path.slice(0, Math.max(file.path.lastIndexOf("/"), 0))).files.push(file);
  for (const each of known.values()) each.folders.sort((one, other) => one.name.localeCompare(other.name));
  return root;
}

const FIRST = ["agent_settings/rules.txt", "project.yaml"];

/** What is shown before something was chosen. */
export function firstFile(files: readonly DeploymentFile[]): string {
  return FIRST.find((path) => files.some((file) => file.path === path)) ?? files[0]?.path ?? "";
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export function formatBytes(size: number): string {
  if (size < 1024) return `${size} B`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}
