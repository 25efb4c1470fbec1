/**
 * Answers about a branch, a tag or a commit, with words and vectors in Milvus: each version answers as its
 * checkout would, stores only what no other version has, and leaves nothing behind.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolName, ToolOutput } from "@satori/contracts";
import { afterAll, describe, expect, test } from "vitest";
import { ENGINE_LIMITS } from "../../libs/engine/src/limits.ts";
import { committed, git } from "../../libs/engine/src/testing/trees/git.ts";
import { MilvusCollections } from "../../tools/milvus/collections.ts";
import { startMilvus } from "../../tools/milvus/server.ts";
import { until } from "../../tools/until.ts";
import { startEmbeddingService } from "../support/embedding-service.ts";
import { untilIndexed } from "../support/mcp-answer.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules, writeTree } from "../support/workspace.ts";

const milvus = await startMilvus();
afterAll(() => milvus?.[Symbol.asyncDispose]());

/** Stands for a file in Git LFS. */
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"4d".repeat(32)}\nsize 12345\n`;
/** The commit of the tag `v1`. */
const FIRST = `
//- src/store.ts
/** Opens the store of a codebase. */
export function openStore(path: string): string {
  return path;
}
//- src/main.ts
import { openStore } from "./store.ts";

export function main(): void {
  openStore("here");
}
//- src/same.ts
export function unchangedHelper(): number {
  return 1;
}
//- gone/old.py
def forgotten_helper():
    return 1
`;
/** The commit of `main`, on top of the first: two files differ, and a folder is gone. */
const SECOND = `
//- src/store.ts
export function openBase(path: string): string {
  return path;
}
//- src/main.ts
import { openBase } from "./store.ts";
openBase("there");
`;

type Ask = <Tool extends ToolName>(tool: Tool, args: Record<string, unknown>) => Promise<ToolOutput<Tool>>;

let repositories = 0;

/** A process whose clock shows two minutes more: by then, nobody reads what was given up before. */
const LATER = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../support/two-minutes-later.js")).href}`,
};

