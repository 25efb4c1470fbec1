/** Which functions call sites of JavaScript and TypeScript lead to. */
import { describe } from "vitest";
import { checkEdges } from "./testing/check-edges.ts";

describe("modules", () => {
  checkEdges({
    "a bare name is a file beside the importer where no package has it": {
      files: `
  //- web/main.js
  import { paint } from "canvas-tools";
  paint();
  //- web/canvas-tools.js
  export function paint() {}
`,
      edges: `
        web/main.js → paint
      `,
    },
    "one that a package.json around names, or that is Node's, is not": {
      files: `
  //- package.json
  { "devDependencies": { "canvas-tools": "1" } }
  //- web/main.js
  import { paint } from "canvas-tools";
  import { join } from "path";
  paint();
  join();
  //- web/canvas-tools.js
  export function paint() {}
  //- web/path.js
  export function join() {}
`,
      edges: ``,
    },
  });
});

describe("objects", () => {
  checkEdges({
    "a class without a constructor is what is made, and what runs is inherited": {
      files: `
  //- a.ts
  class Base { constructor() {} }
  class Log extends Base {}
  new Log();
`,
      edges: `
        a.ts → Log, Base.constructor
      `,
    },
    "one that is derived from an array holds what that holds": {
      files: `
  //- a.ts
  class Page { show() {} }
  class Pages extends Array<Page> {}
  function run(all: Pages) { all[0].show(); for (const page of all) page.show(); }
`,
      edges: `
        run → Page.show
        run → Page.show
      `,
    },
  });
});
