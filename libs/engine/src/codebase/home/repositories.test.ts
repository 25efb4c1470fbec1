/** Which index file a codebase gets. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { TestPlace } from "../../testing/engine.ts";
import { committed, git } from "../../testing/trees/git.ts";
import { temporaryFolder, writeTree } from "../../testing/trees/tree.ts";
import { tryLock } from "./lock.ts";
import { type Removal, claimStore, removeUnused, sharedFolder } from "./repositories.ts";
import { track } from "./tracking.ts";

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

/** A repository with a commit and an origin. */
function newRepository(folder: string, origin = "https://example.org/team/shop.git"): string {
  const root = committed(writeTree(folder, "//- a.ts\na\n//- packages/app/b.ts\nb\n"));
  git(root, "remote", "add", "origin", origin);
  return root;
}

/** Name of the file that a codebase gets; null for one of its own. */
async function claimed(home: string, root: string): Promise<string | null> {
  let name: string | null | undefined;
  await claimStore({ home, root, record: (given) => void (name = given) });
  if (name === undefined) throw new Error("nothing was recorded");
  return name;
}

function recordOf(home: string, name: string | null): unknown {
  return JSON.parse(readFileSync(join(sharedFolder(home, name as string), "repository.json"), "utf8"));
}

describe("a shared index file", () => {
  it("is named after its repository, also below the top level", async () => {
    const [home, root] = [newFolder(), newRepository(join(newFolder(), "checkout"))];
    const name = await claimed(home, join(root, "packages/app"));
    expect(name).toMatch(/^shop-[0-9a-f]{12}$/);
    expect(recordOf(home, name)).toMatchObject({ origin: "example.org/team/shop", inside: "packages/app" });
  });

  it("is that of the repository around an empty .git folder", async () => {
    const [home, root] = [newFolder(), newRepository(join(newFolder(), "checkout"))];
    mkdirSync(join(root, "packages/app/.git"));
    expect(recordOf(home, await claimed(home, join(root, "packages/app")))).toMatchObject({
      origin: "example.org/team/shop",
      inside: "packages/app",
      commonDirs: [join(root, ".git")],
    });
  });
});

describe("clones of an origin", () => {
  const url = "https://example.org/team/shop.git";
  function clone(of: string, path: string): string {
    git(of, "clone", "-q", of, path);
    git(path, "remote", "set-url", "origin", url);
    return path;
  }

  it("share a file by the first commits that are recorded with it, read once", async () => {
    const [home, folder] = [newFolder(), newFolder()];
    const main = newRepository(join(folder, "main"), url);
    const first = git(main, "rev-parse", "HEAD").trim();
    const name = await claimed(home, main);
    expect(recordOf(home, name)).toMatchObject({ firstCommits: [first] });
    git(main, "worktree", "add", "-q", join(folder, "tree"));
    const record = recordOf(home, name) as object;
    const file = join(sharedFolder(home, name as string), "repository.json");
    writeFileSync(file, JSON.stringify({ ...record, firstCommits: [first, "f".repeat(40)] }));
    // A work tree needs no commits to be recognized.
    expect(await claimed(home, join(folder, "tree"))).toBe(name);
    expect(recordOf(home, name)).toMatchObject({ firstCommits: [first, "f".repeat(40)].sort() });
    expect(await claimed(home, clone(main, join(folder, "clone")))).toBe(name);
  });

  it("share it when the first clone is gone, which is forgotten", async () => {
    const [home, folder] = [newFolder(), newFolder()];
    const main = newRepository(join(folder, "main"), url);
    const name = await claimed(home, main);
    const other = clone(main, join(folder, "clone"));
    rmSync(main, { recursive: true });
    expect(await claimed(home, other)).toBe(name);
    expect(recordOf(home, name)).toMatchObject({ commonDirs: [join(other, ".git")] });
  });

  it("are recognized once there are commits and an origin", async () => {
    const [home, folder] = [newFolder(), newFolder()];
    const main = writeTree(join(folder, "main"), "//- a.ts\na\n");
    git(main, "init", "-q");
    const name = await claimed(home, main);
    expect(recordOf(home, name)).toMatchObject({ origin: null, firstCommits: [] });
    committed(main);
    git(main, "remote", "add", "origin", url);
    expect(await claimed(home, main)).toBe(name);
    expect(await claimed(home, clone(main, join(folder, "clone")))).toBe(name);
  });

  it("have files of their own if a replaced commit only looks like a common one", async () => {
    const [home, folder] = [newFolder(), newFolder()];
    const main = newRepository(join(folder, "main"), url);
    const name = await claimed(home, main);
    const foreign = join(folder, "foreign");
    git(main, "clone", "-q", main, foreign);
    git(foreign, "remote", "set-url", "origin", url);
    const common = git(foreign, "rev-parse", "HEAD").trim();
    git(foreign, "checkout", "-q", "--orphan", "other");
    git(foreign, "commit", "-q", "-m", "foreign");
    git(foreign, "replace", "--graft", "HEAD", common);
    expect(git(foreign, "rev-list", "--max-parents=0", "HEAD").trim()).toBe(common);
    expect(await claimed(home, foreign)).not.toBe(name);
  });
});

