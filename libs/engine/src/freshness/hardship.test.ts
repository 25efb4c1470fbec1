/**
 * Events in the tree of a codebase in use: after each, the next answer is correct or says why it may not be.
 */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ToolName } from "@satori/contracts";
import type { EngineConfig } from "../config.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { itAsOrdinaryUser } from "../testing/trees/ordinary-user.ts";
import { type Said, foundFiles, said } from "../testing/said.ts";

/** Far longer than any test, so that no change is found by age. */
const A_DAY = 24 * 3_600_000;
const WAYS: readonly (readonly [string, Partial<EngineConfig>])[] = [
  ["with a live watch", { watch: true, freshnessMs: A_DAY }],
  ["without a watch", { freshnessPolicy: "always" }],
];
const TEXTS = { "a.py": "def alpha(): pass\n", "src/b.py": "def beta(): pass\n" };

interface InUse {
  readonly place: TestPlace;
  readonly engine: TestEngine;
  /**
   * Searches for a word: the part of the envelope that says how the search went, and the files with the word.
   */
  readonly ask: (word: string) => Promise<Said & { readonly files: readonly string[] }>;
}

async function inUse(
  config: Partial<EngineConfig>,
  texts: Readonly<Record<string, string>> = TEXTS,
): Promise<InUse> {
  const place = new TestPlace(texts);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine({ config });
  const ask = async (word: string): Promise<Said & { readonly files: readonly string[] }> => {
    const answer = await engine.call("search_codebase", { query: `must:${word} ${word}`, scope: "mixed" });
    return { ...said(answer), files: foundFiles(answer) };
  };
  await engine.index();
  // A watch vouches for what it saw between two scans, and needs another scan for all folders that it began
  // to watch meanwhile.
  for (let looks = 0; looks < 4; looks++) await ask("alpha");
  return { place, engine, ask };
}

const synced = (changes: Partial<Said["changes"]>, files: readonly string[]): object => ({
  status: "ok",
  mode: "synced",
  changes: { added: 0, removed: 0, modified: 0, ...changes },
  files,
});
const fresh = (files: readonly string[]): object => ({ status: "ok", mode: "fresh", files });

