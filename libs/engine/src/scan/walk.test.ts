import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DirectoryScope } from "../ignore/directory-scope.ts";
import { MAX_RULES_PER_FILE } from "../ignore/limits.ts";
import { openIgnorePolicy } from "../ignore/policy.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { type FolderManifest, UNSETTLED_MTIME, entryKind, hashAt, kindCode } from "../model/manifest.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { TimedTree } from "../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { type WalkInput, type WalkResult, walk } from "./walk.ts";

const nobody = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };

function newTree(texts: Readonly<Record<string, string>> = {}): TimedTree {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const tree = new TimedTree(join(folder.path, "code"));
  tree.writeAll(texts);
  return tree;
}

/** A scan after the files have settled. */
function scan(
  tree: TimedTree,
  previous: readonly FolderManifest[] = [],
  options: Partial<WalkInput> = {},
): Promise<WalkResult> {
  const policy = openIgnorePolicy({ root: tree.root, environment: nobody, defaultPatterns: [] });
  const known = new Map(previous.map((folder) => [folder.path, folder]));
  return walk({
    root: tree.root,
    rules: () => policy.rootScope(),
    previous: known,
    trustsVerdicts: previous.length > 0,
    maxFileBytes: 100,
    nowMs: tree.nowMs + 10_000,
    ...options,
  });
}

/** Every name with its kind, folders with a `/`; in the order of the scan. */
function kindsOf({ folders }: WalkResult): Record<string, string> {
  const prefix = (path: string): string => (path === "" ? "" : `${path}/`);
  return Object.fromEntries(
    folders.flatMap(({ manifest }) =>
      manifest.names.map((name, at) => [`${prefix(manifest.path)}${name}`, entryKind(manifest, at)]),
    ),
  );
}

/** The manifests as the index would store them: every file that was to be read has a hash. */
function settled({ folders }: WalkResult): FolderManifest[] {
  return folders.map(({ manifest }) => {
    for (const at of manifest.names.keys())
      if (manifest.kinds[at] === kindCode("file")) manifest.hashes.fill(7, at * 16, at * 16 + 16);
    return manifest;
  });
}

/** Paths of files that a scan would have read again. */
function unhashed({ folders }: WalkResult): string[] {
  return folders.flatMap(({ manifest }) =>
    manifest.names
      .filter((_, at) => manifest.kinds[at] === kindCode("file") && /^0+$/.test(hashAt(manifest, at)))
      .map((name) => (manifest.path === "" ? name : `${manifest.path}/${name}`)),
  );
}

/** Rules that ignore nothing, like those of a version with fewer built-in patterns. */
const everything = (): DirectoryScope =>
  DirectoryScope.ofRoot({ own: [], satoriignore: [], gitignore: [], below: [], isKnown: true }, () => null);

/** Rules that must not be evaluated. */
const noRules = (): never => {
  throw new Error("A rule was asked");
};

