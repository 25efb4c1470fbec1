import { expect, test } from "vitest";
import { checkEdges } from "../../call-graph/testing/check-edges.ts";
import { usesOf } from "../../call-graph/testing/uses-of.ts";

checkEdges({
  "snippets are called by what renders them": {
    files: `
      //- A.svelte
      <script>
        let { children } = $props();
        function pick(item) {}
      </script>
      {#snippet row(item)}
        <li onclick={() => pick(item)}>{@render cell(item)}</li>
        {#snippet cell(value)}{format(value)}{/snippet}
      {/snippet}
      {@render row(1)}
      <List>
        {#snippet children()}{@render row(2)}{/snippet}
        {@render children()}
      </List>
      {@render children()}
      <script module>
        function format(value) {}
      </script>
    `,
    edges: `
      row.<6> → pick
      row → row.cell
      row.cell → format
      A.svelte → row
      children@11 → row
      A.svelte → children@11
      A.svelte → children@2
    `,
  },
  "calls in a reactive declaration are those of its variable": {
    files: `
      //- A.svelte
      <script>
        import { compute, split } from "./b";
        let n = 1;
        $: total = compute(n);
        $: [left, right] = split(n);
        function run() { total(); right(); }
      </script>
      //- b.js
      export function compute(n) { return () => n; }
      export function split(n) { return [n, n]; }
    `,
    edges: `
      A.svelte → compute
      A.svelte → split
      run → compute.<1>, total
      run → right
    `,
  },
});

test("variables of a component are used in its script, snippets and template", async () => {
  const tree = {
    "A.svelte":
      "<script>\n  let { title, size = 1, ...rest } = $props();\n  $: area = size * 2;\n  $: console.log(area);" +
      "\n</script>\n{#snippet row(item)}\n  {title}\n{/snippet}\n<p {...rest}>{area}</p>\n",
  };
  expect(await usesOf(tree, "A.svelte", "title")).toEqual(["A.svelte:7 scope"]);
  expect(await usesOf(tree, "A.svelte", "size")).toEqual(["A.svelte:3 scope"]);
  expect(await usesOf(tree, "A.svelte", "rest")).toEqual(["A.svelte:9 scope"]);
  expect(await usesOf(tree, "A.svelte", "area")).toEqual(["A.svelte:4 scope", "A.svelte:9 scope"]);
});
