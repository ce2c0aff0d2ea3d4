// What the model was sent and what it answered, where the operator lets that be kept.
import type { ModelCall, ModelRequest } from "../../api/trace";
import { Copy } from "../../parts/copy";
import { formatCount } from "../../parts/format";
import { Json } from "../../parts/json";

interface Props {
  of: ModelRequest;
  /** Which of the turn, where there are several. */
  request: number | undefined;
}

export function ModelWords({ of: { prompt, answer }, request }: Props) {
  const which = request === undefined ? "" : ` ${request}`;
  return (
    <>
      {prompt && (
        <Folded title={`Prompt${which}`} text={prompt.map((each) => `[${each.role}]\n${wordsOf(each.content, each.tool_calls)}`).join("\n\n")} />
      )}
      {answer && <Folded title={`Answer of the model${which}`} text={wordsOf(answer.content, answer.tool_calls)} />}
    </>
  );
}

function Folded({ title, text }: { title: string; text: string }) {
  return (
    <details className="function">
      <summary>
        <code>{title}</code>
        <span className="number">{formatCount(text.length)} characters</span>
      </summary>
      <div className="inside">
        <div>
          <Copy text={text} label={`Copy: ${title}`} />
        </div>
        <Json value={text} />
      </div>
    </details>
  );
}

function wordsOf(content: string, calls: ModelCall[] = []): string {
  return [content, ...calls.map((call) => `${call.name}(${call.arguments})`)].filter(Boolean).join("\n");
}
