import { type PlatformPath, posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { isWithinAny, normalizeAbsolute, normalizeRelative, relativeTo } from "./paths.ts";

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
  ])("%j is %j on every platform", (path, expected) => {
    expect(normalizeRelative(path, posix)).toBe(expected);
    expect(normalizeRelative(path, win32)).toBe(expected);
  });

  it.each<[string, string | null, string | null]>([
    ["src\\a.ts", "src\\a.ts", "src/a.ts"],
    ["src\\..\\..\\a.ts", "src\\..\\..\\a.ts", null],
    ["..\\a.ts", "..\\a.ts", null],
    ["\\a.ts", "\\a.ts", null],
    ["\\\\server\\share\\a.ts", "\\\\server\\share\\a.ts", null],
    ["\\\\?\\C:\\a.ts", "\\\\?\\C:\\a.ts", null],
    ["C:/a.ts", "C:/a.ts", null],
    ["C:a.ts", "C:a.ts", null],
    ["a:12.py", "a:12.py", null],
  ])("%j is %j on POSIX and %j on Windows", (path, onPosix, onWindows) => {
    expect(normalizeRelative(path, posix)).toBe(onPosix);
    expect(normalizeRelative(path, win32)).toBe(onWindows);
  });

  it.each<[string, string, string, PlatformPath]>([
    ["src/../a.ts", "/code", "/code/a.ts", posix],
    ["C:\\a.ts", "/code", "/code/C:\\a.ts", posix],
    ["src/a.ts", "c:\\code", "C:\\code\\src\\a.ts", win32],
    ["..\\..\\..\\a.ts", "C:\\code", "C:\\a.ts", win32],
    ["d:\\code\\", "C:\\code", "D:\\code", win32],
    ["\\a.ts", "D:\\code", "D:\\a.ts", win32],
    ["\\\\?\\c:\\code\\..\\x", "D:\\code", "C:\\x", win32],
    ["//server/share/code/..", "D:\\code", "\\\\server\\share\\", win32],
    ["\\\\?\\UNC\\server\\share\\code", "D:\\code", "\\\\server\\share\\code", win32],
  ])("%j in %j is %j", (path, base, expected, flavor) =>
    expect(normalizeAbsolute(path, base, flavor)).toBe(expected),
  );

  it.each<[string, string, string | null, PlatformPath]>([
    ["/code", "/code/src/a.ts", "src/a.ts", posix],
    ["/", "/src", "src", posix],
    ["/code", "/codex/a.ts", null, posix],
    ["/code", "/Code/a.ts", null, posix],
    ["/code", "/code/a\\b", "a\\b", posix],
    ["C:\\code", "C:\\code\\src\\a.ts", "src/a.ts", win32],
    ["C:\\", "C:\\src", "src", win32],
    ["C:\\code", "C:\\code", "", win32],
    ["C:\\code", "D:\\code\\a.ts", null, win32],
    ["C:\\code", "C:\\codex\\a.ts", null, win32],
    ["\\\\server\\share\\", "\\\\server\\share\\a.ts", "a.ts", win32],
    ["\\\\server\\share", "\\\\server\\share2\\a.ts", null, win32],
  ])("below %j, %j is %j", (parent, child, expected, flavor) =>
    expect(relativeTo(parent, child, flavor)).toBe(expected),
  );

  it("may be longer than the 260 characters that Windows once allowed", () => {
    const names = Array.from({ length: 40 }, () => "folder");
    const path = ["C:", "code", ...names, "a.ts"].join("\\");
    expect(path.length).toBeGreaterThan(260);
    expect(relativeTo("C:\\code", normalizeAbsolute(path, "C:\\", win32), win32)).toBe(
      [...names, "a.ts"].join("/"),
    );
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
