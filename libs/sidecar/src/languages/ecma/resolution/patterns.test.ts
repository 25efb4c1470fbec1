import { expect, test } from "vitest";
import { checkEdges } from "../../../call-graph/testing/check-edges.ts";
import { usesOf } from "../../../call-graph/testing/uses-of.ts";

checkEdges({
  "the names of a pattern are called, in other files too": {
    files: `
      //- handlers.ts
      import { make } from "library";
      export const { signIn: enter, auth: { check }, ...others } = make();
      export const [store, setStore = none] = make();
      function none() {}
      //- b.mjs
      import { check, enter, setStore } from "./handlers";
      export function run() { enter(); check(); setStore(); }
      //- c.cjs
      const { alpha, beta: { gamma } } = load();
      const { delta } = require("./d.cjs");
      function load() { return {}; }
      function run() { alpha(); gamma(); delta(); }
      //- d.cjs
      exports.delta = function () {};
    `,
    edges: `
      run@2 → enter
      run@2 → check
      run@2 → setStore, none
      c.cjs → load
      run@4 → alpha
      run@4 → gamma
      run@4 → delta
    `,
  },
});

test("names of patterns and parameter properties have uses", async () => {
  const tree = {
    "a.ts":
      "export const { one, two: [three = 1] } = make();\nexport class Engine {\n  constructor(public opts?: " +
      "Opts, readonly size?: number) {}\n  run() {\n    return this.opts?.deep && this.size;\n  }\n}\n",
    "b.ts":
      'import { one, three as third, Engine } from "./a";\nconst all = [one, third];\nexport function use(' +
      "engine: Engine) {\n  return engine.opts;\n}\n",
  };
  expect(await usesOf(tree, "a.ts", "one")).toEqual(["b.ts:1 import", "b.ts:2 import"]);
  expect(await usesOf(tree, "a.ts", "three")).toEqual(["b.ts:1 import", "b.ts:1 import", "b.ts:2 import"]);
  expect((await usesOf(tree, "a.ts", "Engine.opts")).map((use) => use.split(" ")[0])).toEqual([
    "a.ts:5",
    "b.ts:4",
  ]);
  expect((await usesOf(tree, "a.ts", "Engine.size")).map((use) => use.split(" ")[0])).toEqual(["a.ts:5"]);
});
