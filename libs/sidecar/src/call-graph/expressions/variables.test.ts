import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "what a library makes is called by the name of the variable, in other files too": {
    files: `
      //- store.ts
      import { create } from "zustand";
      export const useStore = create((set) => ({ save: () => format(1) }));
      export function format(count: number) { return String(count); }
      export const first = format(1);
      //- app.tsx
      import { useStore } from "./store";
      import * as store from "./store";
      export function App() { useStore(); store.useStore(); }
    `,
    edges: `
      App → useStore
      App → useStore
      useStore.<2>.save → format
      store.ts → format
    `,
  },
  "functions that it is given may be called, and are what a default export is": {
    files: `
      //- page.tsx
      import { memo, connect, styled } from "lib";
      function mapState(state: any) { return state; }
      function Page() { return <Counter />; }
      const Counter = memo(function Counter() { return <Box />; });
      const Box = styled.div\`color: red\`;
      export default connect(mapState)(Page);
      //- main.tsx
      import Start from "./page";
      export function Main() { return <Start />; }
    `,
    edges: `
      Main → default, mapState possible, Page possible
      Page → Counter, Counter.Counter possible
      Counter.Counter → Box
    `,
  },
  "a module that is loaded when it is asked for gives its default export to what a library makes of it, and itself to whoever waits":
    {
      files: `
      //- page.tsx
      export default function Page() { return null; }
      export function start() {}
      //- main.tsx
      const Lazy = React.lazy(() => import("./page"));
      export function App() { return <Lazy />; }
      export function load() { import("./page").then((page) => page.start()); }
    `,
      edges: `
      App → Lazy, Page possible
      load.<3> → start
    `,
    },
  "what a library makes of a function is called like the variable, and calls the function": {
    files: `
      //- a.ts
      import debounce from "lodash/debounce";
      import { promisify } from "node:util";
      function save() {}
      export const later = debounce(save, 300);
      class User { save() {} }
      async function load() { return new User(); }
      export async function run() {
        later();
        promisify(save)();
        const [user] = await Promise.all([load(), load()]);
        user.save();
      }
    `,
    edges: `
      load → User
      run → save, later
      run → save
      run → load
      run → load
      run → User.save
    `,
  },
  "promises that are awaited together are a list of what they give, or one of it": {
    files: `
      //- a.ts
      class One { run() {} }
      class Other { run() {} }
      declare function one(): Promise<One>;
      declare function every(): Promise<Other[]>;
      async function use(all: Promise<One>[]) {
        const [first, [second]] = await Promise.all([one(), every()]);
        first.run();
        second.run();
        for (const each of await Promise.all(all)) each.run();
        for (const each of await Promise.all([1].map(() => one()))) each.run();
        (await Promise.race([one()])).run();
        Promise.all([one(), every()]).then(([first, second]) => { first.run(); second[0].run(); });
        Promise.all(all).then((all) => all[0].run());
      }
    `,
    edges: `
      use → one
      use → every
      use → One.run
      use → Other.run
      use → One.run
      use.<10> → one
      use → One.run
      use → one
      use → One.run
      use → one
      use → every
      use.<12> → One.run
      use.<12> → Other.run
      use.<13> → One.run
    `,
  },
  "what is declared to be a function says not which one: the variable or field is it": {
    files: `
      //- a.ts
      const batched = <F extends (event: any) => void>(func: F) => ((event) => { later(func, event); }) as F;
      function typed(run: () => void): () => void { return run; }
      class App {
        update = batched((x: number) => { this.other(x); });
        other(x: number) {}
        run() { this.update(1); }
      }
      export const wrapped = typed(() => { helper(); });
      function helper() {}
      //- b.ts
      import { wrapped } from "./a";
      export function use() { wrapped(); }
    `,
    edges: `
      a.ts → batched
      App.update.<4> → App.other
      App.run → batched.<1>, App.update
      a.ts → typed
      wrapped.<8> → helper
      use → wrapped.<8>, wrapped
    `,
  },
  "parts of what a library makes, and what functions of the codebase make": {
    files: `
      //- store.tsx
      import { createSlice, memo } from "lib";
      const slice = createSlice({});
      export const { increment, decrement: dec } = slice.actions;
      export const select = slice.selectors.first;
      function fallback(name: string, Inner: React.FC<{}>) {
        const Wrapper: React.FC<{}> = () => <Inner />;
        return Wrapper;
      }
      export const Menu = Object.assign(fallback("menu", () => <Typed />), { Item: 1 });
      const Typed: React.FC<{}> = memo(() => null);
      //- app.tsx
      import { Menu, dec, increment, select } from "./store";
      export function App() { increment(); dec(); select(); return <Menu />; }
    `,
    edges: `
      App → increment
      App → dec
      App → select
      App → fallback.Wrapper, Menu
      store.tsx → fallback
      Menu.<9> → Typed
    `,
  },
  "fields of classes, and what stands in their calls": {
    files: `
      //- counter.ts
      import { debounce, inject, signal } from "lib";
      export class Counter {
        count = signal(0);
        http = inject(Http);
        save = debounce(() => this.send());
        send() { this.http.post(this.count()); this.save(); }
      }
      class Wide extends Counter { run() { this.count(); } }
      function use(counter: Counter) { counter.count(); counter.save(); }
    `,
    edges: `
      Counter.save.<5> → Counter.send
      Counter.send → Counter.count
      Counter.send → Counter.save.<5>, Counter.save
      Wide.run → Counter.count
      use → Counter.count
      use → Counter.save.<5>, Counter.save
    `,
  },
  "of what is known to be made the variable is only a name": {
    files: `
      //- a.ts
      import { external } from "lib";
      class Server { run() {} }
      function serve() { return new Server(); }
      function once<T>(f: T): T { return f; }
      function work() {}
      const server = serve();
      const worker = once(work);
      const names = Object.keys({});
      const client = external();
      function use() { server.run(); worker(); names.map(work); client.send(work); }
    `,
    edges: `
      serve → Server
      a.ts → serve
      a.ts → once
      use → Server.run
      use → work
    `,
  },
  "Python's too, but for parameters of types": {
    files: `
      //- a.py
      from collections import namedtuple
      from functools import partial
      from typing import TypeVar
      Point = namedtuple("Point", "x y")
      T = TypeVar("T")
      def helper(a): return a
      half = partial(helper, 1)
      wrapped = outside(helper)
      log = outside()
      //- b.py
      from a import *
      from a import Point as P
      def use(kind: type[T]):
          Point(1, 2)
          P(3, 4)
          half(2)
          wrapped(3)
          kind()
          log.warn()
    `,
    edges: `
      use → Point
      use → Point
      use → helper
      use → wrapped, helper possible
    `,
  },
  "a method of a name alone is still found on one of which nothing is known": {
    files: `
      //- a.py
      class Store:
          def keep_all(self): pass
      def make(name): return globals()[name]
      store = make("Store")
      def use(): store.keep_all()
    `,
    edges: `
      a.py → make
      use → Store.keep_all name_match
    `,
  },
});
