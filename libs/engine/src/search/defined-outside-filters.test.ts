import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

/** `assertQueries` is defined in a folder of tests alone; `openStore` there and in the program. */
const TREE = `
  //- app/test/cases.ts
  /** Fails where other queries ran than expected. */
  export function assertQueries(queries: string[]): void { openStore(queries); }
  export function openStore(queries: string[]): void {}
  //- app/store.ts
  /** Opens the store, and runs queries that assert what is expected of it. */
  export function openStore(path: string): Store { return runQueries(path); }
  export function runQueries(path: string): Store { return new Store(path); }
  export class Store { constructor(readonly path: string) {} }
  //- app/expected.ts
  /** Queries are expected to assert something. */
  export const expected = ["assert", "queries"];
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

it.each(["assertQueries", "where is assertQueries defined", "store queries of assertQueries"])(
  "a name that only a file out of scope defines leads there, however sure the answer is: %s",
  async (query) => {
    const { hints, message } = await codebase.search(query);
    expect(hints?.leftOut).toEqual({
      reason: "better_answer_left_out",
      file: "app/test/cases.ts",
      leftOutBy: ["scope"],
      searchCodebase: { tool: "search_codebase", args: { path: codebase.root, query, scope: "docs" } },
    });
    expect(message).toBe(
      "app/test/cases.ts, which is closer to the question, is not in the scope runtime; use mixed for all " +
        "files.",
    );
  },
);

it("so does one that only a file left out by a filter defines", async () => {
  expect(
    (await codebase.search("-path:app/test assertQueries", { scope: "mixed" })).hints?.leftOut,
  ).toMatchObject({ file: "app/test/cases.ts", leftOutBy: ["exclude"] });
});

it.each([
  ["is defined among the files as well", "openStore", {}],
  ["is no name as it is written", "assert queries", {}],
  ["is in scope", "assertQueries", { scope: "mixed" }],
] as const)("nothing is said where what is asked for %s", async (_, query, args) => {
  const { hints, message } = await codebase.search(query, args);
  expect([hints?.leftOut, message]).toEqual([undefined, undefined]);
});
