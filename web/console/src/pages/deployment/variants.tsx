// What the agent is in each of its variants.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { variantsQuery, type Variant } from "../../api/deployment-files";
import { Badge } from "../../parts/badge";
import { Loading, Problem } from "../../parts/states";

interface Props {
  agentId: string;
  deploymentId: string;
}

export function Variants({ agentId, deploymentId }: Props) {
  const variants = useQuery(variantsQuery(agentId, deploymentId));
  if (variants.isPending) return <Loading />;
  if (variants.isError) return <Problem error={variants.error} />;
  const names = [...new Set(variants.data.flatMap((variant) => Object.keys(variant.attributes)))];
  return (
    <section className="card block variants">
      {variants.data.length === 0 && <p className="nothing">This agent has no variants: config/variant_attributes.yaml would name them.</p>}
      <div className="scroll" tabIndex={0} role="region" aria-label="Variants">
        <table>
          <thead>
            <tr>
              <th scope="col">{names.length === 1 ? "One attribute" : `${names.length} attributes`}</th>
              {variants.data.map((variant) => (
                <Head key={variant.id} {...{ agentId, deploymentId, variant }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {variants.data.map((variant) => (
                  <td key={variant.id}>{variant.attributes[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Head({ agentId, deploymentId, variant }: Props & { variant: Variant }) {
  return (
    <th scope="col">
      <b>{variant.name}</b> {variant.isDefault && <Badge tone="info">default</Badge>}
      <small>
        <Link to="/agents/$agentId/conversations" params={{ agentId }} search={{ variantId: variant.id }}>
          Conversations
        </Link>{" "}
        ·{" "}
        <Link to="/agents/$agentId/playground" params={{ agentId }} search={{ deployment: deploymentId, variant: variant.id }}>
          Talk to it
        </Link>
      </small>
    </th>
  );
}
