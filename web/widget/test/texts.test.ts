import assert from "node:assert/strict";
import { test } from "node:test";
import { attributesOf, sourceOf, textOn } from "../src/config.js";
import { LANGUAGES, chooseLanguage, directionOf, fill, textsOf } from "../src/texts.js";

test("every language has every word, and its places", () => {
  const english: Record<string, string> = textsOf("en");
  for (const language of LANGUAGES) {
    const words: Record<string, string> = textsOf(language);
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
    for (const [name, text] of Object.entries(words)) {
      assert.deepEqual(text.match(/\{\w+\}/g), english[name]?.match(/\{\w+\}/g) ?? null, `${language}: ${name}`);
    }
  }
});

test("the first language that both sides know", () => {
  assert.equal(chooseLanguage(["pt-BR", "en"], []), "pt");
  assert.equal(chooseLanguage(["de-AT"], ["en", "fr"]), "en");
  assert.equal(chooseLanguage(["xx"], []), "en");
  assert.equal(chooseLanguage(["xx", "fr"], ["es", "fr-CA"]), "fr");
  assert.equal(directionOf("ar-EG"), "rtl");
  assert.equal(fill("{count} of {other}", { count: 2 }), "2 of {other}");
});

test("a script knows where it came from", () => {
  assert.deepEqual(sourceOf("https://m.example/us-1/widget/pk_msg_x.js?v=2"), { url: "https://m.example/us-1", code: "pk_msg_x" });
  assert.equal(sourceOf("https://m.example/other.js"), null);
});

test("attributes of the script tag", () => {
  assert.deepEqual(attributesOf({ autoOpen: "", showIcon: "false", platform: "ios" } as unknown as DOMStringMap), {
    autoOpen: true,
    showIcon: false,
    showHeader: false,
    fullscreen: true,
    platform: "ios",
  });
});

test("words can be read on every colour", () => {
  assert.equal(textOn("#000"), "#fff");
  assert.equal(textOn("#ffe08a"), "#111");
  assert.equal(textOn("#2f5bea"), "#fff");
});
