/** A confined call sees only its folders, whatever the tool and the spelling of the path. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join, win32 } from "node:path";
import { TOOL_NAMES, type ToolName, isWorkspaceTool, validateOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { callTool } from "../call-tool.ts";
import { EngineError } from "../errors.ts";
import type { Codebases } from "./home/registry.ts";
import { confineCodebases } from "./confined.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { syncCodebase } from "../sync/sync-codebase.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { withRoot } from "../testing/with-root.ts";

const place = new TestPlace({
  "open/a.ts": "export function shown(): number {\n  return 1;\n}\n",
  "open/nested/b.ts": "export const nested = 2;\n",
  "closed/c.ts": "export function hidden(): number {\n  return 3;\n}\n",
  "closed-too/d.ts": "export const other = 4;\n",
});
const { root } = place.tree;
const at = (...names: string[]): string => join(root, ...names);
let engine: TestEngine;
const dropped: string[] = [];

beforeAll(async () => {
  symlinkSync(at("closed"), at("open", "way-out"));
  symlinkSync(at("closed", "c.ts"), at("open", "file-out.ts"));
  symlinkSync(at("open"), at("way-in"));
  engine = place.engine({ dropCollection: (name) => Promise.resolve(void dropped.push(name)) });
  for (const folder of ["open", "closed"]) await index(at(folder));
});
afterAll(() => place[Symbol.asyncDispose]());

async function index(path: string): Promise<void> {
  await engine.call("manage_index", { action: "create", path });
  await engine.engine.waitForRun(path, root);
}

/** The answer of a call that is confined to folders, by default to the open one. */
function confined(
  tool: ToolName,
  args: object,
  confinedTo: readonly string[] = [at("open")],
  header: string | null = null,
): Promise<Record<string, unknown>> {
  return confinedCall(engine, tool, args, confinedTo, header);
}

async function confinedCall(
  engine: TestEngine,
  tool: ToolName,
  args: object,
  confinedTo: readonly string[],
  header: string | null = null,
): Promise<Record<string, unknown>> {
  // Other options of an app must not widen the confinement.
  const envelope = await callTool(engine.engine, tool, args, {
    baseFolder: confinedTo[0] ?? "/",
    roots: [root, "/"],
    confinedTo,
    session: { header, transport: "t" },
    log: () => undefined,
  });
  expect(validateOutput(tool, envelope)).toMatchObject({ ok: true });
  return { ...envelope };
}

const REFUSED = { status: "error", error: { code: "PATH_OUTSIDE_ROOTS" } };

/** A call with an effect for each tool that takes a path. */
function callsOf(path: string): [ToolName, object][] {
  const manage = (action: string): [ToolName, object] => ["manage_index", { action, path }];
  return [
    manage("create"),
    manage("reindex"),
    manage("sync"),
    manage("status"),
    manage("clear"),
    ["search_codebase", { path, query: "hidden" }],
    ["file_outline", { path, file: "c.ts" }],
    ["call_graph", { path, symbol: "hidden" }],
    ["read_file", { path: join(path, "c.ts") }],
    ["read_file", { path, file: "c.ts" }],
    ["read_file", { path, open_symbol: "hidden" }],
    ["compare_versions", { path, base: "HEAD" }],
    ["search_codebase", { path, query: "hidden", ref: "HEAD" }],
    ["file_outline", { path, file: "hidden.ts", ref: "HEAD" }],
    ["call_graph", { path, symbol: "hidden", ref: "HEAD" }],
    ["read_file", { path, file: "hidden.ts", ref: "HEAD" }],
    ["manage_index", { action: "status", path, ref: "HEAD" }],
    ["list_paths", { path }],
    ["search_text", { path, query: "hidden" }],
    ["semantic_search", { path, query: "hidden" }],
    ["set_scope", { repos: [path] }],
    ["search_codebase", { path, query: "hidden", ref: "HEAD" }],
    ["read_file", { path, file: "c.ts", ref: "HEAD" }],
    ["manage_index", { path, action: "clear", ref: "HEAD" }],
    ["compare_versions", { path, base: "HEAD" }],
    ["change_impact", { path, symbols: [{ symbol: "hidden", change: "body" }] }],
    ["change_impact", { path, base: "HEAD" }],
    ["change_impact", { path, diff: "--- a/c.ts\n+++ b/c.ts\n@@ -1 +1 @@\n-a\n+b\n" }],
    ["unused_symbols", { path }],
    ["type_hierarchy", { path, symbol: "hidden" }],
    ["symbol_history", { path, symbol: "hidden" }],
  ];
}

