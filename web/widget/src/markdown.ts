/** The little markdown that agents write: paragraphs, lists, headings, bold, italics, code, links, images. What comes out
 * is elements; markup in the text stays text. */

import { h, link, safeUrl } from "./dom.js";

const ITEM = /^\s*(?:[-*•]|(\d{1,4})[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*)$/;
const FENCE = /^```/;
const INLINE =
  /!\[([^\]\n]{0,300})\]\(((?:[^\s()]|\([^\s()]*\)){1,2000})\)|\[([^\]\n]{1,300})\]\(((?:[^\s()]|\([^\s()]*\)){1,2000})\)|\*\*([^*\n]+?)\*\*|__([^_\n]+?)__|(?<![\w*])\*([^*\s][^*\n]*?)\*(?!\w)|(?<![\w_])_([^_\s][^_\n]*?)_(?!\w)|`([^`\n]+)`|(https?:\/\/[^\s<>"']{1,2000})|([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/g;
const TRAILING = /[.,;:!?)\]]+$/;

export function render(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let list: { element: HTMLElement; isNumbered: boolean } | undefined;
  let paragraph: HTMLElement | undefined;
  let code: HTMLElement | undefined;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      if (code) code = undefined;
      else fragment.append(h("pre", {}, (code = h("code"))));
      list = paragraph = undefined;
      continue;
    }
    if (code) {
      code.append(line + "\n");
      continue;
    }
    const item = ITEM.exec(line);
    const heading = HEADING.exec(line);
    if (item) {
      const isNumbered = item[1] !== undefined;
      if (!list || list.isNumbered !== isNumbered) {
        const element = isNumbered ? h("ol", { start: item[1] === "1" ? undefined : item[1] }) : h("ul");
        list = { element, isNumbered };
        fragment.append(list.element);
      }
      list.element.append(h("li", {}, inline(item[2] ?? "")));
      paragraph = undefined;
    } else if (heading) {
      fragment.append(h("p", { class: "heading" }, inline(heading[1] ?? "")));
      list = paragraph = undefined;
    } else if (!line.trim()) {
      paragraph = undefined;
    } else {
      if (paragraph) paragraph.append(h("br"), inline(line));
      else fragment.append((paragraph = h("p", {}, inline(line))));
      list = undefined;
    }
  }
  return fragment;
}

function inline(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const start = found.index ?? 0;
    fragment.append(text.slice(end, start));
    end = start + found[0].length;
    const [, alt, image, words, target, bold, bold2, italic, italic2, code, url, mail] = found;
    if (image !== undefined) fragment.append(picture(image, alt ?? ""));
    else if (target !== undefined) fragment.append(link(target, inline(words ?? "")));
    else if (bold ?? bold2) fragment.append(h("strong", {}, inline(bold ?? bold2 ?? "")));
    else if (italic ?? italic2) fragment.append(h("em", {}, inline(italic ?? italic2 ?? "")));
    else if (code !== undefined) fragment.append(h("code", {}, code));
    else if (mail !== undefined) fragment.append(link(`mailto:${mail}`, mail));
    else if (url !== undefined) {
      const bare = url.replace(TRAILING, "");
      fragment.append(link(bare, bare.replace(/^https?:\/\/(www\.)?/, "")), url.slice(bare.length));
    }
  }
  fragment.append(text.slice(end));
  return fragment;
}

export function picture(url: string, alt: string): HTMLElement {
  const safe = safeUrl(url, ["https:", "http:"]);
  if (!safe) return h("span", {}, alt);
  const image = h("img", { src: safe, alt, loading: "lazy", referrerpolicy: "no-referrer" });
  // A picture that cannot be shown leaves its words.
  image.addEventListener("error", () => image.replaceWith(alt));
  return image;
}
