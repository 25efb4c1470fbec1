import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/List.svelte", {
  "properties and other names of patterns": {
    source: `
      <script lang="ts">
        let { title, size = 1, class: own, ...rest }: Props = $props();
        const [first, [second]] = useList();
        let count = $state(0);
      </script>
      <p {...rest}>{title}</p>
    `,
    outline: `
      variable title 2-2
      variable size 2-2
      variable own 2-2
      variable rest 2-2
      variable first 3-3
      variable second 3-3
      variable count 4-4
    `,
  },
  "reactive statements declare what no other statement declares": {
    source: `
      <script>
        export let n = 1;
        let known;
        $: doubled = n * 2;
        $: known = doubled;
        $: ({ a, b: { c = 1 }, ...d } = parts(n));
        $: [e, , ...f] = parts(n);
        $: doubled = 3;
        $: $store = n;
        $: a.b = 1;
        $: { inner = n; }
        $: if (n) console.log(n);
        other: for (;;) {}
        $: handler = () => n;
        function run() { $: local = 1; }
      </script>
    `,
    outline: `
      variable n 2-2
      variable known 3-3
      variable doubled 4-4
      variable a 6-6
      variable c 6-6
      variable d 6-6
      variable e 7-7
      variable f 7-7
      function handler 14-14
      function run 15-15
    `,
  },
  "snippets are functions": {
    source: `
      <script>
        import Table from "./Table.svelte";
      </script>

      {#snippet row(item, { index = 0, ...rest })}
        <!-- {#snippet none()} -->
        <li onclick={() => pick(item)}>{item.name} {rest}</li>
      {/snippet}

      <Table data={rows()}>
        <br>
        {#snippet  header<T>(all: T[])}
          {#snippet inner()}{all.at(0)}{/snippet}
          {@render inner()}
        {/snippet}
      </Table>
      {#snippet open()}
    `,
    outline: `
      function row 5-8
      function header 12-15
        function header.inner 13-13
    `,
    signatures: `
      row | #snippet row(item, { index = 0, ...rest })
      header | #snippet header<T>(all: T[])
      header.inner | #snippet inner()
    `,
    calls: `
      7: pick/1 in row
      10: rows/0
      13: all . at/1 in header.inner
      14: inner/0 in header
    `,
  },
  "snippets of a template whose expressions cannot be read": {
    source: `
      <script>
        let { rows } = $props();
      </script>
      {#snippet row(item)}
        <li>{item.name +}</li>
      {/snippet}
      {#each rows as item}{@render row(item)}{/each}
    `,
    outline: `
      variable rows 2-2
      function row 4-6
    `,
  },
});
