import { checkCallFacts } from "../../../call-facts/reading/check-call-facts.ts";

checkCallFacts("src/modules.ts", {
  "imports bind what another module exports under a name": {
    source: `
      import d, { a as b, type C, default as e } from "./m";
      import * as all from './all';
      import assigned = require("assigned");
      import alias = all.Inner.Deep;
      import "./effects";
    `,
    flow: `
      file#0
        d = import(./m, default)
        b = import(./m, a)
        C = import(./m, C)
        e = import(./m, default)
        all = import(./all, *)
        assigned = import(assigned, *)
        alias = all.Inner.Deep
    `,
  },
  "modules are also imported by calls, which are no call sites": {
    source: `
      const fs = require("fs"), { readFile: read } = require("fs");
      const lazy = async () => (await import(\`./lazy\`)).start();
      require(name);
    `,
    flow: `
      file#0
        fs = import(fs, *)
        read = import(fs, *).readFile
        lazy = #1
        call require at 3: require(name)
        async arrow function lazy#1()
          return await import(./lazy, *).start()
          call start at 2: await import(./lazy, *).start()
    `,
  },
  "exports name what stands there, or in another module": {
    source: `
      export function f() {}
      export const a = f, { b, c: [d] } = a;
      export { a as x, f as default };
      export { a as y, default } from "./m";
      export * from "./all";
      export * as ns from "./ns";
      export class K {}
      export interface I {}
      export type T = I;
      export enum E { One }
    `,
    flow: `
      file#0
        f = #1
        a = f
        b = #2 given a.b
        d = #3 given a.c["0"]
        K = #4
        I = #5
        T = I
        E = #6
        function f#1()
        arrow variable function b#2()
        arrow variable function d#3()
        class K#4
        interface I#5
        class E#6
          One = <number>
      export f = f
      export a = a
      export b = b
      export d = d
      export x = a
      export default = f
      export y = import(./m, a)
      export default = import(./m, default)
      export ns = import(./ns, *)
      export K = K
      export I = I
      export T = T
      export E = E
      export all of ./all
    `,
  },
  "a default export is a value with or without a name": {
    source: `
      export default class extends Base {}
      export default async function () {}
      export default f(1);
      export = whole;
    `,
    flow: `
      file#0
        module.exports = whole
        class default#1 < Base
        async function default#2()
        arrow variable function default#3()
          call f at 3: f(<number>)
      export default = #1
      export default = #2
      export default = #3 given f(<number>)
    `,
  },
  "namespaces hold their names, with each part of a dotted one inside the one before": {
    source: `
      namespace N.M { export const x = f(); export function g() { return x; } }
      declare module "other" { function h(): void; }
      declare global { interface Window { app: App } }
    `,
    flow: `
      file#0
        N = #1
        Window = #7
        namespace N#1
          M = #2
          namespace M#2
            x = #3 given f()
            g = #4
            arrow variable function x#3()
              call f at 1: f()
            function g#4()
              return x
        namespace "other"#5
          h = #6
          abstract function h#6()
        interface Window#7
          app = a App
    `,
  },
});

checkCallFacts("src/common.js", {
  "CommonJS exports are stores": {
    source: `
      module.exports = { a, b: function () {} };
      exports.c = module.exports.d = () => 1;
    `,
    flow: `
      file#0
        module.exports = {a: a, b: #1}
        module.exports.d = #2
        exports.c = #2
        function b#1()
        arrow function d#2()
          return <number>
    `,
  },
  "methods may be put into prototypes": {
    source: `
      function A() { this.x = new X(); }
      A.prototype.run = function () { return this.x.go(); };
      A.make = () => new A();
    `,
    flow: `
      file#0
        A = #1
        A.prototype.run = #2
        A.make = #3
        function A#1()
          this.x = new X()
          call X at 1: new X()
        function run#2()
          return this.x.go()
          call go at 2: this.x.go()
        arrow function make#3()
          return new A()
          call A at 3: new A()
    `,
  },
  "JavaScript's parameters are patterns": {
    source: `
      function f(a, { b, c: d = 1 }, [e, , ...g] = [], ...rest) {}
    `,
    flow: `
      file#0
        f = #1
        function f#1(a, {1}, {2} = [], rest rest)
          b = {1}.b
          d = ({1}.c | <number>)
          e = {2}["0"]
          g = [each of {2}]
    `,
  },
  "decorators in front of a class and inside of it are called": {
    source: `
      @register({ name: "a" }) class A { @log run() {} @inject() field = 1; }
    `,
    flow: `
      file#0
        A = #1
        call  at 1: register({name: "a"})(#1)
        call register at 1: register({name: "a"})
        class A#1
          run = #2
          field = <number>
          call log at 1: log(#2)
          call  at 1: inject()(?)
          call inject at 1: inject()
          function run#2()
    `,
  },
});