describe("a shared file without users", () => {
  async function check(
    removal: Partial<Removal>,
    expected: readonly string[],
    before: (home: string, root: string, name: string) => void = () => undefined,
  ): Promise<void> {
    const [home, root] = [newFolder(), newRepository(join(newFolder(), "checkout"))];
    const name = (await claimed(home, root)) as string;
    const folder = sharedFolder(home, name);
    for (const file of ["index.db", "index.db-wal", "unknown"]) writeFileSync(join(folder, file), "");
    before(home, root, name);
    removeUnused({ home, name, removeFiles: (from) => rmSync(join(from, "index.db")), ...removal });
    expect(existsSync(folder) ? readdirSync(folder).sort() : []).toEqual(expected);
  }
  const all = ["index.db", "index.db-wal", "lock.db", "repository.json", "unknown"];

  it("is removed with its folder", async () => {
    await check({}, []);
    await check({ platform: "win32" }, []);
  });

  it("stays while another process has the lock", () => check({ takeLock: () => null }, all));

  it("stays if an index names it", () => check({}, all, (home, root, name) => track(home, root, name)));

  // Reading the start of a process's memory fails with EIO.
  it.skipIf(process.platform !== "linux")("stays if the disk fails to read the identity of an index", () =>
    check({}, all, (home) => {
      mkdirSync(join(home, "indexes/some"), { recursive: true });
      symlinkSync("/proc/self/mem", join(home, "indexes/some/codebase.json"));
    }),
  );

  it("keeps what another process puts there as soon as the lock is free", async () => {
    let next: Disposable | null = null;
    const takeLock = (folder: string, nowMs: number): Disposable | null => {
      const lock = tryLock(folder, nowMs);
      return (
        lock && {
          [Symbol.dispose]() {
            lock[Symbol.dispose]();
            next = tryLock(folder, nowMs);
            for (const file of ["repository.json", "index.db"]) writeFileSync(join(folder, file), "new");
          },
        }
      );
    };
    await check({ takeLock }, ["index.db", "lock-owner.json", "lock.db", "repository.json"]);
    (next as Disposable | null)?.[Symbol.dispose]();
  });
});

describe.skipIf(process.platform === "win32")("a prepared repository is indexed", () => {
  /** Indexes a folder after `prepare` has changed the `.git` folder of its repository. */
  async function check(
    prepare: (main: string, tree: string) => void,
    indexed: "main" | "tree",
  ): Promise<void> {
    const place = new TestPlace();
    onTestFinished(() => place[Symbol.asyncDispose]());
    const main = newRepository(place.tree.at("main"));
    const tree = place.tree.at("tree");
    git(main, "worktree", "add", "-q", tree);
    prepare(main, tree);
    const engine = place.engine();
    const path = indexed === "main" ? main : tree;
    expect(await engine.call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
    await engine.engine.waitForRun(path, path);
    expect(await engine.call("search_text", { path, query: "b" })).toMatchObject({ status: "ok" });
  }
  const pipe = (path: string): void => {
    rmSync(path, { force: true });
    execFileSync("mkfifo", [path]);
  };
  const device = (path: string): void => {
    rmSync(path, { force: true });
    symlinkSync("/dev/zero", path);
  };

  it.each(["main", "tree"] as const)("with a pipe in the place of its configuration: %s", (indexed) =>
    check((main) => pipe(join(main, ".git/config")), indexed),
  );

  it.each(["main", "tree"] as const)("with a device in the place of its configuration: %s", (indexed) =>
    check((main) => device(join(main, ".git/config")), indexed),
  );

  it("with a pipe in the place of the common folder's name", () =>
    check((main) => pipe(join(main, ".git/worktrees/tree/commondir")), "tree"));

  it("with a pipe in the place of .git", () => check((_, tree) => pipe(join(tree, ".git")), "tree"));

  it("with a .git that leads to itself", async () => {
    const [home, folder] = [newFolder(), newFolder()];
    mkdirSync(join(folder, "sub"));
    symlinkSync(".git", join(folder, "sub/.git"));
    expect(await claimed(home, join(folder, "sub"))).toBeNull();
    const root = newRepository(join(folder, "repo"));
    symlinkSync(".git", join(root, "packages/app/.git"));
    expect(recordOf(home, await claimed(home, join(root, "packages/app")))).toMatchObject({
      inside: "packages/app",
    });
  });
});
