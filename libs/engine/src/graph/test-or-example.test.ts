import type { CallGraphOk } from "@satori/contracts";
import { expect, it, onTestFinished } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

/**
 * A chain of three calls to the program's entry point, tests whose paths sort before it, and a build's copy.
 */
const TREE = `
  //- app/src/store.js
  export function store(text) { return check(text); }
  function check(text) { return seal(text); }
  function seal(text) { return text; }
  //- app/src/session.js
  import { store } from "./store.js";
  export function keep(session) { return store(session.id); }
  //- app/src/server.js
  import { keep } from "./session.js";
  export function serve(request) { return keep(request.session); }
  //- app/src/main.js
  import { serve } from "./server.js";
  serve({});
  //- app/dist/store.js
  function store(text) { return check(text); }
  function check(text) { return seal(text); }
  function seal(text) { return text; }
  module.exports = { store };
  ${Array.from({ length: 6 }, (_, at) => `//- app/__tests__/t${at}.js\n  import { store } from "../src/store.js";\n  export function test${at}() { store("a"); }`).join("\n  ")}
`;

async function graph(question: {
  readonly symbol: string;
  readonly direction: "callers" | "callees";
  readonly limit: number;
}): Promise<CallGraphOk> {
  const codebase = await indexedTree(TREE);
  onTestFinished(() => codebase[Symbol.asyncDispose]());
  return (await codebase.call("call_graph", { path: codebase.root, depth: 4, ...question })) as CallGraphOk;
}

it("the way to where the program begins is shown before tests that call the same", async () => {
  const { nodes, warnings } = await graph({
    symbol: "app/src/store.js:store",
    direction: "callers",
    limit: 6,
  });
  expect(nodes.map(({ file, symbolLabel }) => `${file} ${symbolLabel}`)).toEqual([
    "app/__tests__/t0.js test0",
    "app/__tests__/t1.js test1",
    "app/src/main.js main.js",
    "app/src/server.js serve",
    "app/src/session.js keep",
    "app/src/store.js store",
  ]);
  expect(warnings).toContain("OUTPUT_TRUNCATED");
});

it("what a function calls is shown before what its copy calls that a build made", async () => {
  const { nodes } = await graph({ symbol: "store", direction: "callees", limit: 4 });
  expect(nodes.map(({ file, symbolLabel }) => `${file} ${symbolLabel}`)).toEqual([
    "app/dist/store.js store",
    "app/src/store.js store",
    "app/src/store.js check",
    "app/src/store.js seal",
  ]);
});

it("without a limit that is reached, all are shown", async () => {
  const { nodes, warnings } = await graph({
    symbol: "app/src/store.js:store",
    direction: "callers",
    limit: 50,
  });
  expect([nodes.length, warnings]).toEqual([10, undefined]);
});
