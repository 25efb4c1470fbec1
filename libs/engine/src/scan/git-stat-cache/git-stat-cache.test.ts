import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { FILE_KIND, type FolderManifest, HASH_BYTES } from "../../model/manifest.ts";
import { createInlinePreparer } from "../../prepare/preparer.ts";
import { git } from "../../testing/trees/git.ts";
import "../../testing/trees/no-git-settings.ts";
import { TimedTree } from "../../testing/trees/timed-tree.ts";
import { EditedTree, MANY_NAMES, MAX_FILE_BYTES, editsOf } from "../../testing/trees/tree-edits.ts";
import { type TemporaryFolder, temporaryFolder } from "../../testing/trees/tree.ts";
import { openRules } from "../rules.ts";
import { type WalkResult, walk } from "../walk.ts";
import { GitStatCache, type GitStatCacheInput } from "./git-stat-cache.ts";
import type { ScanFacts } from "./note.ts";

const SETTINGS = { customExtensions: [], ignorePatterns: [] };
const TEXTS = {
  "a.ts": "alpha",
  "b.ts": "beta",
  ".gitignore": "*.log\nbuild/\n",
  "x.log": "",
  "build/out.ts": "",
  "src/c.ts": "gamma",
  "src/d.ts": "delta",
  "src/deep/e.ts": "x",
  "src/deep/empty.ts": "",
  "lib/.gitignore": "g\n",
  "lib/f.ts": "f",
  "lib/g": "",
  'odd/it\'s "k".ts': "k",
  "odd/l\nm.ts": "l",
  "caf\u00e9/h.ts": "h",
  "cafe\u0301s/i.ts": "i",
  "fox/\u{1f98a}.ts": "j",
  "big/k.ts": "x".repeat(MAX_FILE_BYTES + 1),
};
/** Folders that can be left to git. */
const COVERED = ["", "caf\u00e9", "empty", "lib", "odd", "src", "src/deep"];

/** A tree that has been scanned, and git's index of it. */
class ScannedTree implements Disposable {
  readonly tree: TimedTree;
  private readonly folder: TemporaryFolder = temporaryFolder();
  private manifests: readonly FolderManifest[] = [];

  constructor() {
    this.tree = new TimedTree(join(this.folder.path, "code"));
    this.tree.writeAll(TEXTS);
    this.tree.folder("empty");
    symlinkSync("a.ts", this.tree.at("link"));
  }

  /** A tree whose files have settled. */
  static async make(): Promise<ScannedTree> {
    const made = trees.pop();
    if (!made) throw new Error("Too few trees were made");
    made.manifests = settled(await made.walk());
    made.cache("none").renew("1", (await made.walk()).folders, made.now);
    return made;
  }

  get note(): string {
    return join(this.folder.path, "git-stat-cache", "note.json");
  }

  get index(): string {
    return join(this.folder.path, "git-stat-cache", "index");
  }

  cache(version = "1", more: Partial<GitStatCacheInput> = {}): GitStatCache {
    return new GitStatCache({
      folder: this.folder.path,
      root: this.tree.root,
      version,
      minEntries: 1,
      ...more,
    });
  }

  /** Folders that need not be read, ascending. */
  async unchanged(
    version?: string,
    more?: Partial<GitStatCacheInput>,
    facts: Partial<ScanFacts> = {},
  ): Promise<string[]> {
    using cache = this.cache(version, more);
    cache.start();
    const mayHaveChanged = await cache.changesSince(this.previous, { ...this.now, ...facts });
    return mayHaveChanged ? [...this.previous.keys()].filter((path) => !mayHaveChanged(path)).sort() : [];
  }

  walk(unchanged?: ReadonlySet<string>): Promise<WalkResult> {
    const { root } = this.tree;
    return walk({
      root,
      rules: () => openRules(root, SETTINGS).policy.rootScope(),
      previous: this.previous,
      trustsVerdicts: true,
      mayHaveChanged: unchanged && ((path) => !unchanged.has(path)),
      ...this.later,
    });
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }

  get now(): ScanFacts {
    return { maxFileBytes: MAX_FILE_BYTES, nowMs: Date.now() };
  }

  private get later(): ScanFacts {
    return { maxFileBytes: MAX_FILE_BYTES, nowMs: this.tree.nowMs + 10_000 };
  }

  private get previous(): ReadonlyMap<string, FolderManifest> {
    return new Map(this.manifests.map((manifest) => [manifest.path, manifest]));
  }
}

/** Made early: files settle by the clock of the file system, which tests cannot set. */
const trees: ScannedTree[] = [];
beforeAll(async () => {
  for (let made = 0; made < 40; made++) trees.push(new ScannedTree());
  await sleep(2_100);
});
afterAll(() => trees.forEach((tree) => tree[Symbol.dispose]()));

