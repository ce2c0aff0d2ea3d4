/** What stands between messages and composer, or in their place: a question, the end, stars, what the user agrees to. */

import type { Disclaimer } from "./config.js";
import { button, h, icon } from "./dom.js";
import { render } from "./markdown.js";
import { type Texts, fill } from "./texts.js";

/** Gets the focus when it comes in place of what had it. */
function first(element: HTMLElement): HTMLElement {
  element.dataset.first = "";
  return element;
}

export function endQuestion(texts: Texts, act: { end: () => void; stay: () => void }): HTMLElement {
  return h(
    "div",
    { class: "question", role: "alertdialog", "aria-label": texts.endQuestion },
    h("p", {}, texts.endQuestion),
    h("div", { class: "choice" }, first(button("plain", texts.endNo, act.stay)), button("strong", texts.endYes, act.end)),
  );
}

export function ending(texts: Texts, again: () => void, survey: HTMLElement | null): HTMLElement {
  return h(
    "div",
    { class: "ending" },
    h("p", {}, texts.ended),
    survey,
    first(button("strong", texts.again, again)),
  );
}

export function survey(texts: Texts, rate: (score: number) => Promise<void>): HTMLElement {
  const element = h("div", { class: "survey" });
  const thank = (): void => element.replaceChildren(h("p", { role: "status" }, texts.thanks));
  const stars = [1, 2, 3, 4, 5].map((score) => {
    const star = button("star", fill(texts.stars, { count: score }), () => void rate(score).then(thank, thank), icon("star"));
    const light = (upTo: number) => () => stars.forEach((each, place) => each.classList.toggle("lit", place < upTo));
    star.addEventListener("mouseenter", light(score));
    star.addEventListener("focus", light(score));
    star.addEventListener("mouseleave", light(0));
    star.addEventListener("blur", light(0));
    return star;
  });
  const skip = button("link", texts.skip, () => element.remove());
  element.append(h("p", {}, texts.rateTitle), h("div", { class: "stars", role: "group", "aria-label": texts.rateTitle }, ...stars), skip);
  return element;
}

/** With the addresses of policy and terms where its text has their places. */
export function disclaimerText(disclaimer: Disclaimer, texts: Texts, language: string): DocumentFragment | null {
  const { privacy_policy_url: privacy, terms_url: terms } = disclaimer;
  const base = language.split("-")[0] ?? "";
  const all = disclaimer.texts;
  const words = all[language] ?? all[base] ?? all.en ?? Object.values(all)[0];
  if (!words) return null;
  const linked = words
    .replace(/\(\{\{privacyPolicyUrl\}\}\)/g, `(${privacy})`)
    .replace(/\(\{\{termsUrl\}\}\)/g, `(${terms})`)
    .replace(/\{\{privacyPolicyUrl\}\}/g, privacy && `[${texts.privacy}](${privacy})`)
    .replace(/\{\{termsUrl\}\}/g, terms && `[${texts.terms}](${terms})`);
  return render(linked);
}

export function consent(words: DocumentFragment, texts: Texts, accept: () => void): HTMLElement {
  return h(
    "div",
    { class: "consent" },
    h("div", { class: "prose", dir: "auto" }, words),
    first(button("strong", texts.accept, accept)),
  );
}