/** A repository of two commits, a service that embeds, and servers. */
async function setting(layout = "collection", address = milvus?.address ?? "") {
  const workspace = createWorkspace();
  const service = await startEmbeddingService();
  const collections = new MilvusCollections(address);
  const name = `store${++repositories}x`;
  const root = workspace.path(name);
  writeTree(root, FIRST);
  committed(root);
  git(root, "tag", "v1");
  rmSync(join(root, "gone"), { recursive: true });
  writeTree(root, SECOND);
  git(root, "commit", "--quiet", "--all", "--message", "second");
  const opened: AsyncDisposable[] = [];
  /** @param at a checkout; default: the repository itself */
  const open = async (at = root, environment: Readonly<Record<string, string>> = {}) => {
    const server = await startMcp(workspace, {
      cwd: at,
      args: ["--tools", "core,scope"],
      environment: {
        ...service.environment,
        SATORI_STORE: "milvus",
        SATORI_MILVUS_LAYOUT: layout,
        MILVUS_ADDRESS: address,
        SATORI_CACHE_BYTES: "0",
        ...environment,
      },
    });
    opened.push(server);
    const once: Ask = (tool, args) => server.call(tool, { path: at, ...args });
    /** Repeats the call until the versions that it needs are indexed. */
    const ask: Ask = async (tool, args) => {
      let answer = await once(tool, args);
      await until("the version is indexed", async () => {
        if (!("status" in answer) || answer.status !== "not_ready") return true;
        answer = await once(tool, args);
        return false;
      });
      return answer;
    };
    const create = async (): Promise<void> => {
      expect(await once("manage_index", { action: "create" })).toMatchObject({ status: "ok" });
      expect(await untilIndexed(once, at)).toMatchObject({ status: "ok" });
    };
    /** Files that a question finds, the best first. */
    const find = async (query: string, args: object = {}): Promise<string[]> => {
      const answer = await ask("search_codebase", { query, scope: "mixed", resultMode: "raw", ...args });
      if (!("results" in answer)) throw new Error(JSON.stringify(answer));
      expect(answer.warnings ?? []).not.toContain("SEMANTIC_SEARCH_UNAVAILABLE");
      return answer.results.map(({ file }) => file);
    };
    return { server, once, ask, create, find };
  };
  /** Ids of rows in the only collection; those of other tests are left out. */
  const rows = async (filter = 'id != ""'): Promise<string[]> => {
    const ours = (await collections.names()).filter((one) =>
      layout === "shared" ? one.includes("_shared_") : one.includes(name),
    );
    expect(ours.length).toBeLessThan(2);
    const ids = ours[0] === undefined ? [] : await collections.ids(ours[0], filter);
    return ids
      .map(({ id }) => id)
      .filter((id) => !foreign.has(id))
      .sort();
  };
  const foreign = new Set<string>();
  for (const id of await rows()) foreign.add(id);
  return {
    workspace,
    service,
    collections,
    root,
    open,
    rows,
    /** Collections of the repository. */
    names: async () => (await collections.names()).filter((one) => one.includes(name)),
    /** Paths of the file versions that are stored, ascending. */
    paths: async () => collections.paths((await collections.names()).find((one) => one.includes(name)) ?? ""),
    async [Symbol.asyncDispose]() {
      for (const server of opened) await server[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await collections[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
}

const CALLS: readonly (readonly [ToolName, Record<string, unknown>])[] = [
  ["search_codebase", { query: "opens the store" }],
  ["search_codebase", { query: "forgotten_helper", resultMode: "raw", scope: "mixed" }],
  ["search_codebase", { query: "openStore main", resultMode: "context" }],
  ["search_codebase", { query: "openBase" }],
  ["search_codebase", { query: "nothing of this kind zzz" }],
  ["file_outline", { file: "gone/old.py" }],
  ["file_outline", { file: "none.ts" }],
  ["call_graph", { symbol: "openStore", direction: "callers" }],
  ["read_file", { file: "gone/old.py" }],
  ["read_file", { file: "src/main.ts", mode: "annotated" }],
  ["read_file", { open_symbol: "openStore" }],
];

/** Rows other than records, whose kind is 9. */
const CONTENT = "kind < 9";

describe.skipIf(milvus === null).each(["collection", "shared"])("a version, by layout %s,", (layout) => {
  test("answers as its checkout would that is indexed alone", async () => {
    await using own = await setting(layout);
    const { create, ask, once } = await own.open();
    await create();
    expect(await once("search_codebase", { query: "openStore", ref: "v1" })).toMatchObject({
      status: "not_ready",
    });
    // As long as the other path: context counts the tokens of its answer.
    const alone = own.root.replace("store", "clone");
    git(own.workspace.folder, "clone", "--quiet", own.root, alone);
    git(alone, "checkout", "--quiet", "v1");
    // Without an origin, it shares nothing with the repository.
    git(alone, "remote", "remove", "origin");
    const checkout = await own.open(alone, { SATORI_HOME: own.workspace.path("home-of-alone") });
    await checkout.create();
    const first = git(own.root, "rev-parse", "v1").trim();
    for (const [tool, args] of CALLS) {
      const { commit, ...answer } = (await ask(tool, { ...args, ref: "v1" })) as { commit?: string };
      expect(commit).toBe(first);
      const told = (value: unknown, at: string): string =>
        JSON.stringify(value, (key, each: unknown) =>
          /^(?:indexedAt|checkedAt|durationMs)$/.test(key) ? "time" : each,
        )
          .replaceAll(at, "ROOT")
          .replaceAll(`,"ref":"${first.slice(0, 12)}"`, "");
      expect(told(answer, own.root), `${tool} ${JSON.stringify(args)}`).toBe(
        told(await checkout.ask(tool, args), alone),
      );
    }
  });

  test("costs only what no other version has, and leaves no row when it is cleared", async () => {
    await using own = await setting(layout);
    const { create, ask, find } = await own.open();
    await create();
    const before = await own.rows();
    const embedded = own.service.embedded.length;
    expect((await find("forgotten_helper", { ref: "v1" }))[0]).toBe("gone/old.py");
    expect(await find("forgotten_helper")).not.toContain("gone/old.py");
    const texts = own.service.embedded.slice(embedded).join("\n");
    expect(texts).toMatch(/forgotten_helper/);
    expect(texts).not.toMatch(/unchangedHelper/);
    const withFirst = await own.rows();
    expect(withFirst).toEqual(expect.arrayContaining(before));
    // Two changed files and one more with a chunk and a path each; and two records of the version.
    expect(withFirst).toHaveLength(before.length + 3 * 2 + 2);

    // The files of this one are all there.
    git(own.root, "commit", "--quiet", "--allow-empty", "--message", "third");
    const since = own.service.embedded.length;
    expect(await ask("file_outline", { file: "src/same.ts", ref: "HEAD" })).toMatchObject({ status: "ok" });
    expect(own.service.embedded).toHaveLength(since);
    expect(await own.rows()).toHaveLength(withFirst.length + 2);

    expect(await ask("manage_index", { action: "clear", ref: "v1" })).toMatchObject({ status: "ok" });
    expect(await own.rows(CONTENT)).toEqual(before.filter((id) => !/:(?:owner|marker|member):/.test(id)));
    expect((await find("openBase", { ref: "HEAD" }))[0]).toBe("src/store.ts");
    expect((await find("openBase"))[0]).toBe("src/store.ts");
    expect((await find("forgotten_helper", { ref: "v1" }))[0]).toBe("gone/old.py");

    expect(await ask("manage_index", { action: "clear" })).toMatchObject({
      status: "ok",
      message: expect.stringMatching(/was removed, and those of 2 commits\.$/),
    });
    expect(await own.rows()).toEqual([]);
  });
});

describe.skipIf(milvus === null)("versions in Milvus", () => {
  test("are searched together as the branches of a session", async () => {
    await using own = await setting();
    git(own.root, "branch", "old", "v1");
    const { create, ask, once } = await own.open();
    await create();
    expect(await once("set_scope", { path: undefined, branches: ["main", "old"] })).toMatchObject({
      status: "ok",
    });
    const found = async (query: string) => {
      const answer = await ask("search_codebase", { query });
      if (!("results" in answer)) throw new Error(JSON.stringify(answer));
      return answer.results.map(({ file, branches, differsIn = [] }) => [file, branches, differsIn]);
    };
    expect(await found("openStore openBase path")).toEqual(
      expect.arrayContaining([
        ["src/store.ts", ["main"], ["old"]],
        ["src/store.ts", ["old"], ["main"]],
      ]),
    );
    expect(await found("unchangedHelper")).toContainEqual(["src/same.ts", ["main", "old"], []]);
    expect(await found("forgotten_helper")).toContainEqual(["gone/old.py", ["old"], []]);
  });

  test("say what they skip", async () => {
    await using own = await setting();
    writeFile(join(own.root, "big.txt"), POINTER);
    git(own.root, "add", "--all");
    git(own.root, "commit", "--quiet", "--message", "large");
    git(own.root, "tag", "large");
    rmSync(join(own.root, "big.txt"));
    const { create, ask, find } = await own.open();
    await create();
    expect(await ask("manage_index", { action: "status", ref: "large" })).toMatchObject({
      status: "not_indexed",
    });
    await find("openBase", { ref: "large" });
    expect(await ask("manage_index", { action: "status", ref: "large" })).toMatchObject({
      status: "ok",
      commit: git(own.root, "rev-parse", "large").trim(),
      index: {
        files: 3,
        fingerprint: { vectorStoreProvider: "milvus" },
        skipped: [{ cause: "lfs_pointer", files: 1, examples: ["big.txt"] }],
      },
    });
  });

  test("serve a process that starts later, and another machine takes over their rows", async () => {
    await using own = await setting();
    git(own.root, "remote", "add", "origin", "https://git.example.com/team/versions.git");
    const first = await own.open();
    await first.create();
    await first.find("openStore", { ref: "v1" });
    const all = own.service.embedded.length;
    const again = await own.open();
    const answer = await again.once("search_codebase", { query: "forgotten_helper", ref: "v1" });
    expect(answer).toMatchObject({ status: "ok", results: expect.arrayContaining([expect.anything()]) });

    const clone = own.workspace.path("clone");
    git(own.workspace.folder, "clone", "--quiet", own.root, clone);
    git(clone, "remote", "set-url", "origin", "git@git.example.com:team/versions.git");
    const machine = await own.open(clone, { SATORI_HOME: own.workspace.path("home-of-clone") });
    await machine.create();
    const found = await machine.find("forgotten_helper", { ref: "v1" });
    expect(found).toEqual(await first.find("forgotten_helper", { ref: "v1" }));
    // Only questions were embedded.
    expect(own.service.embedded.slice(all).filter((text) => /function|def|import/.test(text))).toEqual([]);

    // What the other machine may list stays.
    await first.ask("manage_index", { action: "clear", ref: "v1" });
    expect(await machine.find("forgotten_helper", { ref: "v1" })).toEqual(found);
    await first.ask("manage_index", { action: "clear" });
    expect(await machine.find("forgotten_helper", { ref: "v1" })).toEqual(found);
    expect((await machine.find("openBase"))[0]).toBe("src/store.ts");
  });

  test("go with what only they had when others were used later", async () => {
    await using own = await setting();
    // Otherwise, the files on disk might be indexed again meanwhile.
    const { create, ask, find } = await own.open(own.root, { SATORI_WATCH: "0" });
    await create();
    const most = ENGINE_LIMITS.versionsKept;
    for (let at = 1; at <= most + 2; at++) {
      writeFile(join(own.root, "src/store.ts"), `export function step${at}(): void {}\n`);
      git(own.root, "commit", "--quiet", "--all", "--message", String(at));
      expect((await find(`step${at}`, { ref: "HEAD" }))[0]).toBe("src/store.ts");
    }
    const listed = await ask("list_codebases", { path: undefined });
    const [codebase] = "codebases" in listed ? listed.codebases.ready : [];
    expect(codebase?.versions).toHaveLength(most);
    const markers = (await own.rows("kind == 9")).filter((id) => id.includes(":marker:"));
    expect(markers).toHaveLength(1 + most);
    // One of each version that is kept, and that of the files on disk.
    expect((await own.paths()).filter((path) => path === "src/store.ts")).toHaveLength(1 + most);
    expect((await find("step1", { ref: `HEAD~${most + 1}` }))[0]).toBe("src/store.ts");
  });

  test("do not keep what the files on disk gave up", async () => {
    await using own = await setting();
    const write = (turn: number, count: number = ENGINE_LIMITS.unlistedVersions): void => {
      for (let at = 0; at < count; at++)
        writeFile(join(own.root, `many/m${at}.ts`), `export const turn${turn}of${at} = ${turn};\n`);
    };
    write(1);
    git(own.root, "add", "--all");
    git(own.root, "commit", "--quiet", "--message", "many");
    const first = await own.open();
    await first.create();
    expect((await first.find("turn1of7", { ref: "HEAD" }))[0]).toBe("many/m7.ts");
    write(2);
    expect(await first.ask("manage_index", { action: "sync" })).toMatchObject({ status: "ok" });
    write(3);
    expect(await first.ask("manage_index", { action: "sync" })).toMatchObject({ status: "ok" });
    const stored = async (): Promise<number> =>
      (await own.paths()).filter((path) => path.startsWith("many/")).length;
    expect(await stored()).toBe(3 * ENGINE_LIMITS.unlistedVersions);
    const later = await own.open(own.root, LATER);
    write(4, 1);
    expect(await later.ask("manage_index", { action: "sync" })).toMatchObject({ status: "ok" });
    // Those of the commit, those on disk, and one that was given up just now.
    expect(await stored()).toBe(2 * ENGINE_LIMITS.unlistedVersions + 1);
    expect((await later.find("turn1of7", { ref: "HEAD" }))[0]).toBe("many/m7.ts");
    expect((await later.find("turn3of7"))[0]).toBe("many/m7.ts");
  });
});

test.skipIf(milvus === null)("versions of an earlier embedder go, and so does their collection", async () => {
  await using own = await setting();
  const before = await own.open();
  await before.create();
  for (const ref of ["v1", "HEAD"]) await before.find("openBase", { ref });
  const [collection = ""] = await own.names();
  const users = async (name: string): Promise<number> =>
    (await own.collections.ids(name, "kind == 9")).filter(({ id }) => id.includes(":marker:")).length;
  expect(await users(collection)).toBe(3);

  const model = { OPENAI_MODEL: "fake-2" };
  const after = await own.open(own.root, model);
  // Nothing is sent to the other embedder before somebody asks for a reindex.
  expect(await after.ask("search_codebase", { query: "forgotten_helper", ref: "v1" })).toMatchObject({
    status: "requires_reindex",
  });
  expect(await own.names()).toEqual([collection]);
  expect(await after.once("manage_index", { action: "reindex" })).toMatchObject({ status: "ok" });
  expect(await untilIndexed(after.once, own.root)).toMatchObject({ status: "ok" });
  await until("the commits are gone", async () => {
    const listed = await after.ask("list_codebases", { path: undefined });
    const [codebase] = "codebases" in listed ? listed.codebases.ready : [];
    return codebase !== undefined && codebase.versions === undefined;
  });
  expect((await after.find("forgotten_helper", { ref: "v1" }))[0]).toBe("gone/old.py");

  const later = await own.open(own.root, { ...model, ...LATER });
  writeFile(join(own.root, "src/late.ts"), "export const late = 1;\n");
  expect(await later.ask("manage_index", { action: "sync" })).toMatchObject({ status: "ok" });
  const names = await own.names();
  expect(names).toHaveLength(1);
  expect(names).not.toContain(collection);
  expect((await later.find("forgotten_helper", { ref: "v1" }))[0]).toBe("gone/old.py");
});

describe.skipIf(milvus === null)("a version that is interrupted", () => {
  test("by a kill of its process, is completed by the next call", async () => {
    await using own = await setting();
    writeManyModules(join(own.root, "many"), 300);
    git(own.root, "add", "--all");
    git(own.root, "commit", "--quiet", "--message", "many");
    git(own.root, "tag", "many");
    git(own.root, "rm", "-r", "--quiet", "many");
    git(own.root, "commit", "--quiet", "--message", "few");
    const first = await own.open();
    await first.create();
    const before = await own.rows();
    // Enough for the first batch. After that, the run waits for the service.
    own.service.textsLeft = 400;
    const args = { query: "check the parcel of depot 7", ref: "many" };
    expect(await first.once("search_codebase", args)).toMatchObject({ status: "not_ready" });
    await until("the first batch is stored", async () => (await own.rows()).length > before.length + 200);
    await first.server[Symbol.asyncDispose]();
    await own.service.revive();

    const second = await own.open();
    expect((await second.find("openBase"))[0]).toBe("src/store.ts");
    expect(await second.once("search_codebase", args)).toMatchObject({ status: "not_ready" });
    const stored = own.service.embedded.length;
    expect((await second.find(args.query, { ref: args.ref }))[0]).toMatch(/^many\//);
    expect(await second.ask("manage_index", { action: "status", ref: "many" })).toMatchObject({
      index: { files: 303 },
    });
    expect(own.service.embedded.length - stored).toBeLessThan(600);
    expect(await own.paths()).toHaveLength(303);
    expect(await second.ask("manage_index", { action: "clear", ref: "many" })).toMatchObject({
      status: "ok",
    });
    expect(await own.rows()).toEqual(before);
  });

  test("by the loss of its collection, is made again by the next call", async () => {
    await using own = await setting();
    const { create, ask, find } = await own.open();
    await create();
    const before = await find("forgotten_helper", { ref: "v1" });
    const [collection = ""] = await own.names();
    await own.collections.drop(collection);
    expect(await find("forgotten_helper", { ref: "v1" })).toEqual(before);
    expect(await ask("search_codebase", { query: "openBase" })).toMatchObject({
      error: { code: "STORE_CORRUPT" },
    });
    await create();
    expect((await find("openBase"))[0]).toBe("src/store.ts");
    expect(await find("forgotten_helper", { ref: "v1" })).toEqual(before);
    expect(await own.names()).toHaveLength(1);
  });

  test("by the absence of the server, reads meanwhile, and is searched when it is back", async () => {
    await using server = await startMilvus();
    if (!server) throw new Error("It could be started before");
    await using own = await setting("collection", server.address);
    const { create, once, ask, find } = await own.open();
    await create();
    const before = await find("forgotten_helper", { ref: "v1" });
    git(own.root, "commit", "--quiet", "--allow-empty", "--message", "third");
    await server.kill();
    const away = { status: "error", error: { code: "STORE_UNAVAILABLE" } };
    const commit = git(own.root, "rev-parse", "v1").trim();
    for (const [tool, args, expected] of [
      ["search_codebase", { query: "openStore" }, away],
      ["file_outline", { file: "gone/old.py" }, { status: "ok", commit }],
      ["call_graph", { symbol: "openStore", direction: "callers" }, { edges: [{}], commit }],
      ["read_file", { open_symbol: "openStore" }, { status: "ok", commit }],
    ] as const)
      expect(await once(tool, { ...args, ref: "v1" })).toMatchObject(expected);
    expect(await once("search_codebase", { query: "openBase", ref: "HEAD" })).toMatchObject(away);
    expect(await once("manage_index", { action: "status", ref: "HEAD" })).toMatchObject({
      status: "not_indexed",
    });
    await server.start();
    expect(await find("forgotten_helper", { ref: "v1" })).toEqual(before);
    expect((await find("openBase", { ref: "HEAD" }))[0]).toBe("src/store.ts");
    expect(await ask("manage_index", { action: "clear" })).toMatchObject({ status: "ok" });
    expect(await own.names()).toEqual([]);
  });
});