describe("a first scan", () => {
  it("says of every name what it is", async () => {
    const tree = newTree({
      "a.ts": "x",
      "big.ts": "x".repeat(101),
      "out.log": "",
      ".gitignore": "*.log\nbuild/\n",
      "src/b.ts": "",
      "build/c.ts": "",
      "src/.satoriignore": "d*\n",
      "src/d.ts": "",
    });
    tree.folder("empty");
    expect(kindsOf(await scan(tree))).toEqual({
      ".gitignore": "file",
      "a.ts": "file",
      "big.ts": "too_large",
      build: "ignored_folder",
      empty: "folder",
      "out.log": "ignored_file",
      src: "folder",
      "src/.satoriignore": "file",
      "src/b.ts": "file",
      "src/d.ts": "ignored_file",
    });
  });

  it("lists folders depth first, names ascending", async () => {
    const tree = newTree({ "b/x": "", "a/z/y": "", "a/b": "", "a.b/c": "", "B/a": "" });
    const { folders } = await scan(tree);
    expect(folders.map(({ manifest }) => manifest.path)).toEqual(["", "B", "a", "a/z", "a.b", "b"]);
  });

  it("never follows a link: not to a file, not to a folder, not in a circle, not out of the root", async () => {
    const tree = newTree({ "real/a.ts": "" });
    for (const [name, target] of [
      ["to-file", "real/a.ts"],
      ["to-folder", "real"],
      ["loop", "."],
      ["real/up", ".."],
      ["out", "/"],
      ["dangling", "nowhere"],
      [".gitignore", "real/a.ts"],
    ] as const)
      symlinkSync(target, tree.at(name));
    expect(kindsOf(await scan(tree))).toEqual({
      ".gitignore": "link",
      dangling: "link",
      loop: "link",
      out: "link",
      real: "folder",
      "to-file": "link",
      "to-folder": "link",
      "real/a.ts": "file",
      "real/up": "link",
    });
  });

  it.skipIf(process.platform === "win32")("leaves alone what is neither file nor folder", async () => {
    const tree = newTree();
    const server = createServer().listen(tree.at("socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(kindsOf(await scan(tree))).toEqual({ socket: "special" });
    await new Promise((resolve) => server.close(resolve));
  });

  it("takes names with line ends, quotes, blanks and emoji as they are", async () => {
    const names = [" ", "a\nb", 'it\'s "quoted"', "\u{1f98a}.md", "*", "-rf", "\\"];
    const tree = newTree(Object.fromEntries(names.map((name) => [name, ""])));
    expect(Object.keys(kindsOf(await scan(tree)))).toEqual([...names].sort());
  });

  it.runIf(process.platform === "linux")(
    "keeps to one of several spellings of a name, the composed one if it is there",
    async () => {
      const [composed, decomposed] = ["caf\u00e9", "cafe\u0301"];
      const tree = newTree({
        [`${composed}.ts`]: "1",
        [`${decomposed}.ts`]: "2",
        [`${decomposed}.md`]: "3",
        "\u212b.ts": "angstrom sign",
        "A\u030a.ts": "A with ring",
      });
      tree.writeAll({ [`${composed}/a.ts`]: "", [`${decomposed}/b.ts`]: "" });
      expect(kindsOf(await scan(tree))).toEqual({
        [`${composed}.ts`]: "file",
        [`${decomposed}.ts`]: "invalid_name",
        [`${decomposed}.md`]: "file",
        [composed]: "folder",
        [decomposed]: "invalid_name",
        [`${composed}/a.ts`]: "file",
        "A\u030a.ts": "file",
        "\u212b.ts": "invalid_name",
      });
    },
  );

  it.runIf(process.platform === "linux")(
    "knows a folder by its composed name, and finds it on the disk by its own",
    async () => {
      const tree = newTree({ "cafe\u0301/n\u0303/a.ts": "" });
      const { folders } = await scan(tree);
      expect(folders.map(({ manifest, diskPath }) => [manifest.path, diskPath])).toEqual([
        ["", ""],
        ["caf\u00e9", "cafe\u0301"],
        ["caf\u00e9/\u00f1", "cafe\u0301/n\u0303"],
      ]);
    },
  );

  it.runIf(process.platform === "linux")("cannot name what is no UTF-8", async () => {
    const tree = newTree({ "ok.ts": "" });
    for (const byte of [0xfe, 0xff])
      writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/`), Buffer.from([byte, 0x2e, 0x74, 0x73])]), "");
    const { folders } = await scan(tree);
    expect(
      folders[0]?.manifest.names.map((name, at) => [
        name,
        entryKind(folders[0]?.manifest as FolderManifest, at),
      ]),
    ).toEqual([
      ["ok.ts", "file"],
      ["\ufffd.ts", "invalid_name"],
      ["\ufffd.ts", "invalid_name"],
    ]);
  });

  it("stops at its limit of depth, and says where; the next one finds nothing new there", async () => {
    const tree = newTree({ [`${"d/".repeat(ENGINE_LIMITS.maxDepth + 2)}deep.ts`]: "" });
    const first = await scan(tree);
    const { folders } = first;
    const tooDeep = "d/".repeat(ENGINE_LIMITS.maxDepth) + "d";
    expect(first.unreadable).toEqual([tooDeep]);
    for (const options of [{}, { mayHaveChanged: () => false }]) {
      const next = await scan(tree, settled(first), options);
      expect([next.unreadable, next.folders.every(({ isUnchanged }) => isUnchanged)]).toEqual([
        [tooDeep],
        true,
      ]);
    }
    expect(folders.length).toBe(ENGINE_LIMITS.maxDepth + 1);
    const last = folders.at(-1)?.manifest;
    expect([last?.names, last && entryKind(last, 0)]).toEqual([["d"], "unreadable"]);
  });

  it("ends with an error of the system where there is no root, and when it is cancelled", async () => {
    const tree = newTree();
    rmSync(tree.root, { recursive: true });
    await expect(scan(tree)).rejects.toMatchObject({ code: "ENOENT" });
    mkdirSync(tree.root);
    await expect(scan(tree, [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });
});

describe("a scan of what was scanned before", () => {
  const texts = {
    ".gitignore": "*.log\nout/\n",
    "a.ts": "1",
    "b.log": "",
    "src/c.ts": "2",
    "src/deep/d.ts": "3",
    "src/deep/.gitignore": "e.ts\n",
    "src/deep/e.ts": "",
    "out/f.ts": "",
  };

  it("asks no rule, and finds every folder unchanged, where nothing changed", async () => {
    const tree = newTree(texts);
    const again = await scan(tree, settled(await scan(tree)), { rules: noRules });
    expect(again.folders.map(({ isUnchanged }) => isUnchanged)).toEqual([true, true, true]);
  });

  it("takes over more folders in one than a call takes arguments", async () => {
    const names = Array.from({ length: 130_000 }, (_, at) => `f${at}`).sort();
    const empty = { names: [], kinds: new Uint8Array(), hashes: new Uint8Array(), stats: new Float64Array() };
    const root: FolderManifest = {
      path: "",
      names,
      kinds: new Uint8Array(names.length).fill(kindCode("folder")),
      hashes: new Uint8Array(names.length * 16),
      stats: new Float64Array(names.length * 4),
    };
    const { folders } = await scan(
      newTree(),
      [root, ...names.map((path): FolderManifest => ({ ...empty, path }))],
      { mayHaveChanged: () => false },
    );
    expect(folders.map(({ manifest }) => manifest.path)).toEqual(["", ...names]);
  });

  it("reads again what has another size, time or inode, and nothing else", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.write("a.ts", "11");
    tree.wait();
    tree.touch("src/c.ts");
    expect(unhashed(await scan(tree, before, { rules: noRules }))).toEqual(["a.ts", "src/c.ts"]);
  });

  it("is not deceived by another file of the same size and time", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.write("src/deep/copy.ts", "4");
    tree.rename("src/deep/copy.ts", "src/deep/d.ts");
    expect(unhashed(await scan(tree, before, { rules: noRules }))).toEqual(["src/deep/d.ts"]);
  });

  it("is not deceived by content of the same size whose time was set back", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.rewriteUnseen("src/deep/d.ts", "4");
    expect(unhashed(await scan(tree, before))).toEqual(["src/deep/d.ts"]);
    tree.rewriteUnseen("src/deep/.gitignore", "d.ts\n");
    expect(kindsOf(await scan(tree, before))).toMatchObject({
      "src/deep/d.ts": "ignored_file",
      "src/deep/e.ts": "file",
    });
  });

  it("has every file read, and asks every rule, where it is to believe nothing", async () => {
    const tree = newTree({ ...texts, "large.ts": "x".repeat(101) });
    const before = settled(await scan(tree));
    const again = await scan(tree, before, { readsAll: true });
    expect(unhashed(again)).toEqual([
      ".gitignore",
      "a.ts",
      "src/c.ts",
      "src/deep/.gitignore",
      "src/deep/d.ts",
    ]);
    expect(kindsOf(again)).toMatchObject({
      "b.log": "ignored_file",
      "large.ts": "too_large",
      out: "ignored_folder",
      "src/deep/e.ts": "ignored_file",
    });
    await expect(scan(tree, before, { readsAll: true, rules: noRules })).rejects.toThrow("A rule was asked");
  });

  it("asks rules for new names only", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.writeAll({ "src/deep/new.ts": "", "src/deep/new.log": "" });
    const again = await scan(tree, before);
    expect(unhashed(again)).toEqual(["src/deep/new.ts"]);
    expect(kindsOf(again)["src/deep/new.log"]).toBe("ignored_file");
    expect(again.folders.map(({ isUnchanged }) => isUnchanged)).toEqual([true, true, false]);
  });

  it("asks all rules again in and below a folder whose control files changed", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.write("src/.gitignore", "d.ts\n");
    expect(kindsOf(await scan(tree, before))).toMatchObject({
      "src/c.ts": "file",
      "src/deep/d.ts": "ignored_file",
      "src/deep/e.ts": "ignored_file",
    });
    tree.remove("src/.gitignore");
    tree.write("src/deep/.gitignore", "d.*\n");
    expect(kindsOf(await scan(tree, before))).toMatchObject({
      "src/deep/d.ts": "ignored_file",
      "src/deep/e.ts": "file",
    });
    tree.remove("src/deep/.gitignore");
    expect(kindsOf(await scan(tree, before))).toMatchObject({
      "src/deep/d.ts": "file",
      "src/deep/e.ts": "file",
    });
  });

  it("trusts no verdict when rules outside the tree changed", async () => {
    const tree = newTree(texts);
    const before = settled(await scan(tree));
    tree.write(".gitignore", "src/\n");
    expect(kindsOf(await scan(tree, before, { trustsVerdicts: false }))).toMatchObject({
      src: "ignored_folder",
      "b.log": "file",
      out: "folder",
      "out/f.ts": "file",
    });
  });

  it("judges a name anew that was a file and is a folder now, and the other way round", async () => {
    const tree = newTree({ "a.log": "", "b.log/x": "", "c/y": "", d: "", ".gitignore": "*.log\n!*.log/\n" });
    const before = settled(await scan(tree));
    for (const path of ["a.log", "b.log", "c", "d"]) tree.remove(path);
    tree.writeAll({ "a.log/x": "", "b.log": "", c: "", "d/y": "" });
    expect(kindsOf(await scan(tree, before))).toEqual({
      ".gitignore": "file",
      "a.log": "folder",
      "b.log": "ignored_file",
      c: "file",
      d: "folder",
      "a.log/x": "file",
      "d/y": "file",
    });
  });

  it("reads a file again that was written shortly before the last scan, until it has settled", async () => {
    const tree = newTree({ "a.ts": "1" });
    const fresh = await scan(tree, [], { nowMs: tree.nowMs + 1_999 });
    expect(fresh.folders[0]?.manifest.stats[1]).toBe(UNSETTLED_MTIME);
    const later = await scan(tree, settled(fresh));
    expect([unhashed(later), later.folders[0]?.manifest.stats[1]]).toEqual([["a.ts"], tree.nowMs]);
    expect(unhashed(await scan(tree, settled(later)))).toEqual([]);
  });

  it(
    "trusts no verdict where an ignore file was written shortly before the last scan: it may have been " +
      "written again",
    async () => {
      const tree = newTree({ "src/.gitignore": "b.ts\n", "src/b.ts": "" });
      const kindAfter = async (ageMs: number): Promise<string | undefined> => {
        const before = await scan(tree, [], { rules: everything, nowMs: tree.nowMs + ageMs });
        return kindsOf(await scan(tree, settled(before)))["src/b.ts"];
      };
      expect([await kindAfter(1_999), await kindAfter(10_000)]).toEqual(["ignored_file", "file"]);
    },
  );

  it("follows a file across the limit of size", async () => {
    const tree = newTree({ "a.ts": "1" });
    const before = settled(await scan(tree));
    tree.write("a.ts", "1".repeat(101));
    const large = await scan(tree, before);
    expect([kindsOf(large), unhashed(large)]).toEqual([{ "a.ts": "too_large" }, []]);
    tree.write("a.ts", "1".repeat(100));
    const small = await scan(tree, settled(large));
    expect([kindsOf(small), unhashed(small)]).toEqual([{ "a.ts": "file" }, ["a.ts"]]);
    // Or the size limit for files.
    expect(kindsOf(await scan(tree, settled(small), { maxFileBytes: 99 }))).toEqual({ "a.ts": "too_large" });
  });

  it("tries again with every scan to read what could not be read", async () => {
    const tree = newTree({ "a.ts": "1" });
    const before = settled(await scan(tree));
    before[0]?.kinds.fill(kindCode("unreadable"));
    before[0]?.hashes.fill(0);
    expect(unhashed(await scan(tree, before))).toEqual(["a.ts"]);
  });
});

it("a folder that is gone when its turn comes is empty, not unreadable", async () => {
  const tree = newTree({ "a.ts": "", "moved/b.ts": "", "moved/deep/c.ts": "" });
  const before = settled(await scan(tree));
  tree.rename("moved", "elsewhere");
  const result = await scan(tree, before, { mayHaveChanged: (path) => path === "moved" });
  expect([result.unreadable, kindsOf(result)]).toEqual([[], { "a.ts": "file", moved: "folder" }]);
});

describe("what lets nobody look", () => {
  itAsOrdinaryUser("is named, and neither listed nor an error", async () => {
    const tree = newTree({ "locked/a.ts": "", "open/b.ts": "" });
    chmodSync(tree.at("locked"), 0o000);
    onTestFinished(() => chmodSync(tree.at("locked"), 0o700));
    const result = await scan(tree);
    expect([result.unreadable, kindsOf(result)]).toEqual([
      ["locked"],
      { locked: "unreadable", open: "folder", "open/b.ts": "file" },
    ]);
  });

  itAsOrdinaryUser("is noted in the folder above it, and forgotten when it can be listed again", async () => {
    const tree = newTree({ "src/cafe\u0301/deep/a.ts": "", "src/b.ts": "" });
    const before = settled(await scan(tree));
    chmodSync(tree.at("src/cafe\u0301"), 0o000);
    onTestFinished(() => chmodSync(tree.at("src/cafe\u0301"), 0o700));
    const locked = await scan(tree, before);
    expect(locked.unreadable).toEqual(["src/caf\u00e9"]);
    expect(kindsOf(locked)).toEqual({ src: "folder", "src/b.ts": "file", "src/cafe\u0301": "unreadable" });
    expect(before.map(({ path, kinds }) => [path, kinds.includes(kindCode("unreadable"))])).toEqual([
      ["", false],
      ["src", false],
      ["src/caf\u00e9", false],
      ["src/caf\u00e9/deep", false],
    ]);
    chmodSync(tree.at("src/cafe\u0301"), 0o700);
    const known = new Map(
      [...before, ...locked.folders.map(({ manifest }) => manifest)].map((folder) => [folder.path, folder]),
    );
    expect(kindsOf(await scan(tree, [...known.values()]))).toEqual(kindsOf(await scan(tree)));
  });

  itAsOrdinaryUser(
    "is judged anew, with all below it, when it can be listed again: rules may have changed meanwhile",
    async () => {
      const tree = newTree({
        "src/.gitignore": "c.ts\n",
        "src/a.ts": "",
        "src/deep/b.ts": "",
        "src/deep/c.ts": "",
      });
      const before = settled(await scan(tree));
      chmodSync(tree.at("src"), 0o000);
      onTestFinished(() => chmodSync(tree.at("src"), 0o700));
      tree.write(".gitignore", "b.ts\n");
      const locked = await scan(tree, before, { trustsVerdicts: false });
      chmodSync(tree.at("src"), 0o700);
      const known = new Map([...before, ...settled(locked)].map((folder) => [folder.path, folder]));
      const opened = await scan(tree, [...known.values()]);
      expect(kindsOf(opened)).toEqual(kindsOf(await scan(tree)));
      expect(kindsOf(opened)).toMatchObject({
        "src/deep/b.ts": "ignored_file",
        "src/deep/c.ts": "ignored_file",
        "src/a.ts": "file",
      });
    },
  );

  itAsOrdinaryUser(
    "counts as closed for its ignore file alone, and keeps what was known of it until that can be read",
    async () => {
      const tree = newTree({
        "src/.gitignore": "a.ts\n",
        "src/a.ts": "1",
        "src/b.ts": "1",
        "src/deep/c.ts": "1",
        "d.ts": "1",
      });
      const first = await scan(tree);
      const before = settled(first);
      chmodSync(tree.at("src/.gitignore"), 0);
      const locked = await scan(tree, before);
      expect([locked.unreadable, kindsOf(locked)]).toEqual([["src"], { "d.ts": "file", src: "unreadable" }]);
      expect(kindsOf(await scan(tree))).toEqual(kindsOf(locked));
      chmodSync(tree.at("src/.gitignore"), 0o600);
      const known = new Map([...before, ...settled(locked)].map((folder) => [folder.path, folder]));
      expect(kindsOf(await scan(tree, [...known.values()]))).toEqual(kindsOf(first));
    },
  );

  it("is a folder whose ignore file has too many rules, also to a verdict on a single new file", async () => {
    const tree = newTree({ "src/.gitignore": "", "src/b.ts": "1" });
    tree.write("src/.gitignore", "x\n".repeat(MAX_RULES_PER_FILE + 1));
    const before = settled(await scan(tree, [], { rules: everything }));
    tree.write("src/new.ts", "1");
    expect((await scan(tree, before)).unreadable).toEqual(["src"]);
    expect((await scan(tree)).unreadable).toEqual(["src"]);
    tree.write(".satoriignore", "x\n".repeat(MAX_RULES_PER_FILE + 1));
    await expect(scan(tree, before, { trustsVerdicts: false })).rejects.toMatchObject({
      code: "PATH_UNREADABLE",
    });
  });

  itAsOrdinaryUser(
    "has files that are still to be read, where a folder can be listed but not entered",
    async () => {
      const tree = newTree({ "locked/a.ts": "1" });
      const before = settled(await scan(tree));
      chmodSync(tree.at("locked"), 0o400);
      onTestFinished(() => chmodSync(tree.at("locked"), 0o700));
      expect(unhashed(await scan(tree, before))).toEqual(["locked/a.ts"]);
    },
  );
});
