import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DeploymentFile } from "../../api/deployment-files";
import { treeOf, nameOf, type Folder } from "./view";

/** So many files are found at a glance; more are folded. */
const FEW = 80;

interface Props {
  agentId: string;
  deploymentId: string;
  files: readonly DeploymentFile[];
  chosen: string;
}

export function FileTree({ agentId, deploymentId, files, chosen }: Props) {
  const [wanted, setWanted] = useState("");
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = files.filter((file) => words.every((word) => file.path.toLowerCase().includes(word)));
  const isOpen = (folder: Folder) =>
    words.length > 0 || chosen.startsWith(`${folder.path}/`) || (files.length <= FEW && !folder.path.startsWith("_gen"));
  return (
    <nav className="file-tree" aria-label="Files">
      <input type="search" aria-label="Find a file" placeholder="Find a file" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      {found.length === 0 && <p className="nothing">No file is called so.</p>}
      <Inside of={treeOf(found)} {...{ agentId, deploymentId, chosen, isOpen }} />
    </nav>
  );
}

interface InsideProps extends Omit<Props, "files"> {
  of: Folder;
  isOpen: (folder: Folder) => boolean;
}

function Inside({ of: { folders, files }, ...rest }: InsideProps) {
  const { agentId, deploymentId, chosen, isOpen } = rest;
  return (
    <ul>
      {folders.map((folder) => (
        <li key={folder.path}>
          <details open={isOpen(folder)}>
            <summary>{folder.name}</summary>
            <Inside of={folder} {...rest} />
          </details>
        </li>
      ))}
      {files.map((file) => (
        <li key={file.path}>
          <Link
            to="/agents/$agentId/deployments/$deploymentId"
            params={{ agentId, deploymentId }}
            search={{ path: file.path }}
            resetScroll={false}
            aria-current={file.path === chosen ? "page" : undefined}
            data-path={file.path}
          >
            {nameOf(file.path)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