describe.each(WAYS)("%s", (_, config) => {
  it("other bytes of the same size and mtime are found", async () => {
    const { place, ask } = await inUse(config);
    const { size, mtimeMs } = statSync(place.tree.at("src/b.py"));
    place.tree.rewriteUnseen("src/b.py", "def best(): pass\n");
    expect(statSync(place.tree.at("src/b.py"))).toMatchObject({ size, mtimeMs });
    expect(await ask("best")).toEqual(synced({ modified: 1 }, ["src/b.py"]));
    expect(await ask("best")).toEqual(fresh(["src/b.py"]));
  });

  it("a file whose name changes in case alone has its new name, and no other", async () => {
    const { place, engine, ask } = await inUse(config);
    const [before] = await idsOf(engine, "a.py");
    place.tree.rename("a.py", "A.py");
    expect(await ask("alpha")).toEqual(synced({ added: 1, removed: 1 }, ["A.py"]));
    const [after] = await idsOf(engine, "A.py");
    expect([await idsOf(engine, "a.py"), after === before]).toEqual([[], false]);
    expect(await engine.call("read_file", { open_symbol: after })).toMatchObject({
      status: "ok",
      file: "A.py",
      content: TEXTS["a.py"],
    });
    expect(await engine.call("read_file", { open_symbol: before })).toMatchObject({ status: "not_found" });
    expect(await ask("alpha")).toEqual(fresh(["A.py"]));
  });

  it("so has a folder, with all that is in it, there and back", async () => {
    const { place, engine, ask } = await inUse(config, {
      ...TEXTS,
      "src/deep/c.py": "def beta(): return 1\n",
      "src/.gitignore": "d.py\n",
      "src/d.py": "def beta(): return 2\n",
    });
    const { merkleRoot } = await engine.codebase.store().head();
    const ids = await idsOf(engine, "src/b.py");
    place.tree.rename("src", "Src");
    expect(await ask("beta")).toMatchObject({
      status: "ok",
      changes: { added: 3, removed: 3 },
      files: ["Src/b.py", "Src/deep/c.py"],
    });
    expect([await idsOf(engine, "src/b.py"), await idsOf(engine, "Src/b.py")]).toEqual([
      [],
      [expect.not.stringMatching(ids[0] ?? "")],
    ]);
    place.tree.write("Src/deep/c.py", "def gamma(): pass\n");
    expect(await ask("gamma")).toEqual(synced({ modified: 1 }, ["Src/deep/c.py"]));
    place.tree.write("Src/deep/c.py", "def beta(): return 1\n");
    place.tree.rename("Src", "src");
    expect(await ask("beta")).toMatchObject({
      status: "ok",
      changes: { added: 3, removed: 3 },
      files: ["src/b.py", "src/deep/c.py"],
    });
    expect([(await engine.codebase.store().head()).merkleRoot, await idsOf(engine, "src/b.py")]).toEqual([
      merkleRoot,
      ids,
    ]);
  });

  it("a folder becomes a file, and a file a folder, under the name of the other", async () => {
    const { place, ask } = await inUse(config, { ...TEXTS, "lib.py/c.py": "def gamma(): pass\n" });
    place.tree.remove("lib.py");
    place.tree.write("lib.py", "def gamma(): return 1\n");
    expect(await ask("gamma")).toEqual(synced({ added: 1, removed: 1 }, ["lib.py"]));
    place.tree.remove("lib.py");
    place.tree.write("lib.py/deep/c.py", "def gamma(): return 2\n");
    expect(await ask("gamma")).toEqual(synced({ added: 1, removed: 1 }, ["lib.py/deep/c.py"]));
    expect(await ask("gamma")).toEqual(fresh(["lib.py/deep/c.py"]));
  });

  it(
    "a root that was moved away is answered for by the index, which says that it could not look; nothing " +
      "is lost when it is back",
    async () => {
      const { place, engine, ask } = await inUse(config);
      const { root } = place.tree;
      renameSync(root, `${root}-moved`);
      expect(await ask("alpha")).toEqual({
        status: "ok",
        mode: "failed",
        files: ["a.py"],
        warnings: ["INDEX_MAY_BE_BEHIND"],
      });
      await expectRefused(engine, "PATH_NOT_FOUND");
      // Changes while it was at another path count too.
      writeFileSync(join(`${root}-moved`, "src/b.py"), "def alpha(): return 2\n");
      renameSync(`${root}-moved`, root);
      expect(await ask("alpha")).toEqual(synced({ modified: 1 }, ["a.py", "src/b.py"]));
      expect(await ask("alpha")).toEqual(fresh(["a.py", "src/b.py"]));
    },
  );

  it(
    "a root that was deleted and made anew is followed as before, be it that the system gives it the " +
      "same inode",
    async () => {
      const { place, engine, ask } = await inUse(config);
      const { root } = place.tree;
      rmSync(root, { recursive: true });
      mkdirSync(root);
      place.tree.write("c.py", "def alpha(): return 3\n");
      expect(await ask("alpha")).toEqual(synced({ added: 1, removed: 2 }, ["c.py"]));
      for (let looks = 0; looks < 3; looks++) expect(await ask("alpha")).toEqual(fresh(["c.py"]));
      place.tree.write("d.py", "def alpha(): return 4\n");
      expect(await ask("alpha")).toEqual(synced({ added: 1 }, ["c.py", "d.py"]));
      expect(await engine.call("manage_index", { action: "status" })).toMatchObject({
        status: "ok",
        index: { files: 2, watch: { state: config.watch ? "live" : "off" } },
      });
    },
  );

  it("a root that another folder has taken the place of has the files of that one", async () => {
    const { place, ask } = await inUse(config);
    const { root } = place.tree;
    renameSync(root, `${root}-moved`);
    place.tree.write("a.py", "def alpha(): return 5\n");
    expect(await ask("alpha")).toEqual(synced({ removed: 1, modified: 1 }, ["a.py"]));
    rmSync(root, { recursive: true });
    renameSync(`${root}-moved`, root);
    expect(await ask("beta")).toEqual(synced({ added: 1, modified: 1 }, ["src/b.py"]));
  });

  it("a root that is a file now is said to be none", async () => {
    const { place, engine, ask } = await inUse(config);
    const { root } = place.tree;
    renameSync(root, `${root}-moved`);
    writeFileSync(root, "a file\n");
    expect(await ask("alpha")).toEqual({
      status: "ok",
      mode: "failed",
      files: ["a.py"],
      warnings: ["INDEX_MAY_BE_BEHIND"],
    });
    await expectRefused(engine, "PATH_NOT_A_DIRECTORY", ["create", "forced create", "reindex", "sync"]);
    rmSync(root);
    renameSync(`${root}-moved`, root);
    expect(await ask("alpha")).toEqual(fresh(["a.py"]));
  });

  itAsOrdinaryUser(
    "a root that nobody may read any more is answered for by the index, and read again when somebody may",
    async () => {
      const { place, engine, ask } = await inUse(config);
      const { root } = place.tree;
      chmodSync(root, 0);
      expect(await ask("alpha")).toEqual({
        status: "ok",
        mode: "failed",
        files: ["a.py"],
        warnings: ["INDEX_MAY_BE_BEHIND"],
      });
      // Whether a run may begin depends on the user that started the process, here the superuser.
      await expectRefused(engine, "PATH_UNREADABLE", ["sync", "read_file"]);
      chmodSync(root, 0o755);
      expect(await ask("alpha")).toEqual(fresh(["a.py"]));
    },
  );

  itAsOrdinaryUser("an index that nobody may read any more is an error, and not taken for none", async () => {
    const { place, engine, ask } = await inUse(config);
    for (const closed of [dirname(engine.codebase.folder), place.home]) {
      chmodSync(closed, 0);
      expect(await ask("alpha"), closed).toEqual({ status: "error", code: "STORE_UNAVAILABLE", files: [] });
      const names = ["create", "sync", "status", "list_codebases", "file_outline"] as const;
      expect(await sayAll(engine, names), closed).toEqual(
        Object.fromEntries(names.map((name) => [name, { status: "error", code: "STORE_UNAVAILABLE" }])),
      );
      expect(await sayAll(engine, ["read_file"]), closed).toEqual({ read_file: { status: "ok" } });
      chmodSync(closed, 0o755);
      expect(await ask("alpha"), closed).toEqual(fresh(["a.py"]));
    }
  });

  itAsOrdinaryUser(
    "a folder that nobody may read any more keeps its files, with a warning, and takes part again when " +
      "somebody may",
    async () => {
      const { place, ask } = await inUse(config);
      chmodSync(place.tree.at("src"), 0);
      // The watch receives no event: nobody changed anything.
      expect(await ask("beta")).toMatchObject({ status: "ok", mode: "fresh", files: ["src/b.py"] });
      place.tree.write("c.py", "def beta(): return 1\n");
      expect(await ask("beta")).toEqual({
        ...synced({ added: 1 }, ["c.py", "src/b.py"]),
        warnings: ["PARTIAL_SCAN"],
      });
      chmodSync(place.tree.at("src"), 0o755);
      place.tree.remove("src/b.py");
      expect(await ask("beta")).toEqual(synced({ removed: 1 }, ["c.py"]));
    },
  );

  itAsOrdinaryUser(
    "an ignore file that nobody may read any more adds nothing to the index, and says so",
    async () => {
      const { place, engine, ask } = await inUse(config, {
        ...TEXTS,
        ".gitignore": "b.py\n",
        "lib/.gitignore": "secret.py\n",
        "lib/secret.py": "def gamma(): return 1\n",
        "lib/open.py": "def gamma(): return 2\n",
      });
      chmodSync(place.tree.at("lib/.gitignore"), 0);
      place.tree.write("lib/more.py", "def gamma(): return 3\n");
      expect(await ask("gamma")).toMatchObject({ warnings: ["PARTIAL_SCAN"], files: ["lib/open.py"] });
      chmodSync(place.tree.at("lib/.gitignore"), 0o644);
      expect(await ask("gamma")).toMatchObject({
        warnings: undefined,
        files: ["lib/more.py", "lib/open.py"],
      });
      chmodSync(place.tree.at(".gitignore"), 0);
      place.tree.write("lib/last.py", "def gamma(): return 4\n");
      expect(await ask("gamma")).toEqual({
        status: "ok",
        mode: "failed",
        files: ["lib/more.py", "lib/open.py"],
        warnings: ["INDEX_MAY_BE_BEHIND"],
      });
      await expectRefused(engine, "PATH_UNREADABLE", ["sync"]);
      chmodSync(place.tree.at(".gitignore"), 0o644);
      expect(await ask("gamma")).toMatchObject({
        warnings: undefined,
        files: ["lib/last.py", "lib/more.py", "lib/open.py"],
      });
    },
  );

  itAsOrdinaryUser(
    "ignore rules that change while nobody may read a folder hold for it when somebody may",
    async () => {
      const { place, ask } = await inUse(config, {
        ...TEXTS,
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/objects/x": "",
        ".git/refs/x": "",
      });
      place.tree.wait();
      await ask("beta");
      place.tree.write(".git/info/exclude", "/src/*\n");
      chmodSync(place.tree.at("src"), 0);
      expect(await ask("beta")).toMatchObject({
        status: "ok",
        warnings: ["PARTIAL_SCAN"],
        files: ["src/b.py"],
      });
      chmodSync(place.tree.at("src"), 0o755);
      expect(await ask("beta")).toMatchObject(synced({ removed: 1 }, []));
    },
  );
});

