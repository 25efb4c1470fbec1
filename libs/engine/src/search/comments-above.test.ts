/** Comments above declarations, from a question to its preview. */
import { expect, it } from "vitest";
import { indexedTree } from "../testing/codebase.ts";
import { files } from "./testing/small-codebase.ts";

const TREE = `
  //- two-comments.c
  #include <stdio.h>

  /* The first note about alpha. */
  /* The second note about bravo. */
  static int charlie(int x) {
      return x + 1;
  }
`;

it("a search ends where two block comments of one line each stand above a declaration", async () => {
  await using codebase = await indexedTree(TREE);
  expect(files(await codebase.search("note about alpha and bravo"))).toEqual(["two-comments.c"]);
});
