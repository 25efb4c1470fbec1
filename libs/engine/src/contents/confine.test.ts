import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, truncateSync, unlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { readRegularFile, refuseHome, requireRoot } from "./confine.ts";

/** The code of the error that a call throws; null if it throws none. */
function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.code;
  }
}
const anywhere = (): void => undefined;
const read = (path: string): string | null => codeOf(() => readRegularFile(path, path, anywhere));
const canMakePipes = spawnSync("mkfifo", ["--version"]).error === undefined;

describe("the root of a path", () => {
  it("is the nearest of those that it lies in", () => {
    using folder = temporaryFolder();
    writeTree(folder.path, "\n//- a/b/c.ts\n//- ab/d.ts\n");
    const [a, b] = [join(folder.path, "a"), join(folder.path, "a/b")];
    expect(requireRoot("x", join(b, "c.ts"), [folder.path, b, a])).toBe(b);
    expect(requireRoot("x", join(a, "new.ts"), [b, a])).toBe(a);
    expect(requireRoot("x", a, [a])).toBe(a);
  });

  it("is not one whose name only begins alike", () => {
    expect(codeOf(() => requireRoot("x", "/code/apps/a.ts", ["/code/app"]))).toBe("PATH_OUTSIDE_ROOTS");
    expect(codeOf(() => requireRoot("x", "/code", ["/code/app"]))).toBe("PATH_OUTSIDE_ROOTS");
    expect(codeOf(() => requireRoot("x", "/code", []))).toBe("PATH_OUTSIDE_ROOTS");
  });

  it("is none that a link has taken the place of, and may be the whole file system", () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, "real"));
    symlinkSync(join(folder.path, "real"), join(folder.path, "link"));
    expect(() => requireRoot("x", join(folder.path, "real/a.ts"), [join(folder.path, "link")])).toThrow(
      expect.objectContaining({ code: "PATH_OUTSIDE_ROOTS" }),
    );
    expect(requireRoot("x", "/etc/hosts", ["/"])).toBe("/");
  });

  it("is named in no message: only the path that was asked for is", () => {
    expect(() => requireRoot("asked/for", "/secret/place", ["/code"])).toThrow(
      /^asked\/for is outside the folders that may be read$/,
    );
  });
});

describe("of Satori's home", () => {
  it("nothing is shown, by no way there", () => {
    using folder = temporaryFolder();
    const home = join(folder.path, "home");
    mkdirSync(join(home, "indexes/shop-1"), { recursive: true });
    symlinkSync(home, join(folder.path, "link"));
    for (const given of [home, join(folder.path, "link")]) {
      const refused = (path: string): string | null =>
        codeOf(() => refuseHome("x", join(folder.path, path), { home: given, root: folder.path }));
      for (const path of [
        "home/indexes/shop-1/index.db",
        "home/satori.config.json",
        "home/satori.config.json.old",
        "home",
      ])
        expect(refused(path)).toBe("PATH_OUTSIDE_ROOTS");
      for (const path of ["code/indexes/a.ts", "home.md"]) expect(refused(path)).toBe(null);
    }
    expect(() => refuseHome("~/a", join(home, "a"), { home, root: folder.path })).toThrow(
      /^~\/a is in SATORI_HOME, /,
    );
  });

  it("a root that is the home or lies in it shows what is not Satori's own", () => {
    const refused = (path: string, root: string): string | null =>
      codeOf(() => refuseHome("x", path, { home: "/data", root }));
    for (const [path, root] of [
      ["/data/code/a.ts", "/data"],
      ["/data/code/a.ts", "/data/code"],
      ["/data/a.md", "/data"],
    ] as const)
      expect(refused(path, root)).toBe(null);
    for (const path of [
      "/data/satori.config.json",
      "/data/cache.db-wal",
      "/data/indexes/a/index.db",
      "/data/compiled/x",
    ])
      expect(refused(path, "/data")).toBe("PATH_OUTSIDE_ROOTS");
    expect(refused("/data/indexes/a/codebase.json", "/data/indexes/a")).toBe("PATH_OUTSIDE_ROOTS");
  });
});

describe("reading", () => {
  it("gives the bytes of a regular file", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.bin");
    writeFile(path, Uint8Array.of(0, 255, 10));
    expect([...readRegularFile(path, path, anywhere)]).toEqual([0, 255, 10]);
    writeFile(path, "");
    expect(readRegularFile(path, path, anywhere)).toHaveLength(0);
  });

  it("refuses what is not there, or is no file", () => {
    using folder = temporaryFolder();
    writeFile(join(folder.path, "a.ts"), "x");
    expect(read(join(folder.path, "b.ts"))).toBe("PATH_NOT_FOUND");
    expect(read(join(folder.path, "a.ts", "b.ts"))).toBe("PATH_NOT_FOUND");
    expect(read(join(folder.path, "x".repeat(300)))).toBe("PATH_NOT_FOUND");
    expect(read(folder.path)).toBe("PATH_NOT_A_FILE");
  });

  it("does not follow a link that took the file's place after the check", () => {
    using folder = temporaryFolder();
    writeTree(folder.path, "\n//- root/a.ts\n//- secret.txt\nsecret\n");
    symlinkSync(join(folder.path, "secret.txt"), join(folder.path, "root/b.ts"));
    expect(read(join(folder.path, "root/b.ts"))).toBe("PATH_OUTSIDE_ROOTS");
  });

  it("does not follow a link that took the place of a folder on the way after the check", () => {
    using folder = temporaryFolder();
    writeTree(
      folder.path,
      "\n//- root/src/a.ts\nours\n//- elsewhere/a.ts\nsecret\n//- root/other/a.ts\nours too\n",
    );
    const root = join(folder.path, "root");
    const path = join(root, "src/a.ts");
    const readBelowRoot = (): string =>
      readRegularFile(path, path, (opened) => void requireRoot(path, opened, [root])).toString();
    expect(readBelowRoot()).toBe("ours\n");
    renameSync(join(root, "src"), join(root, "moved"));
    symlinkSync(join(folder.path, "elsewhere"), join(root, "src"));
    expect(codeOf(readBelowRoot)).toBe("PATH_OUTSIDE_ROOTS");
    unlinkSync(join(root, "src"));
    symlinkSync(join(root, "other"), join(root, "src"));
    expect(readBelowRoot()).toBe("ours too\n");
  });

  it.skipIf(!canMakePipes)("does not wait at a pipe that nobody writes to", () => {
    using folder = temporaryFolder();
    const pipe = join(folder.path, "pipe");
    spawnSync("mkfifo", [pipe]);
    expect(read(pipe)).toBe("PATH_NOT_A_FILE");
  });

  it.skipIf(!existsSync("/dev/zero"))("reads no device", () =>
    expect(read("/dev/zero")).toBe("PATH_NOT_A_FILE"),
  );

  it.skipIf(process.platform === "win32")("reads no socket", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "s");
    await using server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(read(path)).toBe("PATH_UNREADABLE");
  });

  itAsOrdinaryUser("says when the system refuses", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.ts");
    writeFile(path, "x");
    chmodSync(path, 0);
    expect(read(path)).toBe("PATH_UNREADABLE");
  });

  it("refuses a file that is larger than may be read, by its size alone", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "huge.log");
    writeFile(path, "");
    truncateSync(path, ENGINE_LIMITS.readFileBytes + 1);
    expect(read(path)).toBe("FILE_TOO_LARGE");
  });
});
