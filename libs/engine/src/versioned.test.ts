/** Answers about a commit, without a checkout. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ToolName } from "@satori/contracts";
import { type TestEngine, TestPlace } from "./testing/engine.ts";
import { git } from "./testing/trees/git.ts";

const TEXTS = {
  "src/store.ts":
    "/** Opens the store of a codebase. */\nexport function openStore(path: string): string {\n  return path;\n}\n",
  "src/main.ts":
    'import { openStore } from "./store.ts";\n\nexport function main(): void {\n  openStore("here");\n}\n',
  "src/gone/old.py": "def forgotten_helper():\n    return 1\n",
  "notes.txt": "How a store is opened.\n",
};

interface Place {
  readonly place: TestPlace;
  readonly engine: TestEngine;
  readonly root: string;
  readonly first: string;
}

/** A repository with two commits; the second renames the function, and removes a folder and a file. */
async function twoCommits(): Promise<Place> {
  const place = new TestPlace(TEXTS);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const { root } = place.tree;
  git(root, "init", "-q", "-b", "main");
  git(root, "add", ".");
  git(root, "commit", "-q", "-m", "first");
  git(root, "tag", "v1");
  place.tree.write("src/store.ts", "export function openBase(path: string): string {\n  return path;\n}\n");
  place.tree.write("src/main.ts", 'import { openBase } from "./store.ts";\nopenBase("there");\n');
  for (const path of ["src/gone", "notes.txt"]) rmSync(join(root, path), { recursive: true });
  git(root, "add", "--all", ".");
  git(root, "commit", "-q", "-m", "second");
  place.tree.wait();
  const engine = place.engine();
  await engine.index();
  return { place, engine, root, first: git(root, "rev-parse", "v1").trim() };
}

/** Asks until the commit is indexed. */
async function answered(
  { engine, root, first }: Pick<Place, "engine" | "root" | "first">,
  tool: ToolName,
  args: object,
): Promise<Record<string, unknown>> {
  const answer = await engine.call(tool, args);
  if ((answer as { readonly status?: string }).status !== "not_ready")
    return answer as unknown as Record<string, unknown>;
  await engine.context.codebases.atCommit(root, first).activeRun?.ended;
  return (await engine.call(tool, args)) as unknown as Record<string, unknown>;
}

const CALLS: readonly (readonly [ToolName, object])[] = [
  ["search_codebase", { query: "opens the store" }],
  ["search_codebase", { query: "forgotten_helper", resultMode: "raw" }],
  ["search_codebase", { query: "openStore main", resultMode: "context" }],
  ["search_codebase", { query: "nothing of this kind zzz" }],
  ["file_outline", { file: "src/gone/old.py" }],
  ["file_outline", { file: "src/none.ts" }],
  ["call_graph", { symbol: "openStore", direction: "callers" }],
  ["call_graph", { symbol: "nobody" }],
  ["read_file", { file: "src/gone/old.py" }],
  ["read_file", { file: "src/main.ts", mode: "annotated", start_line: 3 }],
  ["read_file", { open_symbol: "openStore" }],
  ["read_file", { open_symbol: "nobody" }],
  ["read_file", { file: "notes.txt", end_line: 1 }],
];

