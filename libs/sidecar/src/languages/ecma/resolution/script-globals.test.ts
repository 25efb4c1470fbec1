import { checkEdges } from "../../../call-graph/testing/check-edges.ts";

checkEdges({
  "what a script declares is known to all others": {
    files: `
      //- cart.js
      function priceOf(item) {}
      var Shop = { total: function total() { return priceOf(1); } };
      Shop.Cart = function Cart() {};
      Shop.Cart.prototype.addItem = function addItem(item) {};
      class Till { open() {} }
      //- page.js
      function go() {
        priceOf(2);
        Shop.total();
        new Shop.Cart().addItem(3);
        new Till().open();
      }
      go();
      //- main.mjs
      import "x";
      priceOf(4);
    `,
    edges: `
      total → priceOf
      main.mjs → priceOf
      go → priceOf
      go → total
      go → Cart
      go → addItem
      go → Till
      go → Till.open
      page.js → go
    `,
  },
  "what modules declare is their own, and what the language has is its own": {
    files: `
      //- module.js
      import "./other.js";
      export function given() {}
      function own() {}
      //- common.js
      const fs = require("fs");
      function read() {}
      //- given.js
      function kept() {}
      module.exports = { kept };
      //- put.js
      function held() {}
      exports.held = 1;
      //- named.mjs
      function inside() {}
      //- promise.js
      function Promise() {}
      //- page.js
      given();
      own();
      read();
      inside();
      kept();
      held();
      new Promise();
    `,
    edges: "",
  },
  "what is put into the global object is a name of all": {
    files: `
      //- setup.js
      import { App } from "./app.js";
      window.app = new App();
      globalThis.report = function report() {};
      //- app.js
      export class App { start() {} }
      //- page.js
      app.start();
      report();
      window.report();
      window.app.start();
      function local(window) { window.report(); }
    `,
    edges: `
      page.js → App.start
      page.js → report
      page.js → report
      page.js → App.start
      setup.js → App
    `,
  },
  "of several scripts any may be the one": {
    files: `
      //- one.js
      function show() {}
      //- two.js
      function show() {}
      //- page.js
      show();
    `,
    edges: `
      page.js → show@1 possible, show@1 possible
    `,
  },
});
