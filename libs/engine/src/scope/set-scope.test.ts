import { basename } from "node:path";
import type { ListPathsOk, SearchCodebaseOk, SearchTextOk } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { withRoot } from "../testing/with-root.ts";

const TREE = {
  "src/retry.ts": "export function retryDelay(attempt: number): number {\n  return attempt * 100;\n}\n",
  "src/retry.test.ts": "import { retryDelay } from './retry';\nretryDelay(1);\n",
  "tools/retry.py": "def retry_delay(attempt):\n    return attempt * 100\n",
};

async function indexed(): Promise<{ place: TestPlace; engine: TestEngine }> {
  const place = new TestPlace(TREE);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  await engine.index();
  return { place, engine };
}

async function severalIndexed(): Promise<{
  place: TestPlace;
  engine: TestEngine;
  root: (name: string) => string;
}> {
  const place = new TestPlace(TREE);
  onTestFinished(() => place[Symbol.asyncDispose]());
  const engine = place.engine();
  for (const path of ["src", "tools"]) await indexFolder(place, engine, path);
  return { place, engine, root: (name) => place.tree.at(name) };
}

async function indexFolder({ tree }: TestPlace, engine: TestEngine, path: string): Promise<void> {
  expect(await engine.call("manage_index", { action: "create", path })).toMatchObject({ status: "ok" });
  await engine.engine.waitForRun(path, tree.root);
}

const anySession = { session: { header: null, transport: null } };
const inSession = (header: string) => ({ session: { header, transport: null } });

