/** Elements without markup: what came from outside is only ever text, and a page may forbid markup from scripts. */

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | EventListener | undefined>;

export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  chat: "M12 3c5 0 9 3.4 9 7.7s-4 7.7-9 7.7c-.9 0-1.8-.1-2.6-.3L4.6 20.6c-.4.2-.8-.2-.7-.6l.8-3.5C3.6 15 3 12.900 3 10.700 3 6.400 7 3 12 3Z",
  down: "M6 9.500l6 6 6-6",
  send: "M4 11.900 20 4l-5.200 16-3.200-6.700L4 11.900Z",
  end: "M14 8V5.500A1.500 1.500 0 0 0 12.500 4h-6A1.500 1.500 0 0 0 5 5.500v13A1.500 1.500 0 0 0 6.500 20h6a1.500 1.500 0 0 0 1.500-1.500V16M10 12h10m0 0-3-3m3 3-3 3",
  star: "M12 3.600l2.600 5.300 5.800.800-4.200 4.100 1 5.800-5.200-2.700-5.200 2.700 1-5.800L3.600 9.700l5.800-.800L12 3.600Z",
  phone: "M6.500 3.500 9 4l1.200 4-2 1.500a12 12 0 0 0 6.300 6.300l1.500-2 4 1.200.500 2.500c.1 1-.7 2-1.800 2C10.500 20 4 13.500 4.500 5.300c0-1.100 1-1.900 2-1.800Z",
  mic: "M12 3a2.500 2.500 0 0 1 2.500 2.500v6a2.500 2.500 0 0 1-5 0v-6A2.500 2.500 0 0 1 12 3ZM6 11.500a6 6 0 0 0 12 0M12 17.500V21",
  micOff: "M4 4l16 16M9.500 9.500v2a2.500 2.500 0 0 0 4 2M14.500 10.500v-5a2.500 2.500 0 0 0-5-.500M6 11.500a6 6 0 0 0 9.500 4.900M17.700 13.500a6 6 0 0 0 .300-2M12 17.500V21",
  arrow: "M7 17 17 7M9 7h8v8",
} as const;

const FILLED: ReadonlySet<string> = new Set(["chat", "send", "star", "phone"]);

export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function button(
  className: string,
  label: string,
  act: () => void,
  content: Child = label,
): HTMLButtonElement {
  const named = typeof content === "string" ? {} : { "aria-label": label, title: label };
  return h("button", { type: "button", class: className, click: () => act(), ...named }, content);
}

/** Links that a browser may be sent to; null for others, such as scripts. */
export function safeUrl(text: string, kinds: readonly string[] = ["https:", "http:", "mailto:", "tel:"]): string | null {
  try {
    const url = new URL(text, location.href);
    return kinds.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function link(url: string, ...children: Child[]): HTMLElement {
  const safe = safeUrl(url);
  if (!safe) return h("span", {}, ...children);
  return h("a", { href: safe, target: "_blank", rel: "noopener noreferrer nofollow" }, ...children);
}