describe("outside of its folders a call", () => {
  it("is made of every tool that there is", () => {
    // The workspace tools have roots of their own. The server only starts if these are inside the folders.
    const withPaths = TOOL_NAMES.filter((tool) => tool !== "list_codebases" && !isWorkspaceTool(tool));
    expect([...new Set(callsOf("/x").map(([tool]) => tool))].sort()).toEqual([...withPaths].sort());
  });

  it.each([
    ["an indexed codebase", () => at("closed")],
    ["a folder without an index", () => at("closed-too")],
    ["a folder above", () => root],
    ["a link that leads out", () => at("open", "way-out")],
    ["a way out", () => "../closed"],
    ["a way out through what is not there", () => at("open", "nothing", "..", "..", "closed")],
    ["a folder whose name begins alike", () => at("open-too")],
    ["what does not exist", () => "/nowhere/at/all"],
  ])("is refused, and told nothing: %s", async (_, path) => {
    for (const [tool, args] of callsOf(path())) {
      const answer = await confined(tool, args);
      expect(answer, `${tool} ${JSON.stringify(args)}`).toMatchObject(REFUSED);
      expect(answer["effectiveRoot"]).toBeUndefined();
    }
    // Nothing was cleared or created either.
    expect(await engine.call("manage_index", { action: "status", path: at("closed") })).toMatchObject({
      status: "ok",
    });
  });

  it("is not known by its name either, nor by what a session was told elsewhere", async () => {
    expect(await confined("set_scope", { repos: ["closed"] })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", message: expect.stringMatching(/indexed codebases: open$/) },
    });
    expect(
      await engine.call("set_scope", { repos: ["closed"] }, { session: { header: "s", transport: null } }),
    ).toMatchObject({ status: "ok" });
    for (const [tool, args] of [
      ["list_paths", {}],
      ["search_text", { query: "hidden" }],
      ["semantic_search", { query: "hidden" }],
    ] as const)
      expect(await confined(tool, args, [at("open")], "s"), tool).toMatchObject({
        status: "error",
        error: { code: "PATH_OUTSIDE_ROOTS" },
      });
    expect(await confined("list_codebases", {}, [at("open")], "s")).toMatchObject({
      codebases: { ready: [] },
    });
  });

  it("is refused for a single file that a link shows elsewhere", async () => {
    expect(await confined("read_file", { path: at("open", "file-out.ts") })).toMatchObject(REFUSED);
    expect(
      await confined("search_text", { path: at("open"), query: "hidden", paths: ["way-out/c.ts"] }),
    ).toMatchObject(REFUSED);
    expect(
      await confined("search_text", { path: at("open"), query: "hidden", paths: ["way-out"] }),
    ).toMatchObject(REFUSED);
  });
});

