/** Functions that are named values of object literals whose type is declared where they are used. */
import { checkEdges } from "../testing/check-edges.ts";

checkEdges({
  "React: what a component calls is what its elements are given, by attributes of that type": {
    files: `
      //- Dialog.tsx
      interface Props { onClose: (x: number) => void; title?: string }
      export function Dialog({ onClose, title }: Props) { return <button onClick={() => onClose(1)}>{title}</button>; }
      export const Panel = (props: Readonly<Props>) => { props.onClose(2); return null; };
      export const Other = ({ onClose = none }: { onClose?: () => void }) => { onClose(); return null; };
      function none() {}
      //- App.tsx
      import { Dialog, Other, Panel } from "./Dialog";
      class App {
        close = () => {};
        render() { return <><Dialog onClose={this.close} title="x" /><Panel onClose={shut} /></>; }
      }
      function shut() {}
      export const all = () => <Other onClose={shut} />;
    `,
    edges: `
      App.render → Dialog
      App.render → Panel
      all → Other
      Dialog.<2> → App.close possible, shut possible
      Panel → App.close possible, shut possible
      Other → none, shut possible
    `,
  },
  "a literal has the type of what it is given to: variables, parameters, results, fields, members, and literals around it":
    {
      files: `
      //- a.ts
      interface Hooks { on(x: number): void; off?: () => void }
      function a() {} function b() {} function c() {} function d() {} function e() {} function f() {} function g() {} function h() {} function i() {}
      const list: Hooks[] = [{ on: a }];
      const byName: Record<string, Hooks> = { x: { on: b } };
      const all: { one: Hooks } = { one: { on: c } };
      class Holder { field: Hooks = { on: d }; later?: Hooks; constructor(hooks: Hooks) {} set() { this.later = { on: e }; } }
      new Holder({ on: f });
      const held = { on: g };
      const other = { on: list };
      take(held);
      function take(hooks: Hooks = { on: h }) { hooks.on(1); }
      async function make(): Promise<Hooks> { return { on: i }; }
    `,
      edges: `
      a.ts → Holder.constructor
      a.ts → take
      take → Hooks.on, a possible, b possible, c possible, d possible, e possible, f possible, g possible, h possible, i possible
    `,
    },
  "what is put under the same key of something else is not what is called": {
    files: `
      //- a.ts
      interface Left { go: () => void }
      interface Right { go: () => void }
      function left() {}
      function right() {}
      const one: Left = { go: left };
      const two: Right = { go: right };
      const untyped = { go: right };
      function use(given: Left) { given.go(); }
      function inner() { const one = { go: right }; print(one); }
      function print(any: unknown) {}
      use(one);
    `,
    edges: `
      use → left possible
      inner → print
      a.ts → use
    `,
  },
  "a member that is declared as a function, and put there nowhere, may be the only one of that name": {
    files: `
      //- a.ts
      interface Config { rarelyNamed: () => void; at: () => void }
      export function use(config: Config, lines: string[]) { config.rarelyNamed(); lines.at(0); config.missing(); }
      //- b.ts
      import { define } from "elsewhere";
      define({ rarelyNamed() {} });
      class List { at() {} missing() {} }
    `,
    edges: "use → rarelyNamed name_match",
  },
});
