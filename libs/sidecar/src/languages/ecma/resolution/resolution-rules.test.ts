/** Call resolution in JavaScript and TypeScript. */
import { describe } from "vitest";
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

describe("modules", () => {
  checkEdges({
    "where a function says of what type something is, it is of that": {
      files: `
      //- a.ts
      export interface Cat { meow(): void }
      class Tom implements Cat { meow() {} }
      class Dog { bark() {} }
      export function isCat(animal: unknown): animal is Cat { return typeof animal === "object"; }
      const isDog = (animal: any): animal is Dog => animal.kind === "dog";
      function isLoud(animal: any) { return true; }
      function talk(animal: any, other: Dog) {
        if (isCat(animal)) animal.meow();
        else if (isDog(animal) && animal) animal.bark();
        if (!isCat(other)) return;
        other.meow();
        if (isLoud(other)) other.bark();
      }
    `,
      edges: `
      talk → isCat
      talk → Cat.meow, Tom.meow possible
      talk → isDog
      talk → Dog.bark
      talk → isCat
      talk → Cat.meow, Tom.meow possible
      talk → isLoud
      talk → Dog.bark
    `,
    },
    "contexts and references of React and Vue hold what is said of them": {
      files: `
      //- a.tsx
      import { createContext, useContext, useRef } from "react";
      interface Store { save(): void; close: () => void }
      export class Memory implements Store { save() {} close = shut; run() {} }
      function shut() {}
      const Stores = createContext<Store | null>(null);
      export const use = () => useContext(Stores);
      export function Inside() { use()?.save(); const { close } = useContext(Stores)!; close(); }
      export function Held() { const held = useRef<Memory>(null); held.current?.run(); }
      //- b.ts
      import { ref, unref } from "vue";
      import { Memory } from "./a";
      const held = ref<Memory>();
      held.value.run();
      unref(held).run();
      function make<T>(given: T): T { return given; }
      make<Memory>(held.value).run();
    `,
      edges: `
      Inside → use
      Inside → Store.save, Memory.save possible
      Inside → shut possible
      Held → Memory.run
      b.ts → Memory.run
      b.ts → Memory.run
      b.ts → make
      b.ts → Memory.run
    `,
    },
    "a class may have a method under the name of one of its objects": {
      files: `
      //- a.ts
      class Store {
        static load(store: Store) { return store.load(); }
        async load() { return Store.load(this); }
      }
      Store.load(new Store());
      new Store().load();
    `,
      edges: `
      Store.load@2 → Store.load@3
      Store.load@3 → Store.load@2
      a.ts → Store.load@2
      a.ts → Store
      a.ts → Store
      a.ts → Store.load@3
    `,
    },
    "types whose members are those of their first argument, and those of what a function gives or a class makes":
      {
        files: `
      //- a.ts
      class Server { start() {} }
      const make = () => new Server();
      function a(server: Readonly<Server>) { server.start(); }
      function b(server: Partial<Server>) { server.start?.(); }
      function c(server: React.PropsWithChildren<Omit<Server, "stop">>) { server.start(); }
      function d(server: InstanceType<typeof Server>) { server.start(); }
      function e(server: ReturnType<typeof make>) { server.start(); }
      function f(server: Other<Server>) { server.start(); }
    `,
        edges: `
      make → Server
      a → Server.start
      b → Server.start
      c → Server.start
      d → Server.start
      e → Server.start
    `,
      },
    "what a package of the workspace is built into, and no source is told of, is unknown and not from outside":
      {
        files: `
  //- packages/tools/package.json
  { "name": "@own/tools", "exports": { "./paint": "./dist/paint.js" } }
  //- packages/tools/src/client/paint.ts
  export function paintAll() {}
  export class Canvas { drawLine() {} fill() {} }
  //- packages/app/main.ts
  import { paintAll, Canvas, make } from "@own/tools/paint";
  import { far } from "@other/tools";
  paintAll();
  make().drawLine();
  function run(canvas: Canvas) { canvas.drawLine(); }
  far().drawLine();
`,
        edges: `
        packages/app/main.ts → Canvas.drawLine name_match
        run → Canvas.drawLine name_match
      `,
      },
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
    "a function may say what `this` is": {
      files: `
        //- a.ts
        class A {
          static get own() { return 1; }
          get own() { return 2; }
          ping() {}
        }
        function run(this: A) { this.ping(); return this.own; }
      `,
      edges: `
        run → A.ping
        run → A.own@3
      `,
    },
    "in the methods of a literal `this` is of the declared type, too; behind `as` the literal stays": {
      files: `
        //- a.ts
        class Container { count = 0; add() {} get size() { return 1; } }
        export const mixin: Partial<Container> = {
          own() { this.add(); this.own(); return this.size; },
        } as Container;
        const plain = { ping() { this.add(); } } as Container;
        function run() { plain.ping(); plain.add(); }
      `,
      edges: `
        own → Container.add
        own → own
        own → Container.size
        ping → Container.add
        run → ping
        run → Container.add
      `,
    },
    "an interface adds to the class of its name, whose methods hide those above both": {
      files: `
        //- a.ts
        import { Plain } from "./b";
        class Base { stop() {} start() {} constructor() {} }
        interface Graphics extends Base { extra: Other }
        class Other { run() {} }
        export class Graphics extends Base { stop() {} }
        function run(g: Graphics, p: Plain) { new Graphics(); g.stop(); g.start(); g.extra.run(); p.run(); }
        //- b.ts
        interface Graphics { stop(): void }
        export interface Plain { one(): void }
        export interface Plain { run(): void }
      `,
      edges: `
        run → Graphics@5, Base.constructor
        run → Graphics.stop@5
        run → Base.start
        run → Other.run
        run → Plain.run
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
