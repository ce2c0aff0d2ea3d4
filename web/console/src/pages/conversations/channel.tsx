import { Icon, type IconName } from "../../parts/icon";
import { words } from "../../parts/format";

const LABELS: Record<string, string> = { WEBCHAT: "Web chat", CHAT: "Chat", SMS: "Text message", WHATSAPP: "WhatsApp" };

function iconOf(channel: string): IconName {
  if (channel.startsWith("VOICE")) return "phone";
  return channel === "SMS" || channel === "WHATSAPP" ? "text" : "chat";
}

export function channelLabel(channel: string): string {
  if (channel.startsWith("VOICE")) return "Call";
  return LABELS[channel] ?? words(channel.toLowerCase());
}

export function Channel({ name }: { name: string }) {
  return (
    <span className="channel" title={name}>
      <Icon name={iconOf(name)} />
      <span>{channelLabel(name)}</span>
    </span>
  );
}
