import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix, win32 } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { MemoryDisk } from "../../store/memory/memory-store.ts";
import { itAsOrdinaryUser } from "../../testing/trees/ordinary-user.ts";
import { FINGERPRINT } from "../../testing/store-content.ts";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { refuseWholeSystem } from "./refused-folders.ts";
import { CodebaseRegistry, pathError, requireFileName, requireFolder } from "./registry.ts";
import { realPathOf } from "../../disk/real-path.ts";
import { establish } from "./tracking.ts";

/**
 * Folders `code/api/src`, `code/api/vendor/lib` and `code/other`, a link `code/link` to the first, and a
 * file.
 */
function newPlace(): {
  folder: string;
  at: (path: string) => string;
  registry: CodebaseRegistry;
  tracked: (...paths: string[]) => void;
} {
  const temporary = temporaryFolder();
  onTestFinished(() => temporary[Symbol.dispose]());
  const at = (path: string): string => join(temporary.path, "code", path);
  const home = join(temporary.path, "home");
  for (const path of ["api/src", "api/vendor/lib", "other"]) mkdirSync(at(path), { recursive: true });
  symlinkSync(at("api"), at("link"));
  writeFileSync(at("file.txt"), "");
  const disk = new MemoryDisk();
  const registry = new CodebaseRegistry({
    home,
    fingerprint: () => FINGERPRINT,
    stores: {
      open: (folder, root) => disk.open(folder, root),
      remove: () => undefined,
      inspect: () => ({ kind: "sound" }),
      identity: () => null,
      heldElsewhere: () => Promise.resolve(null),
      canShareFiles: false,
    },
  });
  onTestFinished(() => registry.close());
  return {
    folder: at("."),
    at,
    registry,
    tracked: (...paths) => paths.forEach((path) => establish(home, at(path))),
  };
}

describe("the codebase of a path", () => {
  it("is the nearest tracked folder at or above it", () => {
    const { registry, at, tracked } = newPlace();
    tracked("api", "api/vendor/lib");
    const rootOf = (path: string): string => registry.covering(path, at(".")).codebase.root;
    expect(
      ["api", "api/src", "./api/src/../src/", "api/vendor", "api/vendor/lib/x.ts", "other"].map(rootOf),
    ).toEqual([at("api"), at("api"), at("api"), at("api"), at("api/vendor/lib"), at("other")]);
  });

  it("is found through links, while the path stays as it was asked for", () => {
    const { registry, at, tracked } = newPlace();
    tracked("api");
    const { path, realPath, codebase } = registry.covering("link/src", at("."));
    expect({ path, realPath, root: codebase.root }).toEqual({
      path: at("link/src"),
      realPath: at("api/src"),
      root: at("api"),
    });
  });

  it("is found for what does not exist, or does not exist any more", () => {
    const { registry, at, tracked } = newPlace();
    tracked("api", "gone");
    expect(registry.covering("link/no/such/file.ts", at("."))).toMatchObject({
      path: at("link/no/such/file.ts"),
      realPath: at("api/no/such/file.ts"),
      codebase: { root: at("api") },
    });
    expect(registry.covering("gone/src", at(".")).codebase.root).toBe(at("gone"));
    expect(registry.covering("file.txt/below", at(".")).realPath).toBe(at("file.txt/below"));
  });

  it("is the same object each time", () => {
    const { registry, at, tracked } = newPlace();
    tracked("api");
    expect(registry.covering("link", at(".")).codebase).toBe(registry.at(at("api")));
    expect(registry.tracked()).toEqual([registry.at(at("api"))]);
  });

  it("is kept, but what was asked about in vain is not, however much that is", () => {
    const { registry, at, tracked } = newPlace();
    tracked("api");
    const kept = registry.at(at("api"));
    const vain = registry.covering("vain0", at(".")).codebase;
    for (let path = 1; path < 1_100; path++) registry.covering(`vain${path}`, at("."));
    expect(registry.at(at("api"))).toBe(kept);
    expect(registry.covering("vain0", at(".")).codebase).not.toBe(vain);
  });

  it("is listed by root", () => {
    const { registry, at, tracked } = newPlace();
    tracked("other", "api", "api/vendor/lib");
    expect(registry.tracked().map(({ root }) => root)).toEqual([
      at("api"),
      at("api/vendor/lib"),
      at("other"),
    ]);
  });
});

describe("a folder that is required", () => {
  it.each([
    ["missing", "PATH_NOT_FOUND"],
    ["file.txt", "PATH_NOT_A_DIRECTORY"],
    ["file.txt/below", "PATH_NOT_FOUND"],
    ["x".repeat(300), "PATH_NOT_FOUND"],
  ])("cannot be %s", (path, code) => {
    const { at } = newPlace();
    expect(() => requireFolder(at(path))).toThrow(
      expect.objectContaining({ code, details: { path: at(path) } }),
    );
  });

  it("may be a folder, or a link to one", () => {
    const { at } = newPlace();
    for (const path of ["api", "link"]) expect(() => requireFolder(at(path))).not.toThrow();
  });

  itAsOrdinaryUser("has to be reachable", () => {
    const { at } = newPlace();
    chmodSync(at("api"), 0o000);
    onTestFinished(() => chmodSync(at("api"), 0o700));
    expect(() => requireFolder(at("api/src"))).toThrow(expect.objectContaining({ code: "PATH_UNREADABLE" }));
  });

  it("says of any other error that it cannot be read", () => {
    expect(pathError("/p", Object.assign(new Error("no"), { code: "EIO" }))).toMatchObject({
      code: "PATH_UNREADABLE",
      message: "/p cannot be read",
    });
  });
});

describe("the whole system", () => {
  it.each(["/", homedir(), ...(process.platform === "linux" ? ["/dev", "/proc/sys", "/sys"] : [])])(
    "is refused as %s",
    (path) => {
      expect(() => refuseWholeSystem(realPathOf(path))).toThrow(
        expect.objectContaining({ code: "PATH_REFUSED", details: { path: realPathOf(path) } }),
      );
    },
  );

  it("is not what lies in it", () => {
    for (const path of [join(homedir(), "project"), "/srv"])
      expect(() => refuseWholeSystem(path)).not.toThrow();
  });
});

it("what follows a name that does not exist is taken as it is, however long", () => {
  using folder = temporaryFolder();
  symlinkSync(folder.path, join(folder.path, "link"));
  const tail = "none/".repeat(8_000).slice(0, -1);
  expect(realPathOf(join(folder.path, "link", tail))).toBe(`${folder.path}/${tail}`);
});

describe("a name that Windows takes for something else", () => {
  it.each(["C:\\code\\.env.", "C:\\code\\.env::$DATA", "C:\\code\\nul.txt", "src/a.ts ", "D:a.ts"])(
    "is rejected there, and a name like any other elsewhere: %j",
    (path) => {
      expect(() => requireFileName(path, posix)).not.toThrow();
      expect(() => requireFileName(path, win32)).toThrow(
        expect.objectContaining({ code: "INVALID_ARGUMENTS", message: expect.stringContaining(path) }),
      );
    },
  );
});
