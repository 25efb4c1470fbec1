import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import {
  type Codebases,
  codebaseAround,
  isBelow,
  locateFile,
  locateInCodebase,
  shownPath,
} from "./codebase.ts";

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), "satori-cli-")));
mkdirSync(join(ROOT, "repo/.git"), { recursive: true });
mkdirSync(join(ROOT, "repo/src/deep"), { recursive: true });
mkdirSync(join(ROOT, "plain/sub"), { recursive: true });
writeFileSync(join(ROOT, "repo/src/a.ts"), "");
symlinkSync(join(ROOT, "repo/src"), join(ROOT, "link"));
afterAll(() => rmSync(ROOT, { recursive: true }));

const indexed =
  (...roots: string[]) =>
  (folder: string): string | null =>
    roots.map((root) => join(ROOT, root)).find((root) => folder === root || folder.startsWith(`${root}/`)) ??
    null;

/** @param own the folder of the command */
function codebasesOf(own: string, ...roots: string[]): Codebases {
  return {
    codebase: (folder) =>
      folder === undefined ? join(ROOT, own) : codebaseAround(folder, indexed(...roots)),
    indexedRoot: indexed(...roots),
  };
}

describe("the codebase around a folder", () => {
  const check = (folder: string, covering: ReturnType<typeof indexed>, expected: string): void =>
    expect(codebaseAround(join(ROOT, folder), covering)).toBe(join(ROOT, expected));

  test("is an indexed folder at or above it", () => {
    check("repo/src/deep", indexed("repo/src"), "repo/src");
    check("plain/sub", indexed("plain"), "plain");
  });

  test("else the top level of its repository", () => {
    check("repo/src/deep", indexed("plain"), "repo");
    check("repo", indexed(), "repo");
  });

  test("else the folder itself", () => {
    check("plain/sub", indexed("repo"), "plain/sub");
  });

  test("is no home folder that is kept in git, be it behind a link", () => {
    symlinkSync(join(ROOT, "repo"), join(ROOT, "home"));
    for (const [home, expected] of [
      ["repo", "repo/src"],
      ["home", "repo/src"],
      ["plain", "repo"],
      ["", "repo"],
      [".", "repo"],
    ] as const) {
      vi.stubEnv("HOME", home.length > 1 ? join(ROOT, home) : home);
      check("repo/src", indexed(), expected);
    }
    vi.unstubAllEnvs();
  });
});

test("a file is looked for in one folder after the other; one that is nowhere is in the first", () => {
  expect(locateFile("a.ts", [join(ROOT, "plain"), join(ROOT, "repo/src")])).toBe(join(ROOT, "repo/src/a.ts"));
  expect(locateFile("b.ts", [join(ROOT, "plain"), join(ROOT, "repo/src")])).toBe(join(ROOT, "plain/b.ts"));
  expect(locateFile(join(ROOT, "repo/src/a.ts"), [ROOT])).toBe(join(ROOT, "repo/src/a.ts"));
});

test("a file belongs to the command's codebase if it lies below, links on the way resolved", () => {
  const inRepo = codebasesOf("repo");
  expect(locateInCodebase(join(ROOT, "link/a.ts"), inRepo)).toEqual({
    root: join(ROOT, "repo"),
    file: "src/a.ts",
    indexable: join(ROOT, "repo"),
  });
  expect(locateInCodebase(join(ROOT, "repo"), inRepo)).toEqual({
    root: join(ROOT, "repo"),
    file: "",
    indexable: join(ROOT, "repo"),
  });
  expect(locateInCodebase(join(ROOT, "plain/sub/x"), inRepo)).toEqual({
    root: join(ROOT, "plain/sub"),
    file: "x",
    indexable: null,
  });
  // A file in another repository.
  expect(locateInCodebase(join(ROOT, "repo/src/a.ts"), codebasesOf("plain"))).toEqual({
    root: join(ROOT, "repo"),
    file: "src/a.ts",
    indexable: join(ROOT, "repo"),
  });
});

test(
  "a file in an indexed folder below the command's codebase belongs to that folder, whether the codebase " +
    "is indexed or not",
  () => {
    for (const others of [[], ["plain"]]) {
      expect(
        locateInCodebase(join(ROOT, "plain/sub/x"), codebasesOf("plain", "plain/sub", ...others)),
      ).toMatchObject({ root: join(ROOT, "plain/sub"), file: "x" });
      expect(
        locateInCodebase(join(ROOT, "plain/x"), codebasesOf("plain", "plain/sub", ...others)),
      ).toMatchObject({ root: join(ROOT, "plain"), file: "x" });
    }
    // An indexed folder above does not make the file part of that codebase.
    expect(
      locateInCodebase(join(ROOT, "plain/sub"), codebasesOf("plain/sub", "plain/sub", "plain")),
    ).toMatchObject({ root: join(ROOT, "plain/sub"), file: "" });
  },
);

test("paths are shown from the working directory unless that is longer", () => {
  expect(shownPath("/a/b", "/a/b/c.ts")).toBe("c.ts");
  expect(shownPath("/a/b", "/a/x.ts")).toBe("../x.ts");
  expect(shownPath("/a/b/c/d", "/x.ts")).toBe("/x.ts");
  expect(shownPath("/a", "/a")).toBe(".");
  expect(shownPath("/a", "/a/-rf/x.ts")).toBe("./-rf/x.ts");
});

test("paths of Windows are shown and compared as Windows does: in any case, drive by drive", () => {
  expect(shownPath(String.raw`C:\code`, String.raw`c:\Code\src\a.ts`, win32)).toBe(String.raw`src\a.ts`);
  expect(shownPath(String.raw`C:\code`, String.raw`D:\a.ts`, win32)).toBe(String.raw`D:\a.ts`);
  expect(shownPath(String.raw`\\server\share\code`, String.raw`\\server\share\code\a.ts`, win32)).toBe(
    "a.ts",
  );
  expect(
    [String.raw`C:\code\..a`, String.raw`C:\CODE`, String.raw`C:\other`, String.raw`D:\code`].map((place) =>
      isBelow(String.raw`C:\code`, place, win32),
    ),
  ).toEqual([true, true, false, false]);
  expect(["/code/..a", "/code", "/codex", "/"].map((place) => isBelow("/code", place, posix))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
