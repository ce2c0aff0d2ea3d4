/** What the window is made with: from the service, from the page, from the script tag; the later wins. */

export interface Disclaimer {
  texts: Record<string, string>;
  show: "always" | "until_first_message";
  consent: boolean;
  privacy_policy_url: string;
  terms_url: string;
}

/** As the service gives it. */
export interface ServerConfig {
  name: string;
  host: string;
  messaging_url: string | null;
  agent_name: string;
  avatar_url: string;
  header_text: string;
  header_image_url: string;
  colour: string;
  disclaimer: Disclaimer | null;
  languages: string[];
  streaming: boolean;
  csat: boolean;
  calls: boolean;
  calls_url: string | null;
}

/** What a page says in `window.Parley` before the script comes, or to `Parley.configure`. */
export interface PageConfig {
  language?: string;
  colour?: string;
  /** CSS variables without `--parley-`, such as `radius`. */
  theme?: Record<string, string>;
  scheme?: "light" | "dark" | "auto";
  texts?: Record<string, string>;
  /** Opens by itself when the page is loaded. */
  autoOpen?: boolean;
  showIcon?: boolean;
  showHeader?: boolean;
  fullscreen?: boolean;
  platform?: "web" | "ios" | "android";
  /** Where the window is put (default: the end of the body). */
  container?: string;
  context?: (contextId: string) => Promise<string | null | undefined>;
}

export interface Source {
  /** The service, with whatever stands before `/widget`. */
  url: string;
  code: string;
}

/** Where a script came from: `…/widget/CODE.js`. */
export function sourceOf(address: string): Source | null {
  const found = /^(.*)\/widget\/([^/?#]+)\.js(?:[?#].*)?$/.exec(address);
  return found ? { url: found[1] ?? "", code: decodeURIComponent(found[2] ?? "") } : null;
}

export function attributesOf(data: DOMStringMap): PageConfig {
  const flag = (text: string | undefined): boolean | undefined => (text === undefined ? undefined : text !== "false");
  const isIos = data.platform === "ios";
  const found: PageConfig = {
    language: data.language,
    colour: data.colour,
    autoOpen: flag(data.autoOpen),
    showIcon: flag(data.showIcon),
    showHeader: flag(data.showHeader) ?? (isIos ? false : undefined),
    fullscreen: data.renderMode === "fullscreen" || isIos ? true : undefined,
    platform: data.platform === "ios" || data.platform === "android" ? data.platform : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as PageConfig;
}

export async function fetchConfig(source: Source): Promise<ServerConfig> {
  const answer = await fetch(`${source.url}/widget/${encodeURIComponent(source.code)}/config.json`, {
    credentials: "omit",
  });
  if (!answer.ok) throw new Error(`The widget has no configuration for this page (${answer.status}).`);
  return (await answer.json()) as ServerConfig;
}

/** Black or white, whichever can be read on a colour: `#rgb` or `#rrggbb`. */
export function textOn(colour: string): string {
  const long = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  const parts = /^#(..)(..)(..)$/.exec(long)?.slice(1).map((each) => parseInt(each, 16) / 255) ?? [0, 0, 0];
  const [r, g, b] = parts.map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? "#fff" : "#111";
}
