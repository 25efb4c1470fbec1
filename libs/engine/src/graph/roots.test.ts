/** What a name means to whoever asks who calls it. */
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";

it("is the constructor of a type of Haskell that is called like it, not the type", async () => {
  await using codebase = await indexedTree(`
    //- src/Shape.hs
    module Shape where
    data Shape
      = Shape Int | Round Int
    make = Shape 1
    other = Round 1
  `);
  const answer = await codebase.call("call_graph", { symbol: "Shape", direction: "callers" });
  expect(answer).toMatchObject({ status: "ok", nodes: [{ symbolLabel: "Shape.Shape", kind: "constructor" }, { symbolLabel: "make" }] });
});
