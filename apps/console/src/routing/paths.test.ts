import { expect, it } from "vitest";
import { pathBelow, pathIn } from "./paths.ts";

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
