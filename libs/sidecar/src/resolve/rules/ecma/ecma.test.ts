/** Which functions call sites of JavaScript and TypeScript lead to. */
import { describe } from "vitest";
import { checkEdges } from "../../testing/check-edges.ts";

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

describe("types", () => {
  checkEdges({
    "typeof a class is the class, whether it is made or asked for a static method": {
      files: `
  //- a.ts
  class Server { static of() {} constructor() {} start() {} }
  function run(Type: typeof Server) { new Type().start(); Type.of(); }
`,
      edges: `
        run → Server.constructor
        run → Server.start
        run → Server.of
      `,
    },
    "a constructor type makes objects of what it says": {
      files: `
  //- a.ts
  interface Server { start(): void }
  declare const make: new () => Server;
  new make().start();
`,
      edges: `
        a.ts → Server.start
      `,
    },
    "what a promise is declared to be of counts for more than what the function returns": {
      files: `
  //- a.ts
  class Server { start() {} }
  async function find(): Promise<Server> { return { start: other }; }
  function other() {}
  async function run() { (await find()).start(); }
`,
      edges: `
        run → find
        run → Server.start
      `,
    },
    "a namespace that is opened again knows the names of its other parts": {
      files: `
  //- a.ts
  namespace M { export namespace N { export function go() {} } }
  namespace M { export function run() { N.go(); } }
`,
      edges: `
        M.run → M.N.go
      `,
    },
    "what a generic class holds is what its arguments say, also below it": {
      files: `
  //- a.ts
  class Server { start() {} }
  class Box<T, Held = T> {
    value: T;
    same: Held;
    get(): T { return this.value; }
    later(): Promise<T> { return null; }
  }
  class Servers extends Box<Server> {}
  class Rack<Item> extends Box<Item> {}
  async function run(box: Box<Server>, servers: Servers, rack: Rack<Server>) {
    box.value.start();
    box.same.start();
    box.get().start();
    (await servers.later()).start();
    rack.value.start();
  }
`,
      edges: `
        run → Server.start
        run → Server.start
        run → Box.get
        run → Server.start
        run → Box.later
        run → Server.start
        run → Server.start
      `,
    },
    "a type parameter of a class is at least what it extends; members are no names": {
      files: `
  //- a.ts
  class Server { start() {} }
  function log() {}
  class Box<T extends Server> {
    log = log;
    value: T;
    run() { this.value.start(); log(); }
  }
`,
      edges: `
        Box.run → Server.start
        Box.run → log
      `,
    },
  });
});

describe("paths of configurations", () => {
  checkEdges({
    "that lead to what is built give way to those around them": {
      files: `
  //- tsconfig.json
  { "compilerOptions": { "paths": { "tool/*": ["./packages/tool/src/public/*"] } } }
  //- test/cli/tsconfig.json
  { "compilerOptions": { "paths": { "tool/*": ["../../packages/tool/dist/*"] } } }
  //- packages/tool/src/public/node.ts
  export function create() {}
  //- test/cli/a.ts
  import { create } from "tool/node";
  function run() { create(); }
`,
      edges: "run → create",
    },
  });
});

describe("what a condition says of a name", () => {
  const classes = "class A { ping() {} }\nclass B { ping() {} }\n";
  checkEdges({
    "counts where it holds, in closures and behind `&&` and `?` too": {
      files: `//- a.ts\n${classes}
  function run(u: unknown, w: any) {
    if (u instanceof A) { u.ping(); [1].map(() => u.ping()); } else u.ping();
    if (u instanceof A && w instanceof B && u) { w.ping(); u.ping(); }
    u.ping();
    const x = u instanceof B && u.ping();
    const y = u instanceof A ? u.ping() : u.ping();
    const z = u instanceof B || u.ping();
  }
`,
      edges: `
        run → A.ping
        run.<5> → A.ping
        run → B.ping
        run → A.ping
        run → B.ping
        run → A.ping
      `,
    },
    "counts behind a statement that leaves where it does not hold": {
      files: `//- a.ts\n${classes}
  function run(u: any, all: any[]) {
    for (const item of all) { if (!(item instanceof B)) continue; item.ping(); }
    if (!(u instanceof A)) u.ping();
    u.ping();
    if (!(u instanceof A)) { all.pop(); return; }
    u.ping();
  }
`,
      edges: `
        run → B.ping
        run → A.ping
      `,
    },
    "is outweighed by what is assigned there; a variable that holds a type adds to what is known": {
      files: `//- a.ts\n${classes}
  import { Other } from "other";
  function run(u: A, v: any, type: any) {
    if (v instanceof A) { v = new B(); v.ping(); }
    if (u instanceof type) u.ping();
    if (v instanceof Other) v.ping();
    if (u instanceof Error) u.ping();
  }
`,
      edges: `
        run → B
        run → B.ping
        run → A.ping
      `,
    },
  });
});
