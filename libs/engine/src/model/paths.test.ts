import { sep } from "node:path";
import { describe, expect, it } from "vitest";
import { isWithinAny, normalizeRelative } from "./paths.ts";

describe("a path relative to a root", () => {
  it.each<[string, string | null]>([
    ["src/a.ts", "src/a.ts"],
    ["./src//./a.ts", "src/a.ts"],
    ["src/", "src"],
    ["cafe\u0301.ts", "caf\u00e9.ts"],
    ["", null],
    [".", null],
    ["/src/a.ts", null],
    ["src/../../a.ts", null],
  ])("%j is %j", (path, expected) => expect(normalizeRelative(path)).toBe(expected));

  it("has its names apart as the platform has them: elsewhere a backslash is part of a name", () => {
    expect(normalizeRelative("src\\a.ts")).toBe(sep === "\\" ? "src/a.ts" : "src\\a.ts");
  });

  it.each(["C:/a.ts", "a:12.py"])("begins with a drive where the platform has some: %s", (path) => {
    expect(normalizeRelative(path)).toBe(sep === "\\" ? null : path);
  });

  it("lies in one of some folders if it is one, or below one", () => {
    const within = (path: string, ...folders: string[]): boolean => isWithinAny(path, new Set(folders));
    expect([
      within("a/b/c", "x", "a/b"),
      within("a", "a"),
      within("a", ""),
      within("", ""),
      within("ab/c", "a"),
      within("a", "a/b"),
      within("a"),
    ]).toEqual([true, true, true, true, false, false, false]);
  });
});
