// What the files ask for by name, and what of it somebody has set. Values are never shown.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { needsQuery, type Place } from "../../api/deployment-files";
import { ENVIRONMENTS } from "../../api/environments";
import { Badge } from "../../parts/badge";
import { Loading, Problem } from "../../parts/states";

interface Props {
  agentId: string;
  deploymentId: string;
}

export function Needs({ agentId, deploymentId }: Props) {
  const needs = useQuery(needsQuery(agentId, deploymentId));
  if (needs.isPending) return <Loading />;
  if (needs.isError) return <Problem error={needs.error} />;
  const { secrets, computedSecrets, unusedSecrets, apiCredentials, variables } = needs.data;
  const places = (found: Place[]) => <Places {...{ agentId, deploymentId }} of={found} />;
  return (
    <div className="needs">
      <Table
        title="Secrets"
        names={["Name", "Set", "Asked for in"]}
        remark="The code asks for no secret."
        rows={[
          ...secrets.map((each) => [<code>{each.name}</code>, <IsSet is={each.isSet} />, places(each.usedIn)]),
          ...(computedSecrets.length > 0 ? [["A name that the code makes up", <Badge>unknown</Badge>, places(computedSecrets)]] : []),
          ...unusedSecrets.map((name) => [<code>{name}</code>, <IsSet is />, "No name in these files asks for it"]),
        ]}
      />
      {apiCredentials.length > 0 && (
        <Table
          title="Credentials of APIs"
          names={["Integration", "Environment", "Set", "How", "Secret"]}
          rows={apiCredentials.flatMap((api) =>
            api.credentials.map((each) => [api.integration, each.environment, <IsSet is={each.isSet} />, each.authType, <code>{each.secret}</code>]),
          )}
        />
      )}
      <Table
        title="Variables of the real-time configuration"
        names={["Name", ...ENVIRONMENTS, "Read in"]}
        remark="The code reads no variable."
        rows={variables.map((each) => [
          <code>{each.name}</code>,
          ...ENVIRONMENTS.map((name) => <IsSet is={each.isSet[name] ?? false} />),
          places(each.usedIn),
        ])}
      />
      <p className="nothing">
        <code>parley secrets set NAME</code> sets a secret. Variables are edited under <Link to="/agents/$agentId/deployments" params={{ agentId }}>Deployments</Link>.
      </p>
    </div>
  );
}

function IsSet({ is }: { is: boolean }) {
  return is ? <Badge tone="good">set</Badge> : <Badge tone="warn">missing</Badge>;
}

interface TableProps {
  title: string;
  names: readonly string[];
  /** Where there are no rows. */
  remark?: string;
  rows: ReactNode[][];
}

function Table({ title, names, remark, rows }: TableProps) {
  return (
    <section className="card block">
      <h2>{title}</h2>
      {rows.length === 0 && <p className="nothing">{remark}</p>}
      {rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Places({ agentId, deploymentId, of: places }: Props & { of: readonly Place[] }) {
  return (
    <ul>
      {places.map(({ path, line }) => (
        <li key={`${path}:${line}`}>
          <Link to="/agents/$agentId/deployments/$deploymentId" params={{ agentId, deploymentId }} search={{ path, line }}>
            {path}:{line}
          </Link>
        </li>
      ))}
    </ul>
  );
}
