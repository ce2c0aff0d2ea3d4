import { Copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="The signing secret" onClose={onClose}>
      <p>It is shown this once. Events are signed with it from now on.</p>
      <p className="secret">
        <code>{secret}</code>
        <Copy text={secret} label="Copy the secret" />
      </p>
    </Dialog>
  );
}
