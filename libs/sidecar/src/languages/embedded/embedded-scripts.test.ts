import { expect, test } from "vitest";
import { analyze } from "../../analyze.ts";
import { checkLanguage } from "../testing/check.ts";
import { astroRanges, scriptRanges } from "./embedded-scripts.ts";

checkLanguage("App.vue", {
  "both scripts of a Vue component": {
    source: `
      <template>
        <Child :items="a > b" @click="go" />
      </template>
      <script setup lang="ts" generic="T extends Record<string, number>">
      import { ref } from 'vue'
      // Clicks so far.
      const count = ref<T | null>(0)
      function go(): void { emit('go') }
      </script>
      <script>
      export default { methods: { reset() { this.go() } } }
      </script>
      <style>.a { color: red }</style>
    `,
    outline: `
      variable count 7-7
      function go 8-8
      variable default 11-11
        method default.reset 11-11
    `,
    docs: "count | Clicks so far.",
    imports: "5: import vue {ref}",
    calls: `
      7: ref/1 in count
      8: emit/1 in go
      11: this . go/0 in default.reset
    `,
  },
  "module and instance script of a Svelte component": {
    path: "App.svelte",
    source: `
      <script context="module">
        export const prerender = true;
      </script>
      <script lang="ts">
        import Child from './Child.svelte';
        let { name }: Props = $props();
        $: doubled = count * 2;
        function add() { count += 1; }
      </script>
      {#if name}<Child on:click={add} />{/if}
    `,
    outline: `
      variable prerender 2-2
      variable name 6-6
      variable doubled 7-7
      function add 8-8
    `,
    imports: "5: import ./Child.svelte {default as Child}",
    references: "6: type Props",
  },
  "frontmatter and script of an Astro page": {
    path: "index.astro",
    source: `
      ---
      import Layout from '../Layout.astro';
      const posts = await load('posts');
      if (!posts) return Astro.redirect('/');
      ---
      <Layout>{posts.map((post) => <a href={post.url}>{post.title}</a>)}</Layout>
      <script define:vars={{ a: () => 1 }}>
        function boot() {}
      </script>
    `,
    outline: `
      variable posts 3-3
      function boot 8-8
    `,
    imports: "2: import ../Layout.astro {default as Layout}",
  },
  "a component without script": { source: "<template><p>hello</p></template>", outline: "" },
  "an empty component": { source: "", outline: "" },
  "a script that is never closed": { source: "<script>\nfunction open() {}", outline: "function open 2-2" },
});

const scriptsOf = (text: string): string[] =>
  scriptRanges(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ["<script>a</script><SCRIPT>b</SCRIPT >", ["a", "b"]],
  ["<!-- <script>a</script> --><script>b</script>", ["b"]],
  ["<script src='x.js' /><script>b</script>", ["b"]],
  ['<script type="application/ld+json">{}</script><script type="module">b</script>', ["b"]],
  ['<script lang="coffee">a</script><script lang=tsx>b</script>', ["b"]],
  ["<scripted>a</scripted>", []],
  ["<!-- open", []],
])("scripts of %s", (text, expected) => {
  expect(scriptsOf(text)).toEqual(expected);
});

test("an Astro file without frontmatter has its scripts alone", () => {
  expect(astroRanges("<h1>---</h1><script>a</script>")).toEqual([{ start: 20, end: 21 }]);
});

test("the template is cut into chunks as well, apart from the script", async () => {
  const item = (at: number): string => `  <li>${`item ${at} `.repeat(20)}</li>\n\n`;
  const template = `<template>\n${Array.from({ length: 40 }, (_, at) => item(at)).join("")}</template>\n`;
  const script = `<script>\n${Array.from({ length: 12 }, (_, at) => `function handler${at}() {\n  return ${"1 + ".repeat(60)}1;\n}\n`).join("")}</script>\n`;
  const text = template + script + template;
  const { chunks } = await analyze("List.vue", text);
  const covered = chunks.map(({ start, end }) => text.slice(start, end)).join("");
  expect(covered.replace(/\s+/g, "")).toBe(text.replace(/\s+/g, ""));
  expect(chunks.every(({ start, end }) => end - start <= 1_200)).toBe(true);
  expect(
    chunks.filter(({ start, end }) => /<li>[^]*function|function[^]*<li>/.test(text.slice(start, end))),
  ).toEqual([]);
});