/** Symbols of a file in the index; empty if it is not indexed. */
async function idsOf({ call }: TestEngine, file: string): Promise<string[]> {
  const answer = await call("file_outline", { file });
  return answer.status === "ok" ? (answer.outline?.symbols ?? []).map(({ symbolId }) => symbolId) : [];
}

/** Calls of the other tools about the root. */
const CALLS: Readonly<
  Record<
    | "create"
    | "forced create"
    | "reindex"
    | "sync"
    | "status"
    | "list_codebases"
    | "file_outline"
    | "read_file",
    readonly [ToolName, object]
  >
> = {
  create: ["manage_index", { action: "create" }],
  "forced create": ["manage_index", { action: "create", force: true }],
  reindex: ["manage_index", { action: "reindex" }],
  sync: ["manage_index", { action: "sync" }],
  status: ["manage_index", { action: "status" }],
  list_codebases: ["list_codebases", {}],
  file_outline: ["file_outline", { file: "a.py" }],
  read_file: ["read_file", { path: "a.py" }],
};

/** Answers of these calls, without their payloads. */
async function sayAll(
  { call }: TestEngine,
  names: readonly (keyof typeof CALLS)[],
): Promise<Partial<Record<keyof typeof CALLS, Said>>> {
  const answers: Partial<Record<keyof typeof CALLS, Said>> = {};
  for (const name of names) answers[name] = said(await call(...CALLS[name]));
  return answers;
}

const NEEDS_DISK = ["create", "forced create", "reindex", "sync", "read_file"] as const;
const NEEDS_INDEX = ["status", "list_codebases", "file_outline"] as const;

/** Data in the index is returned; what needs the disk is an error. */
async function expectRefused(
  engine: TestEngine,
  code: string,
  needsDisk: readonly (typeof NEEDS_DISK)[number][] = NEEDS_DISK,
): Promise<void> {
  expect(await sayAll(engine, needsDisk)).toEqual(
    Object.fromEntries(needsDisk.map((name) => [name, { status: "error", code }])),
  );
  expect(await sayAll(engine, NEEDS_INDEX)).toEqual(
    Object.fromEntries(
      NEEDS_INDEX.map((name) => [
        name,
        name !== "list_codebases" ? { status: "ok", warnings: ["INDEX_MAY_BE_BEHIND"] } : { status: "ok" },
      ]),
    ),
  );
}
