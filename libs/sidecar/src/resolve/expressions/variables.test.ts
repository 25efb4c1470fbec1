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
      Main → mapState possible, Page possible
      Page → Counter, Counter.Counter possible
      Counter.Counter → Box
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
      Counter.send → Counter.save
      Wide.run → Counter.count
      use → Counter.count
      use → Counter.save
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