describe("an answer about a commit", () => {
  it.each(CALLS)("of %s with %j is that of its checkout", async (tool, args) => {
    const place = await twoCommits();
    const { root, first } = place;
    const { commit, meta: _meta, ...answer } = await answered(place, tool, { ...args, ref: "v1" });
    expect(commit).toBe(first);
    git(root, "checkout", "-q", "v1");
    place.place.tree.wait();
    const there = place.place.engine({ home: join(place.place.home, "other") });
    await there.index();
    const { meta: _, ...expected } = (await there.call(tool, args)) as unknown as Record<string, unknown>;
    const withoutTimes = (value: unknown): string =>
      JSON.stringify(value, (key, each: unknown) =>
        /^(?:indexedAt|checkedAt)$/.test(key) ? "time" : each,
      ).replaceAll(`,"ref":"${first.slice(0, 12)}"`, "");
    expect(withoutTimes(answer)).toBe(withoutTimes(expected));
  });

  it("is not_ready while the commit is indexed, with a call that tells when it is", async () => {
    const { engine, root, first } = await twoCommits();
    const answer = await engine.call("search_codebase", { query: "store", ref: "v1" });
    expect(answer).toMatchObject({
      status: "not_ready",
      commit: first,
      hints: { status: { tool: "manage_index", args: { action: "status", ref: first.slice(0, 12) } } },
    });
    // The files on disk are not gated.
    expect(await engine.call("search_codebase", { query: "openBase" })).toMatchObject({ status: "ok" });
    await engine.context.codebases.atCommit(root, first).activeRun?.ended;
    expect(await engine.call("manage_index", { action: "status", ref: "v1" })).toMatchObject({
      status: "ok",
      commit: first,
      index: { files: 4 },
    });
    expect(await engine.call("manage_index", { action: "clear", ref: "v1" })).toMatchObject({ status: "ok" });
    expect(engine.context.codebases.commitsOf(root)).toEqual([]);
    expect(await engine.call("search_codebase", { query: "openBase" })).toMatchObject({ status: "ok" });
  });

  it("proposes calls about the same commit", async () => {
    const place = await twoCommits();
    const answer = await answered(place, "search_codebase", {
      query: "openStore",
      ref: "v1",
      resultMode: "context",
    });
    const calls = [...JSON.stringify(answer).matchAll(/"args":(\{[^{}]*\})/g)].map(([, args = ""]) => args);
    for (const args of calls) expect(args).toContain(`"ref":"${place.first.slice(0, 12)}"`);
  });

  it("of manage_index says what indexes the commit, and proposes no call that it would refuse", async () => {
    const { engine, first } = await twoCommits();
    const at = first.slice(0, 12);
    const said = (next: string) => ({
      status: "not_indexed",
      commit: first,
      message: expect.stringMatching(RegExp(`^The commit ${at} of .* has no index: .*${next}`)),
    });
    const answer = await engine.call("manage_index", { action: "status", ref: "v1" });
    expect(answer).toMatchObject(said("search_codebase with `ref`"));
    expect(answer).not.toHaveProperty("hints");
    expect(await engine.call("manage_index", { action: "clear", ref: "v1" })).toMatchObject(
      said("nothing to remove"),
    );
  });

  it("of a run that was cancelled names the commit, and how to go on", async () => {
    const { engine, root, first } = await twoCommits();
    await engine.call("search_codebase", { query: "store", ref: "v1" });
    await engine.engine.cancelRun(root, "/", first);
    const answer = await engine.call("manage_index", { action: "status", ref: "v1" });
    expect(answer).toMatchObject({
      status: "error",
      error: { code: "INDEX_FAILED", details: { code: "CANCELLED" } },
      message: expect.stringMatching(
        RegExp(
          `^Indexing of commit ${first.slice(0, 12)} of .*search_codebase with .ref. (continues|starts)`,
        ),
      ),
    });
    expect(answer).not.toHaveProperty("hints");
    // The next call starts again, and tells its listener.
    const phases: string[] = [];
    await engine.call(
      "search_codebase",
      { query: "store", ref: "v1" },
      { onProgress: (phase: string) => phases.push(phase) },
    );
    await engine.engine.waitForRun(root, "/", first);
    expect(phases).toContain("publishing");
    expect(await engine.call("search_codebase", { query: "store", ref: "v1" })).toMatchObject({
      status: "ok",
    });
  });

  it("in a folder without an index reads lines, even of files no longer on disk", async () => {
    const { place, root, first } = await twoCommits();
    const engine = place.engine({ home: join(place.home, "empty") });
    for (const path of ["src/gone/old.py", "src/store.ts", "src/gone/../gone/old.py"] as const)
      expect(await engine.call("read_file", { path: join(root, path), ref: "v1" })).toMatchObject({
        status: "ok",
        commit: first,
        content: path === "src/store.ts" ? TEXTS[path] : TEXTS["src/gone/old.py"],
      });
    expect(await engine.call("read_file", { path: join(root, "no/such.ts"), ref: "v1" })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
  });

  it("in a folder without an index says first that a ref names nothing", async () => {
    const { place } = await twoCommits();
    const engine = place.engine({ home: join(place.home, "empty") });
    const search = (ref: string) => engine.call("search_codebase", { query: "store", ref });
    expect(await search("nowhere")).toMatchObject({ error: { code: "REF_NOT_FOUND" } });
    expect(await search("v1")).toMatchObject({ status: "not_indexed", hints: { create: {} } });
  });

  it("in a folder without an index annotates the lines of the commit, not those on disk", async () => {
    const { place, first } = await twoCommits();
    const engine = place.engine({ home: join(place.home, "empty") });
    const args = { path: join(place.tree.root, "src/store.ts"), mode: "annotated", ref: "v1" };
    expect(await engine.call("read_file", args)).toMatchObject({
      status: "ok",
      commit: first,
      content: TEXTS["src/store.ts"],
    });
  });

  it("is about the paths of the commit, whatever links replace them on disk", async () => {
    const { place, engine, root, first } = await twoCommits();
    const outside = join(place.home, "outside");
    place.tree.write("other/old.py", "def other():\n    return 2\n");
    rmSync(join(root, "src/main.ts"));
    symlinkSync("store.ts", join(root, "src/main.ts"));
    symlinkSync("../other", join(root, "src/gone"));
    mkdirSync(outside);
    symlinkSync(outside, join(root, "elsewhere"));
    for (const file of ["src/main.ts", "src/gone/old.py"] as const)
      expect(await answered({ engine, root, first }, "read_file", { file, ref: "v1" })).toMatchObject({
        status: "ok",
        commit: first,
        content: TEXTS[file],
      });
    const search = { path: join(root, "src/gone"), query: "forgotten_helper", ref: "v1" };
    expect(await answered({ engine, root, first }, "search_codebase", search)).toMatchObject({
      results: [{ file: "src/gone/old.py" }],
    });
    expect(await engine.call("read_file", { file: "elsewhere/a.ts", ref: "v1" })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
  });

  it("reads a file whose name git has in decomposed form, by the path of a result", async () => {
    const { place, engine, root } = await twoCommits();
    const name = "cafe\u0301.py";
    place.tree.write(`src/${name}`, "def espresso():\n    return 1\n");
    git(root, "add", "--all", ".");
    git(root, "commit", "-q", "-m", "third");
    const at = { root, engine, first: git(root, "rev-parse", "HEAD").trim() };
    const found = await answered(at, "search_codebase", { query: "espresso", ref: "main" });
    const [{ file }] = found["results"] as [{ file: string }];
    expect(file).toBe(`src/${name.normalize("NFC")}`);
    expect(await engine.call("read_file", { file, ref: "main" })).toMatchObject({
      content: "def espresso():\n    return 1\n",
    });
    expect(await engine.call("read_file", { file: "src/caf\u00e9", ref: "main" })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
  });

  it("of calls at the same time is not_ready for each, and then ok", async () => {
    const { engine, root, first } = await twoCommits();
    const ask = () =>
      Promise.all([
        engine.call("search_codebase", { query: "store", ref: "v1" }),
        engine.call("call_graph", { symbol: "openStore", ref: "v1" }),
        engine.call("file_outline", { file: "src/store.ts", ref: "v1" }),
      ]);
    expect((await ask()).map(({ status }) => status)).toEqual(["not_ready", "not_ready", "not_ready"]);
    await engine.context.codebases.atCommit(root, first).activeRun?.ended;
    expect((await ask()).map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  });

  it("follows the codebase's patterns and extensions, and git's own rules for it, as they are now", async () => {
    const place = await twoCommits();
    const { engine, root } = place;
    const files = async (): Promise<string[]> => {
      const answer = await answered(place, "search_codebase", { query: "forgotten_helper store", ref: "v1" });
      return (answer["results"] as { file: string }[]).map(({ file }) => file);
    };
    expect(await files()).toContain("src/gone/old.py");
    await engine.index({ force: true, ignorePatterns: ["gone/"] });
    expect(await files()).not.toContain("src/gone/old.py");
    await engine.index({ force: true, ignorePatterns: [] });
    expect(await files()).toContain("src/gone/old.py");
    writeFileSync(join(root, ".git/info/exclude"), "gone/\n");
    expect(await files()).not.toContain("src/gone/old.py");
  });

  it("tells the cause of a failed run for a minute, instead of starting another one with each call", async () => {
    const { place, engine, root } = await twoCommits();
    const rules = "build/\n".repeat(1_000_000);
    place.tree.write(".gitignore", rules);
    git(root, "add", "--all", ".");
    git(root, "commit", "-q", "-m", "rules");
    const commit = git(root, "rev-parse", "HEAD").trim();
    const version = engine.context.codebases.atCommit(root, commit);
    const ask = () => engine.call("search_codebase", { query: "store", ref: "main" });
    expect(await ask()).toMatchObject({ status: "not_ready" });
    await version.activeRun?.ended;
    for (let call = 0; call < 3; call++)
      expect(await ask()).toMatchObject({
        status: "error",
        error: { code: "INDEX_FAILED", message: expect.stringContaining(".gitignore") },
      });
    place.tree.wait(60_001);
    expect(await ask()).toMatchObject({ status: "not_ready" });
    await version.activeRun?.ended;
    expect(await engine.call("manage_index", { action: "clear", ref: "main" })).toMatchObject({
      status: "ok",
    });
    expect(await ask()).toMatchObject({ status: "not_ready" });
    await version.activeRun?.ended;
  });

  it("of a codebase that requires a reindex is that, and nothing is indexed", async () => {
    const { place, root } = await twoCommits();
    const engine = place.engine({ fingerprint: { embeddingProvider: "another" } });
    expect(await engine.call("search_codebase", { query: "store", ref: "v1" })).toMatchObject({
      status: "requires_reindex",
    });
    expect(engine.context.codebases.commitsOf(root)).toEqual([]);
  });

  it("reads plain lines without an index", async () => {
    const { engine, root, first } = await twoCommits();
    expect(await engine.call("read_file", { file: "src/gone/old.py", ref: "HEAD~1" })).toMatchObject({
      status: "ok",
      commit: first,
      content: TEXTS["src/gone/old.py"],
    });
    expect(engine.context.codebases.commitsOf(root)).toEqual([]);
  });

  it.each([
    ["search_codebase", { query: "a", ref: "nowhere" }, "REF_NOT_FOUND"],
    ["search_codebase", { query: "a", ref: "--output=/tmp/x" }, "INVALID_ARGUMENTS"],
    ["file_outline", { file: "a.ts", ref: "v1..main" }, "INVALID_ARGUMENTS"],
    ["read_file", { file: "src/none.ts", ref: "v1" }, "PATH_NOT_FOUND"],
    ["read_file", { file: "src", ref: "v1" }, "PATH_NOT_FOUND"],
    ["read_file", { file: "../outside", ref: "v1" }, "PATH_OUTSIDE_ROOTS"],
    ["manage_index", { action: "create", ref: "v1" }, "INVALID_ARGUMENTS"],
  ] as const)("%s with %j is the error %s", async (tool, args, code) => {
    const { engine } = await twoCommits();
    expect(await engine.call(tool, args)).toMatchObject({ status: "error", error: { code } });
  });

  it("is not_indexed where nothing is", async () => {
    const { place } = await twoCommits();
    const fresh = place.engine({ home: join(place.home, "empty") });
    expect(await fresh.call("search_codebase", { query: "a", ref: "v1" })).toMatchObject({
      status: "not_indexed",
    });
  });
});

describe("a session", () => {
  const session = { session: { header: null, transport: "one" } };
  /** Calls of one session. */
  async function inSession(
    scope: object,
  ): Promise<Place & { ask: (tool: ToolName, args: object) => Promise<Record<string, unknown>> }> {
    const place = await twoCommits();
    const { engine, root } = place;
    const ask = async (tool: ToolName, args: object): Promise<Record<string, unknown>> => {
      for (;;) {
        const answer = (await engine.call(tool, args, session)) as unknown as Record<string, unknown>;
        if (answer["status"] !== "not_ready") return answer;
        for (const version of engine.context.codebases.commitsOf(root)) await version.activeRun?.ended;
      }
    };
    expect(await engine.call("set_scope", scope, session)).toMatchObject({ effective_scope: scope });
    return { ...place, ask };
  }

  it.each([{ commit: "v1" }, { branches: ["v1"] }, { commit: "v1", branches: ["main"] }])(
    "with the scope %j is about that version",
    async (scope) => {
      const { ask, first } = await inSession(scope);
      const answer = await ask("search_codebase", { query: "forgotten_helper" });
      expect(answer).toMatchObject({ status: "ok", commit: first });
      expect((answer["results"] as { file: string }[])[0]).toMatchObject({ file: "src/gone/old.py" });
      expect(await ask("file_outline", { file: "src/store.ts" })).toMatchObject({ commit: first });
      // The argument of a call wins.
      const main = await ask("search_codebase", { query: "openBase", ref: "main" });
      expect((main["results"] as { file: string }[]).map(({ file }) => file)).toContain("src/store.ts");
      expect(main["commit"]).not.toBe(first);
    },
  );

  it("with several branches shows each passage once, with the branches that have it", async () => {
    const { ask, first, engine, root } = await inSession({ branches: ["main", "v1"] });
    const answer = await ask("search_codebase", { query: "openStore store path" });
    const head = git(root, "rev-parse", "main").trim();
    expect(answer).toMatchObject({
      status: "ok",
      versions: [
        { ref: "main", commit: head },
        { ref: "v1", commit: first },
      ],
    });
    expect(answer).not.toHaveProperty("commit");
    const results = answer["results"] as { file: string; branches: string[]; differsIn?: string[] }[];
    expect(results.map(({ file, branches, differsIn }) => [file, branches, differsIn ?? []])).toEqual(
      expect.arrayContaining([
        ["src/store.ts", ["main"], ["v1"]],
        ["src/store.ts", ["v1"], ["main"]],
      ]),
    );
    const gone = (await ask("search_codebase", { query: "forgotten_helper" }))["results"] as {
      file: string;
    }[];
    expect(gone.find(({ file }) => file === "src/gone/old.py")).toMatchObject({ branches: ["v1"] });
    const same = await engine.call("set_scope", { branches: ["main", "HEAD"] }, session);
    expect(same.status).toBe("ok");
    const both = await ask("search_codebase", { query: "openBase" });
    for (const { branches } of both["results"] as { branches: string[] }[])
      expect(branches).toEqual(["main", "HEAD"]);
  });

  it("with several branches says of which branch a remark is, and leaves no snapshot open", async () => {
    const { ask, engine, root, first } = await inSession({ branches: ["main", "v1"] });
    const version = engine.context.codebases.atCommit(root, first);
    const open = { count: 0 };
    const snapshot = version.snapshot.bind(version);
    vi.spyOn(version, "snapshot").mockImplementation(async () => {
      const opened = await snapshot();
      const close = opened[Symbol.dispose].bind(opened);
      open.count++;
      opened[Symbol.dispose] = () => {
        open.count--;
        close();
      };
      return opened;
    });
    const answer = await ask("search_codebase", { query: "path:src/gone/** forgotten_helper" });
    expect(answer).toMatchObject({
      message: expect.stringMatching(/^main: None of the 2 remaining files matches/),
      results: [{ file: "src/gone/old.py", branches: ["v1"] }],
      unknownTerms: [],
    });
    expect(answer).not.toHaveProperty("warnings");
    await engine.call("set_scope", { branches: ["v1", "nowhere"] }, session);
    expect(await ask("search_codebase", { query: "store" })).toMatchObject({
      error: { code: "REF_NOT_FOUND" },
    });
    expect(open.count).toBe(0);
  });

  it.each([
    ["file_outline", { file: "src/store.ts" }, "ref"],
    ["call_graph", { symbol: "main" }, "ref"],
    ["read_file", { file: "src/store.ts" }, "ref"],
    ["search_codebase", { query: "store", resultMode: "context" }, "ref"],
    ["list_paths", {}, "branches"],
    ["search_text", { query: "store" }, "branches"],
    ["semantic_search", { query: "store" }, "branches"],
  ] as const)("with several branches, %s with %j asks for one", async (tool, args, path) => {
    const { ask } = await inSession({ branches: ["main", "v1"] });
    expect(await ask(tool, args)).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path }] },
    });
  });

  it.each([
    [{ branches: ["main", "-x"] }, "branches[1]"],
    [{ commit: "a..b" }, "commit"],
  ])("with the scope %j is refused", async (scope, path) => {
    const { engine } = await twoCommits();
    expect(await engine.call("set_scope", scope, session)).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", details: [{ path }] },
    });
  });
});
