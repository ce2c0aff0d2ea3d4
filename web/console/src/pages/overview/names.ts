// What people call the values that conversations are divided by.
import { useQuery } from "@tanstack/react-query";
import type { Dimension } from "../../api/analytics";
import { deploymentsQuery } from "../../api/deployments";
import { channelLabel } from "../conversations/channel";
import { describeVersion } from "../deployments/version";

export type Name = (part: Dimension, value: string) => string;

const VOICE = "VOICE-";

export function useNames(agentId: string, isReady: boolean): Name {
  const deployments = useQuery({ ...deploymentsQuery(agentId), enabled: isReady });
  return (part, value) => {
    // Calls come over more than one way, and each is a channel of its own.
    if (part === "channel") return value.startsWith(VOICE) ? `${channelLabel(value)} · ${value.slice(VOICE.length)}` : channelLabel(value);
    const found = part === "deployment" ? deployments.data?.deployments.find((each) => each.id === value) : undefined;
    return found ? describeVersion(found) : value;
  };
}
