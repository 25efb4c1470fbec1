import fc from "fast-check";
import { expect, test } from "vitest";
import type { GrammarSupport } from "../../language.ts";
import { astro } from "../astro/language.ts";
import { svelte } from "../svelte/language.ts";
import { templateCode } from "./template-code.ts";
import { vue } from "../vue/language.ts";

const LANGUAGES = { vue, svelte, astro };

function codeOf(language: keyof typeof LANGUAGES, text: string): string {
  const support = LANGUAGES[language].grammar as Required<GrammarSupport>;
  return templateCode(text, support.embedded(text), support);
}

/** Statements of the template, ignoring blanks between them. */
function statements(language: keyof typeof LANGUAGES, template: string): string[] {
  return codeOf(language, template)
    .split(/\s{2,}|;/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

test("Vue: attributes that begin with a sign or `v-`, and what is shown", () => {
  expect(
    statements(
      "vue",
      `<template><A :x="f(1)" @open='g' plain="h()" v-if="i({ a: 1 })" v-slot="j" #k="l" @m="n = 1; ` +
        `o(n)">{{ p({ q: 1 }) }}</A></template>`,
    ),
  ).toEqual(["[f(1)]", "[g]", "[i({ a: 1 })]", "n = 1", "o(n)", "[ p({ q: 1 }) ]"]);
  expect(
    statements(
      "vue",
      `<li v-for="(item, at) in list(1)" :key="item.id"><b v-for="{ a } of all()" v-for="broken" /></li>`,
    ),
  ).toEqual(["[list(1)]", "[item.id]", "[all()]"]);
});

test("Svelte: what stands in braces, and in the blocks of its own", () => {
  expect(
    statements(
      "svelte",
      `{#if a()}<p on:click={b} title="x {c('}')}" {...d()}>{e}{f}</p>{:else if g()}{:else}{/if}`,
    ),
  ).toEqual(["[a()]", "[b]", "[c('}')]", "[d()]", "[e][f]", "[g()]"]);
  expect(
    statements(
      "svelte",
      "{#each h() as item, i (item.id)}{/each}{#await j() then k}{/await}{@html l()}{@const m = " +
        "n()}{@debug o}{#snippet p(q)}{/snippet}{@render r(1)}",
    ),
  ).toEqual(["[h()]", "[j()]", "[l()]", "[n()]", "function p(q){}", "[r(1)]"]);
});

test("Svelte: snippets are functions in a block for the element around them", () => {
  expect(codeOf("svelte", "{#snippet a(b)}{b}{/snippet}{@render a(1)}")).toBe(
    ";function a(b){[b]}                ;[a(1)]",
  );
  expect(codeOf("svelte", "<A><B/>{#snippet a(b)}<i>{b}</i>{/snippet}</A>{@render a(1)}")).toBe(
    ";{     ;function a(b){  ;[b]    }         }          ;[a(1)]",
  );
  expect(codeOf("svelte", "{#snippet a()}{/snippet}{/snippet}{#snippet b()}<p>")).toBe(
    `;function a(){}${" ".repeat(36)}`,
  );
});

test("Astro: what stands in braces, and of those with elements the ones inside", () => {
  expect(
    statements("astro", `---\nconst a = 1;\n---\n<p class={b(1)} {...c}>{d.map((e) => <li>{f(e)}</li>)}</p>`),
  ).toEqual(["const a = 1", "[b(1)]", "[c]", "[f(e)]"]);
});

test("comments, styles and scripts of other languages hold none", () => {
  expect(
    statements(
      "vue",
      `<!-- {{ a() }} --><style>{{ b() }}</style><script type="text/x-template">{{ c() ` +
        "}}</script><p>{{ d() }}</p><!-- {{ e() }}",
    ),
  ).toEqual(["[ d() ]"]);
});

test("scripts stay as they are, wherever the template stands", () => {
  expect(codeOf("vue", `<p>{{ a }}</p>\n<script>\nimport b from "b"\n</script>\n<p>{{ c }}</p>`)).toBe(
    `   ;[ a ]     \n       ;\nimport b from "b"\n         \n   ;[ c ]     `,
  );
});

test("a line that ends right behind an expression stays", () => {
  expect(codeOf("svelte", "{#each a()\n as c}")).toBe("      ;a()\n      ");
});

test("every sign and line of any text stays where it is, or is blank or a sign around an expression", () => {
  const piece = fc.constantFrom(
    "{{",
    "}}",
    "{",
    "}",
    "a()",
    " ",
    "\n",
    "\r\n",
    '"',
    "'",
    ':x="',
    'v-for="',
    "in b",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "---\n",
    "<p>",
    "{#each ",
    "{#snippet a(b)}",
    "{/snippet}",
    "</p>",
    " as c",
    "é😀",
    ";",
    "`",
    "\\",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("vue" as const, "svelte" as const, "astro" as const),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      (language, text) => {
        const code = codeOf(language, text);
        const functions = text.replaceAll("{#snippet", ";function");
        expect(code.length).toBe(text.length);
        for (let at = 0; at < text.length; at++) {
          const isLineEnd = text[at] === "\n" || text[at] === "\r";
          const isKept = code[at] === text[at] || code[at] === functions[at];
          expect(isKept || (!isLineEnd && /[ ;[\]{}]/.test(code[at] as string))).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("texts that open and never close take no longer than others", { timeout: 60_000 }, () => {
  for (const piece of [
    "{{ a",
    "{ ",
    "{a:{",
    "<!--",
    "<script ",
    ' :x="',
    ' v-for="(',
    "{#each   ",
    "{{{",
    "'{",
    "<style>",
    " :x  =  ",
    "{a\\",
    "<p>{#snippet a()}",
    "<p></p>{#snippet a()}{/snippet}",
  ]) {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])
      expect(codeOf(language, text)).toHaveLength(text.length);
  }
});
