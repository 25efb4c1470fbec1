import { expect, it } from "vitest";
import { nameOf, normalPath, pathBelow, pathIn, shortNames } from "./paths.ts";

it.each([
  ["/a", "/a", ""],
  ["/a", "/a/b/c.ts", "b/c.ts"],
  ["/a", "/ab", null],
  ["/", "/b", "b"],
  ["C:\\a", "C:\\a\\b", "b"],
  ["/a", "/", null],
])("from %s to %s it is %s", (folder, path, way) => expect(pathBelow(folder, path)).toBe(way));

it.each([
  ["/a", "", "/a"],
  ["/a", "b.ts", "/a/b.ts"],
  ["/", "b.ts", "/b.ts"],
  ["/a", "/c", "/c"],
  ["C:\\a", "b.ts", "C:\\a/b.ts"],
  ["/a", "D:\\c", "D:\\c"],
  ["/a", "\\\\host\\c", "\\\\host\\c"],
])("%s and %s are %s", (folder, file, path) => expect(pathIn(folder, file)).toBe(path));

it.each([
  ["/a/shop", "shop"],
  ["/a/shop/", "shop"],
  ["C:\\a\\shop", "shop"],
  ["/", "/"],
])("%s is known as %s", (path, name) => expect(nameOf(path)).toBe(name));

it("names are as long as they must be to differ", () =>
  expect([...shortNames(["/a/shop", "/a/depot", "/b/x/post", "/c/x/post", "/shop/a", "/", "/a"])]).toEqual([
    ["/a/shop", "shop"],
    ["/a/depot", "depot"],
    ["/b/x/post", "b/x/post"],
    ["/c/x/post", "c/x/post"],
    ["/shop/a", "shop/a"],
    ["/", "/"],
    ["/a", "/a"],
  ]));

it.each([
  ["/a/b", "/a/b"],
  ["/a//b/./c/", "/a/b/c"],
  ["/a/../etc", "/etc"],
  ["/../..", "/"],
  ["/", "/"],
  ["C:\\a\\..\\b\\", "C:\\b"],
  ["a/b", null],
  ["~/a", null],
])("%s leads to %s", (path, normal) => expect(normalPath(path)).toBe(normal));
