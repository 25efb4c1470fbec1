import { describe, expect, it } from "vitest";
import { complaintOf, isAside, tooLargePath, unreadablePath } from "./notices.ts";

describe("a notice that a path cannot be read", () => {
  it.each([
    ["rg: ./a/b.ts: Permission denied (os error 13)", "./a/b.ts"],
    ["rg: .\\a.ts: Access is denied. (os error 5)", ".\\a.ts"],
    ["rg: ./a: b (os error 1): c: Permission denied (os error 13)", "./a: b (os error 1): c"],
    ["rg: ./a\u2028b: Permission denied (os error 13)", "./a\u2028b"],
    ["rg: ./a.ts: No such file or directory (os error 2)", null],
    ["rg: ./a.ts: Permission denied", null],
    ["rg: ./ (os error 13)", null],
    ["rg: a.ts: Permission denied (os error 13)", null],
    ["rg: unrecognized flag --x", null],
  ])("%j names %j", (notice, path) => expect(unreadablePath(notice)).toBe(path));
});

describe("a notice that a file is too large", () => {
  it.each([
    ["rg: DEBUG|ignore::walk|crates/ignore/src/walk.rs:1: ignoring ./a: 12 bytes", "./a"],
    ["DEBUG|ignore::walk|x:1: ignoring ./a: ignoring ./b: 1 bytes: 12 bytes", "./a: ignoring ./b: 1 bytes"],
    ["DEBUG|ignore::walk|x:1: ignoring ./a: Ignore(IgnoreMatch)", null],
    ["DEBUG|ignore::walk|x:1: ignoring ./", null],
    ["DEBUG|globset|x:1: built", null],
  ])("%j names %j", (notice, path) => {
    expect(tooLargePath(notice)).toBe(path);
    expect(isAside(notice)).toBe(true);
  });
});

it("what is no notice about a path is a complaint", () => {
  const aboutPath = "rg: ./a: Permission denied (os error 13)";
  expect(complaintOf([aboutPath, "more", "error: unexpected argument"])).toBe("error: unexpected argument");
  expect(complaintOf([aboutPath])).toBeNull();
});

it("signs of a notice, over and over in a path, take no longer than its length", () => {
  // Quadratic time would take minutes for this many.
  const [failed, ignored] = [
    "rg: ./: (os error 1".repeat(50_000),
    "DEBUG|ignore::walk|x: ignoring ./: 1 bytes".repeat(20_000),
  ];
  expect([unreadablePath(failed), tooLargePath(`${ignored}!`), complaintOf([failed])]).toEqual([
    null,
    null,
    failed,
  ]);
});
