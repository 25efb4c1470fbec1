import { sep } from "node:path";
import { describe, expect, it } from "vitest";
import { normalizeRelative } from "./paths.ts";

describe("a path relative to a root", () => {
  it.each<[string, string | null]>([
    ["src/a.ts", "src/a.ts"],
    ["./src//./a.ts", "src/a.ts"],
    ["src/", "src"],
    ["cafe\u0301.ts", "caf\u00e9.ts"],
    ["", null],
    [".", null],
    ["/src/a.ts", null],
    ["C:/a.ts", null],
    ["src/../../a.ts", null],
  ])("%j is %j", (path, expected) => expect(normalizeRelative(path)).toBe(expected));

  it("has its names apart as the platform has them: elsewhere a backslash is part of a name", () => {
    expect(normalizeRelative("src\\a.ts")).toBe(sep === "\\" ? "src/a.ts" : "src\\a.ts");
  });
});
