// Server-sent events, out of text that comes in pieces.

export interface StreamEvent {
  name: string;
  data: unknown;
}

const BLANK_LINE = "\n\n";

/** Takes text as it comes, and gives the events that are whole by then. */
export class EventReader {
  #rest = "";

  read(text: string): StreamEvent[] {
    const blocks = (this.#rest + text).split(BLANK_LINE);
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap(parse);
  }
}

function parse(block: string): StreamEvent[] {
  let [name, data] = ["message", ""];
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice("event: ".length);
    if (line.startsWith("data: ")) data += line.slice("data: ".length);
  }
  return data ? [{ name, data: JSON.parse(data) as unknown }] : [];
}
