import { checkLanguage } from "../testing/check.ts";

const using = {
  source: `
    const using = require("using");
    using(first)
    function next() { using.all(first); }
    class Last { using() { return [using, using in next]; } }
  `,
  outline: `
    variable using 1-1
    function next 3-3
    class Last 4-4
      method Last.using 4-4
  `,
  calls: `
    1: require/1 in using
    2: using/1
    3: using . all/1 in next
  `,
};
const listed = {
  source: `
    import { if as when, a } from "./words";
    export { made as function, a as class };
    function made() { if (a) return class {}; }
  `,
  outline: "function made 3-3",
  imports: "1: import ./words {if as when, a}",
};

checkLanguage("src/words.js", {
  "a variable may be called `using`": using,
  "in lists of imports and exports all words are names": listed,
});

checkLanguage("src/words.ts", {
  "a variable of TypeScript may be called `using`": using,
  "which is a word of the language in front of a name": {
    source: `
      function run() { using file = open(); return file; }
      async function later() { await using file = open(); }
    `,
    outline: `
      function run 1-1
      function later 2-2
    `,
  },
  "types alone are exported, too": {
    source: `
      export type * from "./one";
      export type * as two from "./two";
      export function next(type: number) { return type * 2; }
    `,
    outline: "function next 3-3",
    imports: `
      1: reexport ./one {*}
      2: reexport ./two {* as two}
    `,
  },
  "type parameters may say which way they vary": {
    source: `
      class Box<in out T, out Item> { get(): T {} }
      interface Reader<in Key> { read(key: Key): void }
      function next(first: any, out: any) { next(first, out as any); let a, out
        later(); }
    `,
    outline: `
      class Box 1-1
        method Box.get 1-1
      interface Reader 2-2
        method Reader.read 2-2
      function next 3-4
    `,
    calls: `
      3: next/2 in next
      4: later/0 in next
    `,
  },
});

checkLanguage("src/Words.vue", {
  "in a component as well": {
    source: `
      <script setup lang="ts">
      const using = load(); using(1)
      function next() {}
      </script>
      <template><a @click="next()"/></template>
    `,
    outline: `
      variable using 2-2
      function next 3-3
    `,
  },
});
