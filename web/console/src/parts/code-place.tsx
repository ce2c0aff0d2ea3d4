// What went wrong in an agent's code, with a link to the line of the deployment that ran it.
import { getRouteApi, Link } from "@tanstack/react-router";
import { Fragment } from "react";

const route = getRouteApi("/inside/agents/$agentId");
const PLACE = /([\w./-]+\.py):(\d{1,7})/;

export function CodeError({ text, deploymentId }: { text: string; deploymentId: string | undefined }) {
  const { agentId } = route.useParams();
  if (!deploymentId) return <code>{text}</code>;
  const parts = text.split(PLACE);
  return (
    <code>
      {parts.map((part, index) => {
        // Text, path and line take turns.
        if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
        if (index % 3 === 2) return null;
        const search = { path: part, line: Number(parts[index + 1]) };
        return (
          <Link key={index} to="/agents/$agentId/deployments/$deploymentId" params={{ agentId, deploymentId }} search={search}>
            {part}:{parts[index + 1]}
          </Link>
        );
      })}
    </code>
  );
}
