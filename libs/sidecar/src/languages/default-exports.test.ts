import { checkLanguage } from "./testing/check.ts";

const CASES = {
  "a function that is exported without a name is called default": {
    source: `
      export default function () {
        run();
      }
    `,
    outline: `
      function default 1-3
    `,
    calls: `
      2: run/0 in default
    `,
  },
  "an arrow function, too": {
    source: `
      export default async (a) => {
        run(a);
      };
    `,
    outline: `
      function default 1-3
    `,
  },
  "a class, too": {
    source: `
      export default class {
        open() {}
      }
    `,
    outline: `
      class default 1-3
        method default.open 2-2
    `,
  },
  "what has a name keeps it": {
    source: `
      export default function run() {}
    `,
    outline: `
      function run 1-1
    `,
  },
  "a value, too, with what is in it": {
    source: `
      export default defineComponent({
        methods: { open() {} },
      });
    `,
    outline: `
      variable default 1-3
        method default.open 2-2
    `,
    calls: `
      1: defineComponent/1 in default
    `,
  },
  "a name that is exported stands for itself": {
    source: `
      export default settings.dark;
    `,
    outline: "",
  },
} as const;

checkLanguage("src/unnamed.js", CASES);
checkLanguage("src/unnamed.ts", CASES);
checkLanguage("src/unnamed.tsx", CASES);
