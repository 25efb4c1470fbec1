import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it("does not call a word unknown that a result has behind what is indexed of a very long line", async () => {
  await using bundle = await indexedTree(
    `//- bundle.js\nvar text="${"abc ".repeat(6_000)}";function longLine(){return needleHere()}\n`,
  );
  expect(await bundle.search("needleHere needleThere")).toMatchObject({
    unknownTerms: ["needleThere"],
    results: [{ file: "bundle.js", preview: expect.stringContaining("needleHere()") }],
  });
});
