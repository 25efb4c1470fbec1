import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it("objects that are spread into each other end no call graph, and their members are found", async () => {
  await using codebase = await indexedTree(`
    //- options.js
    function limit() { return 1; }
    let options = { limit };
    let defaults = { ...options };
    options = { ...defaults };
    defaults = { ...options };
    export function read() {
      options.missing();
      return defaults.limit();
    }
  `);
  const answer = await codebase.call("call_graph", { symbol: "read", direction: "callees" });
  expect(answer).toMatchObject({
    status: "ok",
    edges: [{ site: { line: 8 } }],
    coverage: { unresolvedSites: 1 },
  });
});