describe("what lies on a server for all codebases", () => {
  it("is dropped by no call that is confined, whatever its name", async () => {
    const drop = { action: "create", path: at("open"), zillizDropCollection: "satori_closed_g1" };
    for (const force of [false, true])
      expect(await confined("manage_index", { ...drop, force })).toMatchObject({
        status: "error",
        error: {
          code: "INVALID_ARGUMENTS",
          message: expect.stringMatching(/over HTTP.+over stdio or from the command line/),
          details: [{ path: "zillizDropCollection" }],
        },
      });
    expect(dropped).toEqual([]);
    expect(await engine.call("manage_index", drop)).toMatchObject({ status: "ok" });
    expect(dropped).toEqual(["satori_closed_g1"]);
  });

  const OTHERS = "Satori's are: satori_closed_g1 (/code/closed).";
  const full = (): EngineError =>
    new EngineError("STORE_UNAVAILABLE", "There is no room.", {
      aboutOthers: OTHERS,
      details: { collections: ["satori_closed_g1"] },
    });

  /** An engine whose store, once switched, has no space for the data that one of its methods writes. */
  async function crowded(
    method: "beginRun" | "write",
  ): Promise<{ crowd: TestEngine; path: string; setFull: () => void }> {
    const other = new TestPlace({ "a.ts": "export const a = 1;\n" });
    onTestFinished(() => other[Symbol.asyncDispose]());
    let isFull = false;
    const refuse = (): Promise<never> => Promise.reject(full());
    const openStore = (folder: string, of: string) => {
      const store = openSqliteStore(folder, of);
      const ours = store[method].bind(store) as (...args: readonly unknown[]) => Promise<void>;
      return Object.assign(store, {
        [method]: (...args: readonly unknown[]) => (isFull ? refuse() : ours(...args)),
      });
    };
    return { crowd: other.engine({ openStore }), path: other.tree.root, setFull: () => void (isFull = true) };
  }

  it("is told of in an error to those alone that are not confined", async () => {
    const { crowd, path, setFull } = await crowded("beginRun");
    setFull();
    const create = { action: "create", path };
    const told = await crowd.call("manage_index", create);
    expect(told).toMatchObject({
      error: { message: `There is no room. ${OTHERS}`, details: { collections: ["satori_closed_g1"] } },
    });
    const kept = await confinedCall(crowd, "manage_index", create, [path]);
    expect(kept).toMatchObject({ error: { code: "STORE_UNAVAILABLE", message: "There is no room." } });
    expect(JSON.stringify(kept)).not.toContain("closed");
  });

  it.each([
    ["a first run", false],
    ["a rebuild", true],
  ])(
    "is told of to those alone, whoever began it, where %s failed for want of room",
    async (_, isRebuild) => {
      const { crowd, path, setFull } = await crowded("write");
      if (isRebuild) await crowd.index();
      setFull();
      await crowd.index({ force: isRebuild });
      const status = { action: "status", path };
      const failure = isRebuild
        ? (message: string) => ({ status: "ok", index: { lastFailure: { message } } })
        : (message: string) => ({ status: "error", message: expect.stringContaining(message) as string });
      expect(await crowd.call("manage_index", status)).toMatchObject(failure(`There is no room. ${OTHERS}`));
      const kept = await confinedCall(crowd, "manage_index", status, [path]);
      expect(kept).toMatchObject(failure("There is no room."));
      expect(JSON.stringify(kept)).not.toContain("closed");
      for (const [tool, args] of [["list_codebases", {}] as const, ...callsOf(path)])
        expect(JSON.stringify(await confinedCall(crowd, tool, args, [path])), tool).not.toContain("closed");
    },
  );
});

