import { checkLanguage } from "../testing/check.ts";

checkLanguage("src/store.js", {
  "classes hold their fields, accessors and private members": {
    source: `
      export class Store extends ns.Base {
        static #count = 0;
        handler = async (event) => { this.#go(event); };
        constructor(name) { super(name); }
        get size() { return 1; }
        async *items() { yield* other(); }
        #go() { return Store.#count?.at(1); }
        'quoted'() {}
      }
    `,
    outline: `
      class Store 1-9
        field Store.#count 2-2
        method Store.handler 3-3
        constructor Store.constructor 4-4
        method Store.size 5-5
        method Store.items 6-6
        method Store.#go 7-7
        method Store.quoted 8-8
    `,
    calls: `
      3: this . #go/1 in Store.handler
      6: other/0 in Store.items
      7: Store.#count . at/1 in Store.#go
    `,
    references: "1: extends Base",
  },
  "a function is called what it is bound to": {
    source: `
      Store.prototype.get = function get2() {};
      exports.run = () => 1;
      module.exports = { stop() {}, start: function () {}, 'x-y': () => 1 };
      module.exports.other = async function () {};
      function Point() {
        this.move = () => {};
        const local = () => 1;
      }
      window.app.boot = () => {};
      var Klass = class { m() {} };
      router.use(function onError(error) {});
      [1].map((x) => x);
    `,
    outline: `
      method Store.get 1-1
      function run 2-2
      method stop 3-3
      method start 3-3
      method x-y 3-3
      function other 4-4
      function Point 5-8
        function Point.move 6-6
        function Point.local 7-7
      method window.app.boot 9-9
      class Klass 10-10
        method Klass.m 10-10
      function onError 11-11
    `,
  },
  "functions and classes under keys, in quotes and in prototypes": {
    source: `
      exports["a-b"] = function () {};
      Store.prototype["get"] = () => 1;
      Store["of"] = function () {};
      Store.prototype = { set() {}, has: () => true, [Symbol.iterator]: function* () {}, plain: 1 };
      Store.Inner = class { open() {} };
      module.exports = class { close() {} };
      exports["limit"] = 3;
      const table = { 404: () => 1, ["b"]: function () {}, Page: class { render() {} }, Own: class Named {} };
    `,
    outline: `
      function a-b 1-1
      method Store.get 2-2
      method Store.of 3-3
      method Store.set 4-4
      method Store.has 4-4
      method Store.[Symbol.iterator] 4-4
      class Store.Inner 5-5
        method Store.Inner.open 5-5
      class module.exports 6-6
        method module.exports.close 6-6
      variable limit 7-7
      variable table 8-8
        method table.404 8-8
        method table.["b"] 8-8
        class table.Page 8-8
          method table.Page.render 8-8
        class table.Named 8-8
    `,
  },
  "var declares a variable of the module in conditions, not in loops and functions": {
    source: `
      if (a) { var b = 1; let c = 2; } else if (d) var e, f = 3; else { { var g = 4; } }
      try { var h = 5; } catch { var i = 6; } finally { var { j, ...k } = l; }
      switch (a) { case 1: var m = 7; default: var n = 8; }
      label: { var o = 9; }
      for (var p of q) { var r = 10; }
      (function () { if (a) { var s = 11; } })();
      function run() { if (a) { var t = 12; } }
    `,
    outline: `
      variable b 1-1
      variable e 1-1
      variable f 1-1
      variable g 1-1
      variable h 2-2
      variable i 2-2
      variable j 2-2
      variable k 2-2
      variable m 3-3
      variable n 3-3
      variable o 4-4
      function run 7-7
    `,
  },
  "variables count at the top of a module, each for itself": {
    source: `
      const first = 1, second = () => go(), third = stop();
      export const { actions, reducer: root } = slice;
      exports.limit = 3;
      { const inner = 1; }
    `,
    outline: `
      variable first 1-1
      function second 1-1
      variable third 1-1
      variable actions 2-2
      variable root 2-2
      variable limit 3-3
    `,
    calls: `
      1: go/0 in second
      1: stop/0 in third
    `,
  },
  "the names that a pattern binds are variables, but not those it takes out of a module": {
    path: "src/store.cjs",
    source: `
      const { alpha, beta: { gamma = {}, ...rest }, [key()]: delta, "e-f": eta } = load();
      let [first, [second] = [], , ...others] = list, third = 1;
      var { a: [{ deep = function inner() {} }] } = load();
      const { join, resolve: full = 1 } = require("path"), { named } = require("./a").part;
      const { lazy } = await import("./b");
      const [one] = require("./list"), whole = require("./whole");
      if (alpha) { const { local } = load(); }
      function run({ given }) { const { own } = load(); }
      ({ alpha } = load());
      export { alpha };
    `,
    outline: `
      variable alpha 1-1
      variable gamma 1-1
      variable rest 1-1
      variable delta 1-1
      variable eta 1-1
      variable first 2-2
      variable second 2-2
      variable others 2-2
      variable third 2-2
      variable deep 3-3
      variable one 6-6
      variable whole 6-6
      function run 8-8
    `,
  },
  "exported patterns": {
    path: "src/handlers.mjs",
    source: `
      export const { GET, POST: post = none } = make();
      export let [store, setStore = none] = makeStore();
      export const { join, sep = "/" } = require("path");
    `,
    outline: `
      variable GET 1-1
      variable post 1-1
      variable store 2-2
      variable setStore 2-2
      variable join 3-3
      variable sep 3-3
    `,
  },
  "a declaration over several lines is divided among its names": {
    source: `
      const one = {
          a: f(),
        },
        two = {
          b: g(),
        };
    `,
    outline: `
      variable one 1-4
      variable two 4-6
    `,
    calls: `
      2: f/0 in one
      5: g/0 in two
    `,
  },
  "imports of every kind": {
    source: `
      import React, { useState as state } from 'react';
      import * as path from "node:path";
      import './polyfill.js';
      export * from './a.js';
      export * as b from './b.js';
      export { default, x as y } from './c.js';
      const fs = require('fs'), { join, resolve: full } = require('path');
      async function load() { await import('./lazy.js'); }
      export { local };
    `,
    imports: `
      1: import react {default as React, useState as state}
      2: import node:path {* as path}
      3: import ./polyfill.js
      4: reexport ./a.js {*}
      5: reexport ./b.js {* as b}
      6: reexport ./c.js {default, x as y}
      7: import fs {* as fs}
      7: import path {join, resolve as full}
      8: import ./lazy.js
    `,
  },
  "calls through new, chains, tags and components": {
    path: "view.jsx",
    source: `
      function View() {
        return <div><Foo.Bar x={1} /><Button>{list?.map(render)}</Button></div>;
      }
      new Map;
      new ns.Client(1, 2);
      a.b().c(1);
      sql\`select \${1}\`;
    `,
    calls: `
      2: Foo . Bar in View
      2: Button in View
      2: list . map/1 in View
      4: Map
      5: ns . Client/2
      6: a . b/0
      6: a.b() . c/1
      7: sql
    `,
  },
  "doc comments and decorators belong to what follows": {
    source: `
      /**
       * Keeps values.
       * @template T
       */
      @registry.add({ lazy: true })
      @sealed
      export default class Store {
        // Current size.
        size = 0;
      }
    `,
    outline: `
      class Store 5-10
        field Store.size 9-9
    `,
    docs: `
      Store | Keeps values.
      Store.size | Current size.
    `,
    references: `
      5: decorator add
      6: decorator sealed
    `,
  },
  "methods with computed names": {
    source: `
      class Store {
        *[Symbol.iterator]() { yield 1; }
        ['literal']() {}
      }
      const handle = { [Symbol.dispose]() {} };
    `,
    outline: `
      class Store 1-4
        method Store.[Symbol.iterator] 2-2
        method Store.['literal'] 3-3
      variable handle 5-5
        method handle.[Symbol.dispose] 5-5
    `,
  },
  "an empty file": { source: "", outline: "", calls: "" },
  "what follows a syntax error is still found": {
    source: `
      function before() {}
      const broken = { a: , };
      class After { method() { go(); } }
    `,
    outline: `
      function before 1-1
      variable broken 2-2
      class After 3-3
        method After.method 3-3
    `,
    diagnostics: "syntax_error",
  },
});
