// How the agent is changed: for those who have read nothing.
import { useQuery } from "@tanstack/react-query";
import { archiveAddress } from "../../api/deployment-files";
import { activeQuery, ENVIRONMENTS } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Copy } from "../../parts/copy";

export function NextVersion({ agentId }: { agentId: string }) {
  const session = useSession();
  const active = useQuery(activeQuery(agentId)).data?.activeDeployments;
  if (!active || !may(session, "editor")) return null;
  const newest = ENVIRONMENTS.map((name) => active[name]).find((each) => each != null);
  const push = `parley push FOLDER --account ${session.accountId} --project ${agentId}`;
  return (
    <details className="card block next-version" open={!newest}>
      <summary>Change this agent</summary>
      <ol>
        <li>
          {newest ? (
            <>
              <a href={archiveAddress(agentId, newest.id)} download>
                Download its files
              </a>{" "}
              and unpack them: an agent is a folder of texts and Python.
            </>
          ) : (
            <>
              <code>parley init FOLDER</code> writes a small agent that works.
            </>
          )}
        </li>
        <li>
          Change what you like. <code>parley dev FOLDER</code> talks to it while you write, <code>parley test FOLDER</code> runs its tests.
        </li>
        <li>
          <code>{push}</code> <Copy text={push} label="Copy the command" /> deploys it to the sandbox. Add <code>--data</code> with the folder that{" "}
          <code>parley up</code> was started with, if you gave one.
        </li>
        <li>Run its tests above, talk to it in the playground, and promote it.</li>
      </ol>
    </details>
  );
}
