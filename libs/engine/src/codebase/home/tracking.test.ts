import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/trees/tree.ts";
import { INDEX_FILES, indexFolder } from "./home.ts";
import { tryLock } from "./lock.ts";
import {
  effectiveRoot,
  establish,
  folderIdentity,
  isTracked,
  renew,
  track,
  trackedRoots,
  untrack,
  untrackEmpty,
} from "./tracking.ts";

function newHome(...established: readonly string[]): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const root of established) establish(folder.path, root);
  return folder.path;
}

function clear(home: string, root: string): void {
  const lock = tryLock(indexFolder(home, root), 0);
  if (!lock) throw new Error("Somebody has the lock");
  untrack(home, root, lock);
}

describe("an index folder", () => {
  it("counts from its making to its removal", () => {
    const home = newHome();
    expect([isTracked(home, "/code"), folderIdentity(home, "/code"), trackedRoots(home)]).toEqual([
      false,
      null,
      [],
    ]);
    track(home, "/code");
    const identity = folderIdentity(home, "/code");
    track(home, "/code");
    expect([isTracked(home, "/code"), folderIdentity(home, "/code"), trackedRoots(home)]).toEqual([
      true,
      identity,
      ["/code"],
    ]);
    writeFileSync(join(indexFolder(home, "/code"), "index.db"), "");
    clear(home, "/code");
    expect([isTracked(home, "/code"), readdirSync(join(home, "indexes"))]).toEqual([false, []]);
  });

  it.each<[NodeJS.Platform, boolean]>([
    ["linux", false],
    ["win32", true],
  ])("is removed on %s, where an open lock keeps its file: %s", (platform, isKept) => {
    const home = newHome("/code");
    const folder = indexFolder(home, "/code");
    writeFileSync(join(folder, "index.db"), "");
    const lock = tryLock(folder, 0);
    if (!lock) throw new Error("Somebody has the lock");
    const namesAtRelease: string[][] = [];
    const release = (): void => {
      namesAtRelease.push(readdirSync(folder));
      lock[Symbol.dispose]();
    };
    untrack(home, "/code", { [Symbol.dispose]: release }, platform);
    expect(namesAtRelease).toEqual([isKept ? [INDEX_FILES.lock] : []]);
    expect(readdirSync(join(home, "indexes"))).toEqual([]);
  });

  it("that was cleared and made anew is another one", () => {
    const home = newHome();
    track(home, "/code");
    // A file system may give the new file the inode of the old one, but not its time.
    utimesSync(join(indexFolder(home, "/code"), INDEX_FILES.identity), 1, 1);
    const before = folderIdentity(home, "/code");
    clear(home, "/code");
    track(home, "/code");
    expect(folderIdentity(home, "/code")).not.toBe(before);
  });

  it("that is renewed is another one as well, and no run has completed in it", () => {
    const home = newHome("/code");
    utimesSync(join(indexFolder(home, "/code"), INDEX_FILES.identity), 1, 1);
    const before = folderIdentity(home, "/code");
    renew(home, "/code");
    expect(folderIdentity(home, "/code")).not.toBe(before);
    expect([trackedRoots(home), effectiveRoot(home, "/code"), effectiveRoot(home, "/code/src")]).toEqual([
      ["/code"],
      "/code",
      null,
    ]);
  });

  it("holds nothing of a process that died while it was writing into it", () => {
    const home = newHome();
    const folder = indexFolder(home, "/code");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${INDEX_FILES.identity}.new`), '{"path": "/co');
    establish(home, "/code");
    expect([trackedRoots(home), readdirSync(folder)]).toEqual([["/code"], [INDEX_FILES.identity]]);
  });

  it("cannot be made where there is a file", () => {
    const home = newHome();
    writeFileSync(join(home, "indexes"), "");
    expect(() => track(home, "/code")).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE", message: expect.stringContaining("SATORI_HOME") }),
    );
  });

  it("is looked for where there may be one: a home that can have none is a failure that says which it is", () => {
    const home = newHome();
    const file = join(home, "file");
    writeFileSync(file, "");
    const homes = [
      [file, "SATORI_HOME, or a folder in or above it, is a file"],
      [join(file, "below"), "SATORI_HOME, or a folder in or above it, is a file"],
      ...(process.platform === "linux" ? [["/proc/nope", "belongs to the kernel"]] : []),
    ] as const;
    for (const [path, reason] of homes) {
      const failure = expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining(reason),
        aboutOthers: `SATORI_HOME is ${path}.`,
      });
      for (const look of [() => trackedRoots(path), () => folderIdentity(path, "/code")])
        expect(look, path).toThrow(failure);
      expect(() => track(path, "/code"), path).toThrow(
        expect.objectContaining({ aboutOthers: `It would be ${indexFolder(path, "/code")}.` }),
      );
    }
    expect(trackedRoots(join(home, "not/yet"))).toEqual([]);
  });

  it("that asking for its lock has made goes with the lock, and one with anything else in it stays", () => {
    const home = newHome();
    const folder = indexFolder(home, "/code");
    const letGo = (): void => {
      const lock = tryLock(folder, 0);
      if (lock) untrackEmpty(home, "/code", lock);
    };
    letGo();
    expect(readdirSync(join(home, "indexes"))).toEqual([]);
    mkdirSync(folder);
    writeFileSync(join(folder, "index.db"), "");
    letGo();
    using lock = tryLock(folder, 0);
    expect([lock === null, readdirSync(folder).includes("index.db")]).toEqual([false, true]);
  });

  it("is free for others once it is removed", () => {
    const home = newHome("/code");
    clear(home, "/code");
    track(home, "/code");
    using lock = tryLock(indexFolder(home, "/code"), 0);
    expect(lock).not.toBeNull();
  });
});

describe("the registry", () => {
  it("lists roots in order, and passes over what is no index folder", () => {
    const home = newHome("/b", "/a/c", "/a");
    track(home, "/B");
    const indexes = join(home, "indexes");
    for (const [name, identity] of [
      ["damaged", "{"],
      ["foreign", '{"path": 7}'],
      ["null", "null"],
    ] as const) {
      mkdirSync(join(indexes, name));
      writeFileSync(join(indexes, name, INDEX_FILES.identity), identity);
    }
    mkdirSync(join(indexes, "empty"));
    writeFileSync(join(indexes, "file"), "");
    expect(trackedRoots(home)).toEqual(["/B", "/a", "/a/c", "/b"]);
  });

  it.each([
    ["/work/api", "/work/api"],
    ["/work/api/src/deep", "/work/api"],
    ["/work/api/vendor/lib/x.ts", "/work/api/vendor/lib"],
    ["/work/apis", "/"],
    ["/", "/"],
  ])("covers %s by %s", (path, root) => {
    expect(effectiveRoot(newHome("/work/api", "/work/api/vendor/lib", "/"), path)).toBe(root);
  });

  it("covers nothing else", () => {
    const home = newHome("/work/api");
    expect([
      effectiveRoot(home, "/work"),
      effectiveRoot(home, "/work/other"),
      effectiveRoot(home, "/"),
    ]).toEqual([null, null, null]);
  });

  it(
    "has a folder whose first run never completed covered by the one above it, except while that run " +
      "goes on",
    () => {
      const home = newHome("/work");
      track(home, "/work/api");
      expect([effectiveRoot(home, "/work/api"), effectiveRoot(home, "/work/api/src")]).toEqual([
        "/work",
        "/work",
      ]);
      {
        using _lock = tryLock(indexFolder(home, "/work/api"), 0);
        expect(effectiveRoot(home, "/work/api")).toBe("/work/api");
      }
      expect(effectiveRoot(home, "/work/api")).toBe("/work");
    },
  );

  it("lets a first run speak for the folders below it only while it goes on", () => {
    const home = newHome();
    track(home, "/work");
    expect([effectiveRoot(home, "/work"), effectiveRoot(home, "/work/api")]).toEqual(["/work", null]);
    {
      using _lock = tryLock(indexFolder(home, "/work"), 0);
      expect(effectiveRoot(home, "/work/api")).toBe("/work");
    }
    establish(home, "/work");
    expect(effectiveRoot(home, "/work/api")).toBe("/work");
  });
});