/** As the index would store them: every file has been read. */
function settled({ folders }: WalkResult): FolderManifest[] {
  return folders.map(({ manifest }) => {
    for (const at of manifest.names.keys())
      if (manifest.kinds[at] === FILE_KIND) manifest.hashes.fill(7, at * HASH_BYTES, (at + 1) * HASH_BYTES);
    return manifest;
  });
}

const without = (...folders: string[]): string[] => COVERED.filter((folder) => !folders.includes(folder));

describe("folders that need not be read", () => {
  it("are all that can be left to git, if nothing has changed", async () => {
    using place = await ScannedTree.make();
    expect(await place.unchanged()).toEqual(COVERED);
    expect(
      (await place.walk(new Set(await place.unchanged()))).folders.every(({ isUnchanged }) => isUnchanged),
    ).toBe(true);
  });

  const edits: Record<string, { edit: (tree: TimedTree) => void; changed: string[] }> = {
    "a file has other bytes": { edit: (tree) => appendFileSync(tree.at("src/c.ts"), "!"), changed: ["src"] },
    "as many other bytes at the same time": {
      edit: (tree) => tree.rewriteUnseen("src/c.ts", "gamme"),
      changed: ["src"],
    },
    "a file was touched": { edit: (tree) => tree.touch("lib/f.ts"), changed: ["lib"] },
    "an ignore file has other rules": {
      edit: (tree) => writeFileSync(tree.at("lib/.gitignore"), "f.*\n"),
      changed: ["lib"],
    },
    "a file came": { edit: (tree) => writeFileSync(tree.at("src/deep/new.ts"), ""), changed: ["src/deep"] },
    "a file came into an empty folder": {
      edit: (tree) => writeFileSync(tree.at("empty/new.ts"), ""),
      changed: ["empty"],
    },
    "a file went": { edit: (tree) => rmSync(tree.at("b.ts")), changed: [""] },
    "a file has another name": {
      edit: (tree) => renameSync(tree.at("odd/l\nm.ts"), tree.at("odd/lm.ts")),
      changed: ["odd"],
    },
    "two files changed places": {
      edit: (tree) =>
        [
          ["c", "x"],
          ["d", "c"],
          ["x", "d"],
        ].forEach(([from, to]) => renameSync(tree.at(`src/${from}.ts`), tree.at(`src/${to}.ts`))),
      changed: ["src"],
    },
    "a file is a link": {
      edit: (tree) => [rmSync(tree.at("src/c.ts")), symlinkSync("d.ts", tree.at("src/c.ts"))],
      changed: ["src"],
    },
    "a file is a folder": {
      edit: (tree) => [rmSync(tree.at("src/c.ts")), tree.folder("src/c.ts")],
      changed: ["src"],
    },
    "a folder is a link to what it was": {
      edit: (tree) => [
        renameSync(tree.at("src/deep"), tree.at("build/deep")),
        symlinkSync("../build/deep", tree.at("src/deep")),
      ],
      changed: ["src", "src/deep"],
    },
    "what is ignored is a folder": {
      edit: (tree) => [rmSync(tree.at("x.log")), tree.folder("x.log")],
      changed: [""],
    },
    "a folder went": { edit: (tree) => tree.remove("src"), changed: ["", "src", "src/deep"] },
  };
  it.each(Object.entries(edits))("do not include the folder where %s", async (_, { edit, changed }) => {
    using place = await ScannedTree.make();
    edit(place.tree);
    expect(await place.unchanged()).toEqual(without(...changed));
  });

  it("are none without an index, and none if it belongs to another manifest", async () => {
    using place = await ScannedTree.make();
    expect(await place.unchanged("2")).toEqual([]);
    rmSync(place.note);
    expect(await place.unchanged()).toEqual([]);
  });

  it.each(["{", "null", '{"version":"1"}', '{"version":"1","covered":[["src",null]'])(
    "are none if the note is %s",
    async (text) => {
      using place = await ScannedTree.make();
      writeFileSync(place.note, text);
      expect(await place.unchanged()).toEqual([]);
    },
  );

  it.each([["src"], [null], [["src", [1, 2]]], [["src", "look"]], [[7, null]], [["src", null], {}]])(
    "are none if the note says that it covers %j",
    async (...covered) => {
      using place = await ScannedTree.make();
      writeFileSync(
        place.note,
        JSON.stringify({ ...(JSON.parse(readFileSync(place.note, "utf8")) as object), covered }),
      );
      expect(await place.unchanged()).toEqual([]);
    },
  );

  it("are none if git's index is cut, is another one, or is gone", async () => {
    using place = await ScannedTree.make();
    using other = await ScannedTree.make();
    const index = readFileSync(place.index);
    for (const bytes of [
      index.subarray(0, 100),
      index.subarray(0, -1),
      Buffer.alloc(index.length),
      readFileSync(other.index),
    ]) {
      writeFileSync(place.index, bytes);
      expect(await place.unchanged()).toEqual([]);
    }
    rmSync(place.index);
    expect(await place.unchanged()).toEqual([]);
  });

  it("are none if the clock was set back, or the limit on sizes has changed", async () => {
    using place = await ScannedTree.make();
    expect(await place.unchanged("1", {}, { nowMs: place.now.nowMs - 60_000 })).toEqual([]);
    expect(await place.unchanged("1", {}, { maxFileBytes: MAX_FILE_BYTES - 1 })).toEqual([]);
  });

  it("are not reported to a cancelled scan", async () => {
    using place = await ScannedTree.make();
    await expect(place.unchanged("1", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });
});

it.skipIf(process.platform === "win32")(
  "no folder is left to git if it could not examine a file, and only said so on its error stream",
  async () => {
    using place = await ScannedTree.make();
    using bin = temporaryFolder();
    writeFileSync(join(bin.path, "git"), "#!/bin/sh\necho 'src/c.ts: Permission denied' >&2\n", {
      mode: 0o755,
    });
    vi.stubEnv("PATH", `${bin.path}:${process.env["PATH"]}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await place.unchanged()).toEqual([]);
  },
);

describe("git's index", () => {
  it("leaves out a folder that has changed since, without being written again", async () => {
    using place = await ScannedTree.make();
    const { mtimeMs } = statSync(place.index);
    appendFileSync(place.tree.at("src/deep/e.ts"), "!");
    place.cache().follow("2", (await place.walk()).folders);
    expect([await place.unchanged("1"), await place.unchanged("2"), statSync(place.index).mtimeMs]).toEqual([
      [],
      without("src/deep"),
      mtimeMs,
    ]);
  });

  it("is made again by a scan of everything when it covers too little", async () => {
    using place = await ScannedTree.make();
    for (const path of ["a.ts", "lib/f.ts", "src/c.ts"]) appendFileSync(place.tree.at(path), "!");
    const { folders } = await place.walk();
    place.cache().follow("2", folders);
    expect(await place.unchanged("2")).toEqual([]);
    // Files that have just changed are not settled.
    place.cache().renew("2", folders, place.now);
    expect(existsSync(place.index)).toBe(false);
  });

  it("is not made for a small tree", async () => {
    using place = await ScannedTree.make();
    rmSync(place.note);
    place.cache("2", { minEntries: 1_000 }).renew("2", (await place.walk()).folders, place.now);
    expect(existsSync(place.note)).toBe(false);
  });

  it("is missing while it cannot be written, and made when it can", async () => {
    using place = await ScannedTree.make();
    const folder = join(place.note, "..");
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "in the way");
    place.cache("2").follow("2", (await place.walk()).folders);
    expect(await place.unchanged("2")).toEqual([]);
    place.cache("2").renew("2", (await place.walk()).folders, place.now);
    expect(await place.unchanged("2")).toEqual(COVERED);
    place
      .cache("2", { folder: join(place.note, "below a file") })
      .renew("3", (await place.walk()).folders, place.now);
  });
});

it("git runs no program that a repository around the files configures", async () => {
  using place = await ScannedTree.make();
  const { root } = place.tree;
  const ran = join(place.note, "..", "ran");
  git(root, "init", "--quiet");
  for (const [key, value] of [
    ["core.fsmonitor", `touch ${ran}`],
    ["filter.x.clean", `touch ${ran}; cat`],
    ["core.worktree", "/"],
  ] as const)
    git(root, "config", key, value);
  writeFileSync(place.tree.at(".git/info/attributes"), "* filter=x\n");
  place.tree.touch("src/c.ts");
  expect([await place.unchanged(), existsSync(ran)]).toEqual([without("", "src"), false]);
});

it("a scan with git's help finds the same as one without, whatever happens to the tree", async () => {
  using place = await ScannedTree.make();
  const edited = new EditedTree(place.tree, createInlinePreparer(MAX_FILE_BYTES));
  let leftToGit = 0;
  for (const [at, edit] of fc.sample(editsOf(MANY_NAMES), { numRuns: 120, seed: 7 }).entries()) {
    edited.apply(edit);
    const unchanged = new Set(await place.unchanged());
    leftToGit += unchanged.size;
    expect(await place.walk(unchanged), `after edit ${at}: ${JSON.stringify(edit)}`).toEqual(
      await place.walk(),
    );
  }
  edited.unlock();
  expect(leftToGit).toBeGreaterThan(100);
});