describe("within its folders a call", () => {
  it("is answered, by links that lead in as well", async () => {
    for (const path of [at("open"), at("way-in")]) {
      expect(withRoot(await confined("search_codebase", { path, query: "shown" }))).toMatchObject({
        status: "ok",
        effectiveRoot: at("open"),
        results: expect.arrayContaining([expect.objectContaining({ file: "a.ts" })]),
      });
      expect(await confined("read_file", { path: join(path, "a.ts") })).toMatchObject({
        status: "ok",
        file: "a.ts",
      });
      expect(await confined("list_paths", { path })).toMatchObject({
        status: "ok",
        items: [{ path: "a.ts" }, { path: "nested/b.ts" }],
      });
    }
  });

  it("lists no other codebase, and takes the only one of its own where none is named", async () => {
    expect(await confined("list_codebases", {})).toMatchObject({
      codebases: { ready: [{ path: at("open") }] },
      humanText: expect.not.stringContaining(at("closed")),
    });
    expect(await confined("list_paths", {})).toMatchObject({ path: at("open"), total: 2 });
    expect(await confined("list_codebases", {}, [at("closed-too")])).toMatchObject({
      codebases: { ready: [] },
    });
  });

  it("is not about a codebase whose root lies above them", async () => {
    const nested = at("open", "nested");
    expect(
      withRoot(await confined("search_codebase", { path: nested, query: "shown" }, [nested])),
    ).toMatchObject({
      status: "not_indexed",
      effectiveRoot: nested,
    });
    expect(withRoot(await confined("read_file", { path: join(nested, "b.ts") }, [nested]))).toMatchObject({
      status: "ok",
      effectiveRoot: nested,
    });
    expect(await confined("read_file", { path: at("open", "a.ts") }, [nested])).toMatchObject(REFUSED);
    expect(await confined("read_file", { path: join(nested, "nothing.ts") }, [nested])).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
    expect(
      (await confined("read_file", { path: join(nested, "nothing.ts") }, [nested]))["effectiveRoot"],
    ).toBeUndefined();
  });

  it("goes by where a folder that is a link leads when the call is made", async () => {
    const link = join(dirname(root), "current");
    symlinkSync(at("open"), link);
    expect(await confined("read_file", { path: at("open", "a.ts") }, [link])).toMatchObject({ status: "ok" });
    expect(await confined("read_file", { path: at("closed", "c.ts") }, [link])).toMatchObject(REFUSED);
  });

  it("hears nothing of a folder that a link leads to from where a codebase was", async () => {
    await using own = new TestPlace({
      "open/sub/a.ts": "export const kept = 1;\n",
      "closed/secret.ts": "export const secret = 2;\n",
    });
    const sub = own.tree.at("open/sub");
    const { engine: itsEngine, context, call } = own.engine();
    await call("manage_index", { action: "create", path: sub });
    await itsEngine.waitForRun(sub, root);
    renameSync(sub, own.tree.at("open/was"));
    symlinkSync(own.tree.at("closed"), sub);
    await expect(syncCodebase(context, context.codebases.at(sub), "everything", {})).rejects.toMatchObject({
      code: "PATH_NOT_FOUND",
      message: expect.stringContaining("symbolic link"),
    });
    unlinkSync(sub);
    const ask = (query: string): Promise<object> =>
      callTool(
        itsEngine,
        "search_codebase",
        { path: sub, query },
        {
          baseFolder: root,
          roots: [],
          confinedTo: [own.tree.at("open")],
          session: undefined,
          log: () => undefined,
        },
      );
    expect(await ask("kept")).toMatchObject({
      status: "ok",
      warnings: ["INDEX_MAY_BE_BEHIND"],
      results: [{ file: "a.ts" }],
    });
    expect(JSON.stringify(await ask("secret"))).not.toContain("secret.ts");
  });

  it("may be made anywhere where no folders are given", async () => {
    expect(await engine.call("read_file", { path: at("closed", "c.ts") })).toMatchObject({ status: "ok" });
  });
});

describe("on Windows, a path on a server that no folder is on", () => {
  const find = (path: string): string => {
    throw new Error(`the disk was asked for ${path}`);
  };
  // Only what is called here.
  const codebases = { covering: find, named: find, listed: find } as unknown as Codebases;
  const folders = [String.raw`C:\code`, String.raw`\\server\share\code`];
  const within = confineCodebases(codebases, folders, win32);

  it.each([String.raw`\\evil\share\a`, "//evil/share/a", String.raw`\\?\UNC\evil\share\a`])(
    "is refused before anybody asks that server: %s",
    (path) => {
      for (const ask of [within.covering, within.named, within.listed])
        expect(() => ask(path, String.raw`C:\code`)).toThrow(
          expect.objectContaining({ code: "PATH_OUTSIDE_ROOTS" }),
        );
    },
  );

  it.each(["a.ts", String.raw`D:\a.ts`, String.raw`\\SERVER\share\a.ts`])(
    "is not one that may be asked for: %s",
    (path) => expect(() => within.covering(path, String.raw`C:\code`)).toThrow("the disk was asked"),
  );
});
