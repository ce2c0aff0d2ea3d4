import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { agentsQuery } from "../../api/agents";
import { telephonyQuery, type Call, type Connector } from "../../api/operations";
import { useSession } from "../../api/use-session";
import { Badge, type Tone } from "../../parts/badge";
import { formatAgo, formatFull, formatMoment, words } from "../../parts/format";
import { Listing } from "./listing";

const STATES: Record<Call["state"], Tone> = { queued: "plain", ringing: "info", running: "good" };

const CARRIERS: Record<string, string> = { webrtc: "Browsers (WebRTC)" };

export function Telephony() {
  const found = useQuery(telephonyQuery);
  const agents = useQuery(agentsQuery(useSession().accountId));
  const nameOf = (id: string) => agents.data?.find((agent) => agent.agentId === id)?.agentName ?? id;
  const { data, error } = found;
  return (
    <>
      <Listing
        title="Calls"
        heads={["State", "Conversation", "Agent", "Direction", "From", "To", "Since"]}
        rows={data?.calls.map((call) => <CallRow key={call.conversationId} call={call} agent={nameOf(call.agentId)} />)}
        error={error}
        nothing="Nobody is calling."
      >
        {data?.more && <p>Only the first 500 of each kind are listed.</p>}
      </Listing>
      <Listing
        title="Connectors"
        heads={["Name", "Agent", "Where", "Calls now", "Most", "Registration"]}
        rows={data?.connectors.map((each) => <ConnectorRow key={each.connectorId} of={each} agent={nameOf(each.agentId)} />)}
        nothing="No trunk and no carrier is connected."
      />
      <Listing
        title="Phone numbers"
        heads={["Number", "Agent", "Environment", "Variant", "Connector", "Of a pool"]}
        rows={data?.phoneNumbers.map((each) => (
          <tr key={each.number}>
            <td>{each.number}</td>
            <td>{nameOf(each.agentId)}</td>
            <td>{each.clientEnv}</td>
            <td>{each.variantId || "–"}</td>
            <td>{data.connectors.find((one) => one.connectorId === each.connectorId)?.name ?? each.connectorId ?? "–"}</td>
            <td>{each.isDynamic ? "yes" : "no"}</td>
          </tr>
        ))}
        nothing="No number leads to an agent."
      />
      <Listing
        title="Reservations"
        heads={["Number", "Agent", "Environment", "Variant", "State", "Until"]}
        rows={data?.reservations.map((each) => (
          <tr key={each.number}>
            <td>{each.number}</td>
            <td>{nameOf(each.agentId)}</td>
            <td>{each.clientEnv}</td>
            <td>{each.variantId || "–"}</td>
            <td>{each.used ? "Used by a call" : "Waits for its caller"}</td>
            <td>{each.used ? "the call ends" : formatMoment(each.expiresAt)}</td>
          </tr>
        ))}
        nothing="No number is lent to anybody."
      />
    </>
  );
}

function CallRow({ call, agent }: { call: Call; agent: string }) {
  const since = call.connectedAt ?? call.createdAt;
  return (
    <tr>
      <td>
        <Badge tone={STATES[call.state]}>{words(call.state)}</Badge>
      </td>
      <td>
        {call.state === "running" ? (
          <Link to="/agents/$agentId/conversations/$conversationId" params={{ agentId: call.agentId, conversationId: call.conversationId }}>
            {call.conversationId}
          </Link>
        ) : (
          <code>{call.conversationId}</code>
        )}
      </td>
      <td>{agent}</td>
      <td>{words(call.direction)}</td>
      <td>{call.fromNumber || "–"}</td>
      <td>{call.toNumber}</td>
      <td title={formatFull(since)}>{formatAgo(since)}</td>
    </tr>
  );
}

function ConnectorRow({ of: connector, agent }: { of: Connector; agent: string }) {
  const isRegistered = connector.registration === "registered";
  return (
    <tr>
      <td title={connector.connectorId}>{connector.name}</td>
      <td>
        {agent}, {connector.clientEnv}
      </td>
      <td>{connector.carrier ? (CARRIERS[connector.carrier] ?? words(connector.carrier)) : connector.host || "SIP, inbound only"}</td>
      <td className="number">{connector.running}</td>
      <td className="number">{connector.maxCalls}</td>
      <td>
        {connector.registration ? (
          <Badge tone={isRegistered ? "good" : connector.reason ? "bad" : "warn"} title={connector.reason}>
            {words(connector.registration)}
          </Badge>
        ) : (
          "–"
        )}
      </td>
    </tr>
  );
}