checkCallFacts("src/values.tsx", {
  "variables have their types and their values": {
    source: `
      let a: A, b: B = c, d;
      const { e, f: { g = h }, ...rest }: R = call(), [i, , j] = k;
      var l = m as M, n = o as const, p = q satisfies Q, r = s!, t = u ?? v || w;
    `,
    flow: `
      file#0
        a = a A
        b = a B
        b = c
        d = ?
        e = #1 given (a R | call()).e
        g = #2 given (a R | call()).f.g
        g = ((a R | call()).f.g | h)
        rest = (a R | call())
        i = #4 given k["0"]
        j = #5 given k["2"]
        l = a M
        n = o
        p = q
        r = s
        t = (u | (v | w))
        call call at 2: call()
        arrow variable function e#1()
        arrow variable function g#2()
        arrow variable function rest#3()
        arrow variable function i#4()
        arrow variable function j#5()
    `,
  },
  "assignments give their value to the variable, wherever it is declared, and to members": {
    source: `
      let server;
      function start(options) {
        server = create(options);
        let own = 1;
        own = options;
        implicit = own;
        this.a.b = own;
        this["c"] = this[own] = this.d ||= 1;
        [own, this.e] = pair;
        ({ own } = record);
      }
    `,
    flow: `
      file#0
        server = ?
        server = create(options) in #1
        implicit = own in #1
        start = #1
        function start#1(options)
          own = <number>
          own = options
          own = pair["0"]
          own = record.own
          this.a.b = own
          this.d = <number>
          this[own] = <number>
          this.c = <number>
          this.e = pair["1"]
          call create at 3: create(options)
    `,
  },
  "a variable of a block is another than one of the same name around it": {
    source: `
      const item = one();
      function f(items) {
        for (const item of items) item.a();
        for (const item in items) { item.b(); }
        if (items) { const item = two(); item.c(); var early = item; }
        item.d(early);
        try { g(); } catch (item) { item.e(); }
        { late(); function late() {} }
      }
    `,
    flow: `
      file#0
        item = #1 given one()
        f = #2
        arrow variable function item#1()
          call one at 1: one()
        function f#2(items)
          item~1 = each of items
          item~2 = <string>
          item~3 = two()
          early = item~3
          item~4 = ?
          late = #3
          call a at 3: item~1.a()
          call b at 4: item~2.b()
          call two at 5: two()
          call c at 5: item~3.c()
          call d at 6: item.d(early)
          call g at 7: g()
          call e at 7: item~4.e()
          call late at 8: late()
          function late#3()
    `,
  },
  "what is declared further down is known before": {
    source: `
      function use() { later = make(); { const helper = 1; } helper(); }
      let later;
      function helper() {}
    `,
    flow: `
      file#0
        later = make() in #1
        use = #1
        later = ?
        helper = #2
        function use#1()
          helper~1 = <number>
          call make at 1: make()
          call helper at 1: helper()
        function helper#2()
    `,
  },
  "objects have entries; what has a computed key is stored": {
    source: `
      const o = { a, m() { this.a(); }, get x() { return y; }, set x(v) {}, "s": function own() { own(); }, ["k" + "1"]: 1, [dynamic]: z, ...rest };
    `,
    flow: `
      file#0
        o = {a: a, m: #1, x: #2, s: #4, k1: <number>, rest}
        {a: a, m: #1, x: #2, s: #4, k1: <number>, rest}[dynamic] = z
        function m#1()
          call a at 1: this.a()
        getter function x#2()
          return y
        setter function x#3(v)
        function s#4()
          own = #4
          call own at 1: own()
    `,
  },
  "operators in front of a call with type arguments are about the call": {
    source: `
      const a = await f<T>(1), b = !o.m<T>(2);
      void await o.m<T>(3);
      (await f)<T>(4);
    `,
    flow: `
      file#0
        a = await f<T>(<number>)
        b = <boolean>
        call m at 2: o.m<T>(<number>)
        call  at 3: await f<T>(<number>)
        arrow variable function a#1()
          call f at 1: f<T>(<number>)
        arrow variable function b#2()
          call m at 1: o.m<T>(<number>)
    `,
  },
  "calls name what is called last, whatever stands around it": {
    source: `
      a?.b?.["c"](...d, e);
      (0, f.g)(h!);
      new I<J>(k); new L;
      tag\`x\${m}\`; n()();
      (cond ? p : q)(async r => await r);
    `,
    flow: `
      file#0
        call c at 1: a.b.c(*: d, e)
        call g at 2: f.g(h)
        call I at 3: new I<J>(k)
        call L at 3: new L()
        call tag at 4: tag([], m)
        call n at 4: n()
        call  at 4: n()()
        call  at 5: (p | q)(#1)
        async arrow function#1(r)
          return await r
    `,
  },
  "elements of components are calls with their attributes": {
    source: `
      const page = <Page title={t()} {...props}><b.Item onClick={() => c()} /><div ref={r}>{text()}</div></Page>;
      const fragment = <><Generic<T> /></>;
    `,
    flow: `
      file#0
        page = ?
        fragment = ?
        call Page at 1: Page({title: t(), props})
        call t at 1: t()
        call Item at 1: b.Item({onClick: #1})
        call text at 1: text()
        call Generic at 2: Generic({})
        arrow function#1()
          return c()
          call c at 1: c()
    `,
  },
});

checkCallFacts("src/App.vue", {
  "scripts of components are read where they stand": {
    source: `
      <template><b /></template>
      <script>
      export default { methods: { add() { this.save(); } } };
      </script>
    `,
    flow: `
      file#0
        function add#1()
          call save at 3: this.save()
      export default = {methods: {add: #1}}
    `,
  },
});
