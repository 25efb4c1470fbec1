import { expect, it } from "vitest";
import { chosenCodebase, codebaseAround, keepCodebase } from "./chosen-codebase.ts";

const INDEXED = ["/b/shop", "/b/shop/inner", "/b/sho", "/"];

it.each([
  ["/b/shop", "/b/shop"],
  ["/b/shop/src", "/b/shop"],
  ["/b/shop/inner/src", "/b/shop/inner"],
  ["/b/shopping", "/"],
  ["/b/sho/p", "/b/sho"],
])("%s lies in %s", (path, root) => expect(codebaseAround(path, INDEXED)).toBe(root));

it("a path that lies in none is meant itself", () =>
  expect(codebaseAround("/c", ["/b", "C:\\c"])).toBe("/c"));

it("a path of Windows has backslashes", () => expect(codebaseAround("C:\\c\\d", ["C:\\c"])).toBe("C:\\c"));

it("without a path it is the last one that is still indexed, else the first", () => {
  expect([chosenCodebase("", []), chosenCodebase("", ["/a", "/b"])]).toEqual(["", "/a"]);
  keepCodebase("/b");
  expect([
    chosenCodebase("", ["/a", "/b"]),
    chosenCodebase("", ["/a"]),
    chosenCodebase("/a", ["/a", "/b"]),
  ]).toEqual(["/b", "/a", "/a"]);
});