describe("set_scope", () => {
  it("says what holds from now on, languages by their ids, and in which session", async () => {
    const { place, engine } = await indexed();
    const answer = await engine.call(
      "set_scope",
      { languages: ["ts"], include_globs: ["src/"], exclude_globs: [], repos: [basename(place.tree.root)] },
      inSession("s1"),
    );
    expect(answer).toEqual({
      tool: "set_scope",
      version: 1,
      status: "ok",
      effective_scope: {
        repos: [place.tree.root],
        include_globs: ["src/"],
        languages: ["tsx", "typescript"],
      },
      session_id: "s1",
      meta: { durationMs: expect.any(Number) },
    });
  });

  it("takes the place of what was set before, and clears when empty", async () => {
    const { engine } = await indexed();
    await engine.call("set_scope", { languages: ["ts"] }, inSession("s1"));
    expect(await engine.call("set_scope", { include_globs: ["src/"] }, inSession("s1"))).toMatchObject({
      effective_scope: { include_globs: ["src/"] },
    });
    expect(
      (await engine.call("set_scope", { branches: [], commit: "" }, inSession("s1"))) as object,
    ).toMatchObject({ effective_scope: {} });
    expect(await engine.call("list_paths", {}, inSession("s1"))).toMatchObject({ total: 3, scope: {} });
  });

  it("makes a session where there is none, and says its id; so does any call, for the next", async () => {
    const { engine } = await indexed();
    const { session_id: session } = (await engine.call("set_scope", { languages: ["py"] }, anySession)) as {
      session_id: string;
    };
    expect(session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    expect(await engine.call("list_paths", { session_id: session }, anySession)).toMatchObject({
      items: [{ path: "tools/retry.py" }],
    });
    const other = await engine.call("list_paths", {}, anySession);
    expect([other.session_id === session, (other as ListPathsOk).total]).toEqual([false, 3]);
    expect(await engine.call("list_paths", {}, inSession("known"))).not.toHaveProperty("session_id");
  });

  it.each([
    [{ languages: ["ts", "klingon"] }, "languages", "klingon"],
    [{ include_globs: ["src/", "/etc"] }, "include_globs[1]", "absolute"],
    [{ exclude_globs: ["a[b"] }, "exclude_globs[0]", "bracket"],
    [{ exclude_globs: [""] }, "exclude_globs[0]", "empty"],
    [{ include_globs: ["../x"] }, "include_globs[0]", "leaves the root"],
    [{ branches: ["main", "a..b"] }, "branches[1]", "a range"],
    [{ commit: "-abc123" }, "commit", "starts with a dash"],
    [{ repos: ["elsewhere"] }, "repos[0]", "indexed codebases: code"],
  ])("refuses %j, naming %s, and leaves what was set", async (scope, path, text) => {
    const { engine } = await indexed();
    await engine.call("set_scope", { languages: ["py"] }, inSession("s1"));
    expect(await engine.call("set_scope", scope, inSession("s1"))).toMatchObject({
      status: "error",
      error: { code: "INVALID_ARGUMENTS", details: [{ path, message: expect.stringContaining(text) }] },
    });
    expect(await engine.call("list_paths", {}, inSession("s1"))).toMatchObject({
      scope: { languages: ["python"] },
    });
  });

  it("refuses all that is wrong at once, and lists the languages that there are once", async () => {
    const { engine } = await indexed();
    const answer = await engine.call(
      "set_scope",
      {
        branches: ["main", ""],
        commit: "a b",
        include_globs: ["/etc"],
        languages: ["klingon", "elvish"],
        repos: ["elsewhere", "nowhere"],
      },
      inSession("s1"),
    );
    const paths = ["branches[1]", "commit", "include_globs[0]", "languages", "repos[0]", "repos[1]"];
    expect(answer).toMatchObject({
      error: {
        code: "INVALID_ARGUMENTS",
        details: paths.map((path) => expect.objectContaining({ path })),
        message: expect.stringContaining(
          'languages has unknown languages "klingon", "elvish"; languages are ',
        ),
      },
    });
    expect(
      JSON.stringify((answer as { error: { message: string } }).error.message).match(/typescript/g),
    ).toHaveLength(1);
  });

  it("refuses folders that may not be read, and scopes that are too long to keep", async () => {
    const { engine } = await indexed();
    expect(await engine.call("set_scope", { repos: ["/etc"] })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
    expect(await engine.call("set_scope", { repos: ["./nowhere"] })).toMatchObject({
      error: { code: "PATH_NOT_FOUND" },
    });
    expect(
      await engine.call("set_scope", {
        include_globs: Array.from({ length: 100 }, (_, at) => `${"a".repeat(100)}${at}`),
      }),
    ).toMatchObject({ error: { code: "INVALID_ARGUMENTS", message: expect.stringContaining("4000") } });
  });
});

describe("the scope of a session", () => {
  it("holds in every tool that lists or searches, and is told", async () => {
    const { place, engine } = await indexed();
    await engine.call("set_scope", { languages: ["ts"], exclude_globs: ["*.test.ts"] }, inSession("s1"));
    const scope = { languages: ["tsx", "typescript"], exclude_globs: ["*.test.ts"] };
    expect(await engine.call("list_paths", {}, inSession("s1"))).toMatchObject({
      items: [{ path: "src/retry.ts" }],
      total: 1,
      scope,
    });
    const text = (await engine.call("search_text", { query: "retry" }, inSession("s1"))) as SearchTextOk;
    expect([text.scope, ...new Set(text.matches.map(({ path }) => path))]).toEqual([scope, "src/retry.ts"]);
    const found = (await engine.call(
      "search_codebase",
      { query: "retry delay", scope: "mixed" },
      inSession("s1"),
    )) as SearchCodebaseOk;
    expect([found.sessionScope, found.results.map(({ file }) => file)]).toEqual([scope, ["src/retry.ts"]]);
    // The argument of this name was used as it was sent.
    expect(found).not.toHaveProperty("scope");
    expect(
      await engine.call(
        "semantic_search",
        { query: "retry delay", path: undefined },
        { ...inSession("s1"), sessionRoot: place.tree.root },
      ),
    ).toMatchObject({ scope, findings: [{ file: "src/retry.ts" }] });
  });

  it("gives way to what a call says itself, field by field", async () => {
    const { engine } = await indexed();
    await engine.call("set_scope", { languages: ["ts"], exclude_globs: ["*.test.ts"] }, inSession("s1"));
    expect(await engine.call("list_paths", { languages: ["py"] }, inSession("s1"))).toMatchObject({
      items: [{ path: "tools/retry.py" }],
      scope: { languages: ["python"], exclude_globs: ["*.test.ts"] },
    });
    expect(
      await engine.call("list_paths", { languages: [], exclude_globs: [] }, inSession("s1")),
    ).toMatchObject({ total: 3, scope: {} });
    expect(
      await engine.call("search_text", { query: "retry", paths: ["src/retry.test.ts"] }, inSession("s1")),
    ).toMatchObject({ total: 2, scope: {} });
    expect(
      await engine.call("search_codebase", { query: "lang:py retry delay" }, inSession("s1")),
    ).toMatchObject({
      sessionScope: { exclude_globs: ["*.test.ts"] },
      results: [{ file: "tools/retry.py" }],
    });
    expect(
      await engine.call("semantic_search", { query: "retry delay", languages: ["py"] }, inSession("s1")),
    ).toMatchObject({ findings: [{ file: "tools/retry.py" }] });
  });

  it("is another's in another session, and nobody's in none", async () => {
    const { engine } = await indexed();
    await engine.call("set_scope", { languages: ["ts"] }, inSession("a"));
    await engine.call("set_scope", { languages: ["py"] }, inSession("b"));
    const totals = await Promise.all(
      ["a", "b", "c", "a", "b"].map(
        async (session) => ((await engine.call("list_paths", {}, inSession(session))) as ListPathsOk).total,
      ),
    );
    expect(totals).toEqual([2, 1, 3, 2, 1]);
    expect(await engine.call("search_codebase", { query: "retry" }, inSession("c"))).not.toHaveProperty(
      "sessionScope",
    );
  });

  it("that is over is told of, where the call asks for it by its id", async () => {
    const { place, engine } = await indexed();
    await engine.call("set_scope", { languages: ["py"], session_id: "mine" }, anySession);
    expect(await engine.call("list_paths", { session_id: "mine" }, anySession)).not.toHaveProperty(
      "warnings",
    );
    place.tree.nowMs += 3_600_001;
    expect(await engine.call("list_paths", { session_id: "mine" }, anySession)).toMatchObject({
      total: 3,
      warnings: ["SESSION_UNKNOWN"],
    });
    expect(await engine.call("list_paths", {}, inSession("never set"))).not.toHaveProperty("warnings");
    const ofHeader = { session: { header: "made by a client", transport: null } };
    expect(await engine.call("list_paths", {}, ofHeader)).not.toHaveProperty("warnings");
    expect(await engine.call("list_paths", { session_id: "made by a client" }, ofHeader)).toMatchObject({
      warnings: ["SESSION_UNKNOWN"],
    });
    expect(await engine.call("list_paths", { session_id: "another" }, ofHeader)).not.toHaveProperty(
      "warnings",
    );
  });

  it("that is over is told of wherever it said something, until it is set anew", async () => {
    const { place, engine } = await indexed();
    await engine.call("set_scope", { languages: ["py"] }, inSession("s1"));
    await engine.call("set_scope", {}, inSession("s2"));
    place.tree.nowMs += 3_600_001;
    for (let time = 0; time < 2; time++)
      expect(await engine.call("list_paths", {}, inSession("s1"))).toMatchObject({
        total: 3,
        warnings: ["SESSION_UNKNOWN"],
      });
    expect(await engine.call("list_paths", {}, inSession("s2"))).not.toHaveProperty("warnings");
    await engine.call("set_scope", { languages: ["py"] }, inSession("s1"));
    expect(await engine.call("list_paths", {}, inSession("s1"))).not.toHaveProperty("warnings");
  });

  it("chooses among codebases, of the list as well", async () => {
    const { place, engine, root } = await severalIndexed();
    const listed = async (): Promise<unknown> => {
      const answer = await engine.call("list_codebases", {}, inSession("s1"));
      return answer.status === "ok" && [answer.codebases.ready.map(({ path }) => path), answer.sessionScope];
    };
    expect(await listed()).toEqual([[root("src"), root("tools")], undefined]);
    expect(await engine.call("set_scope", { repos: ["tools"] }, inSession("s1"))).toMatchObject({
      effective_scope: { repos: [root("tools")] },
    });
    expect(await listed()).toEqual([[root("tools")], { repos: [root("tools")] }]);
    expect(withRoot(await engine.call("list_paths", { path: undefined }, inSession("s1")))).toMatchObject({
      effectiveRoot: root("tools"),
      items: [{ path: "retry.py" }],
      scope: { repos: [root("tools")] },
    });
    expect(
      withRoot(await engine.call("list_paths", { path: place.tree.at("src") }, inSession("s1"))),
    ).toMatchObject({
      effectiveRoot: root("src"),
      total: 2,
      scope: {},
    });
  });

  it("of several codebases lists and searches them as one, each file with its own", async () => {
    const { engine, root } = await severalIndexed();
    await engine.call(
      "set_scope",
      { repos: ["./tools", "src"], exclude_globs: ["*.test.ts"] },
      inSession("s1"),
    );
    const repos = [root("src"), root("tools")];
    expect(await engine.call("list_paths", { path: undefined }, inSession("s1"))).toMatchObject({
      repos,
      scope: { repos, exclude_globs: ["*.test.ts"] },
      total: 2,
      items: [
        { repo: root("src"), path: "retry.ts" },
        { repo: root("tools"), path: "retry.py" },
      ],
    });
    expect(
      await engine.call("list_paths", { path: undefined, max_results: 1 }, inSession("s1")),
    ).toMatchObject({ total: 2, truncated: true, items: [{ repo: root("src") }] });
    expect(
      await engine.call("search_text", { path: undefined, query: "attempt * 100" }, inSession("s1")),
    ).toMatchObject({
      repos,
      total: 2,
      matches: [
        { repo: root("src"), path: "retry.ts", line: 2 },
        { repo: root("tools"), path: "retry.py", line: 2 },
      ],
    });
    expect(
      await engine.call(
        "search_text",
        { path: undefined, query: "attempt * 100", max_results: 1 },
        inSession("s1"),
      ),
    ).toMatchObject({ total: 2, truncated: true, matches: [{ repo: root("src") }] });
    expect(
      await engine.call(
        "search_text",
        { path: undefined, query: "attempt", paths: ["retry.py"] },
        inSession("s1"),
      ),
    ).toMatchObject({ total: 2, matches: [{ repo: root("tools") }, { repo: root("tools") }] });
    expect(
      await engine.call(
        "search_text",
        { path: undefined, query: "attempt", paths: ["retry.py", "none.go"] },
        inSession("s1"),
      ),
    ).toMatchObject({ error: { code: "PATH_NOT_FOUND", message: expect.stringContaining("none.go") } });
  });

  it("is about a codebase whole where a path in it is named, and about each once", async () => {
    const { engine, root } = await severalIndexed();
    expect(
      await engine.call("set_scope", { repos: ["./src/retry.ts/..", "src", "./tools"] }, inSession("s1")),
    ).toMatchObject({ effective_scope: { repos: [root("src"), root("tools")] } });
    expect(await engine.call("set_scope", { repos: [".", "src"] }, inSession("s1"))).toMatchObject({
      effective_scope: { repos: [engine.codebase.root, root("src")] },
    });
  });

  it("cannot name what several codebases are called", async () => {
    const place = new TestPlace({ "one/api/a.ts": "1;\n", "two/api/b.ts": "2;\n" });
    onTestFinished(() => place[Symbol.asyncDispose]());
    const engine = place.engine();
    for (const path of ["one/api", "two/api"]) await indexFolder(place, engine, path);
    expect(await engine.call("set_scope", { repos: ["api"] })).toMatchObject({
      error: {
        code: "INVALID_ARGUMENTS",
        message: expect.stringMatching(/several codebases.*one\/api, .*two\/api/),
      },
    });
    expect(await engine.call("list_paths", { path: undefined })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS", message: expect.stringContaining("several codebases") },
    });
  });
});
