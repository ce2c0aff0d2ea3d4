// "Make this a test": the case as a file of the project's test suite.
import type { Detail, TurnTrace } from "../../api/conversations";
import { Copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Json } from "../../parts/json";
import { testCase } from "./test-case";

interface Props {
  detail: Detail;
  traces: readonly TurnTrace[];
  onClose: () => void;
}

export function TestDialog({ detail, traces, onClose }: Props) {
  const written = testCase(detail, traces);
  return (
    <Dialog title="Make this a test" isWide onClose={onClose}>
      <p className="secret">
        <span>
          Save it as <code>test_suite/{detail.conversationId.slice(-8)}.yaml</code> in the project, then run <code>parley test</code>.
        </span>
        <Copy text={written} label="Copy the test case" />
      </p>
      <Json value={written} />
    </Dialog>
  );
}
