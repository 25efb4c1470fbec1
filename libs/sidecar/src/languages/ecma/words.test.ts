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

const operators = {
  source: `
    let count = 1
    in_progress = 2
    instanceof_ = in1(3)
    in$.run()
    const isIn = "a"
      in count && count
      instanceof Map
  `,
  outline: `
    variable count 1-1
    variable isIn 5-7
  `,
  calls: `
    3: in1/1
    4: in$ . run/0
  `,
};
const accessors = {
  source: `
    class Store {
      accessor size = 1;
      static accessor #count = 2;
      @observed() accessor "a-b" = 3;
      accessor = 4;
      run(accessor) { for (const accessor of [accessor in this]); }
    }
  `,
  outline: `
    class Store 1-7
      field Store.size 2-2
      field Store.#count 3-3
      field Store.a-b 4-4
      field Store.accessor 5-5
      method Store.run 6-6
  `,
};

checkLanguage("src/words.js", {
  "names that begin like operators begin lines": operators,
  "`accessor` before a name is no name": accessors,
  "a variable may be called `using`": using,
  "in lists of imports and exports all words are names": listed,
});

checkLanguage("src/words.ts", {
  "names of TypeScript that begin like operators begin lines": operators,
  "`accessor` of TypeScript before a name is no name": accessors,
  "words that follow modifiers": {
    source: `
      abstract class Store {
        private accessor size = 1;
        abstract accessor kind: string;
        protected abstract override name: string;
        protected abstract override run(): void;
      }
      interface Counts {
        total: number
        in_progress: number
        instanceof_: string
      }
    `,
    outline: `
      class Store 1-6
        field Store.size 2-2
        field Store.kind 3-3
        field Store.name 4-4
        method Store.run 5-5
      interface Counts 7-11
        property Counts.total 8-8
        property Counts.in_progress 9-9
        property Counts.instanceof_ 10-10
    `,
  },
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
