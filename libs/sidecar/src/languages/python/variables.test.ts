import { expect, test } from "vitest";
import { usesOf } from "../../call-graph/testing/uses-of.ts";

test("names in targets of any form have uses, in other modules too", async () => {
  const tree = {
    "pkg/a.py":
      "first, *rest = make()\n(left, [up, *deep]) = make()\nwith lock() as held:\n    print(held)\nif (found " +
      ":= search()):\n    print(left)\nclass Shape:\n    (width, height) = 1, 2\n",
    "pkg/b.py":
      "from .a import rest, deep as below\nfrom . import a\nprint(rest, below, a.found)\nprint(a.Shape.height)\n",
  };
  const lines = async (name: string): Promise<readonly (string | undefined)[]> =>
    (await usesOf(tree, "pkg/a.py", name)).map((use) => use.split(" ")[0]);
  expect(await lines("rest")).toEqual(["pkg/b.py:1", "pkg/b.py:3"]);
  expect(await lines("deep")).toEqual(["pkg/b.py:1", "pkg/b.py:1", "pkg/b.py:3"]);
  expect(await lines("left")).toEqual(["pkg/a.py:6"]);
  expect(await lines("held")).toEqual(["pkg/a.py:4"]);
  expect(await lines("found")).toEqual(["pkg/b.py:3"]);
  expect(await lines("Shape.height")).toEqual(["pkg/b.py:4"]);
});
