import type { LogEvent } from "./ports.ts";
import { describe, expect, it } from "vitest";
import { DEADLINE_SETTINGS, TOOLS, type ToolName, outcomeOf } from "@satori/contracts";
import { type ToolCallOptions, callTool } from "./call-tool.ts";
import type { CallContext } from "./engine-context.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./errors.ts";
import { scopedLog } from "./log.ts";
import { NO_METRICS } from "./metrics.ts";
import { type LogLine, checked } from "./testing/engine.ts";
import type { ToolHandlers } from "./tool-handlers.ts";

const DEADLINES = {
  SATORI_ANSWER_DEADLINE_MS: 60_000,
  SATORI_SEARCH_DEADLINE_MS: 1,
  SATORI_CALL_GRAPH_DEADLINE_MS: 1,
  SATORI_REVIEW_DEADLINE_MS: 1,
  SATORI_TEXT_SEARCH_DEADLINE_MS: 1,
};
const NO_TOOLS = {
  tools: {},
  sessionState: () => "unknown",
  dropReplacedIndexes: () => Promise.resolve(),
  replacedIndexes: () => 0,
  metrics: NO_METRICS,
  deadlinesMs: DEADLINES,
};

/** An engine with a single tool. `/base/code` is its only codebase. */
function engineWith<Tool extends ToolName>(tool: Tool, handler: ToolHandlers[Tool]): Engine {
  const coveringRoot = (path: string): string | null => (path.startsWith("/base/code") ? "/base/code" : null);
  return { ...NO_TOOLS, tools: { [tool]: handler }, coveringRoot } as unknown as Engine;
}

/** The answer, checked against its schema, and the log. */
async function call<Tool extends ToolName>(
  engine: Engine,
  tool: Tool,
  args: unknown,
): Promise<{ answer: unknown; log: LogLine[] }> {
  const log: LogLine[] = [];
  const answer = await callTool(engine, tool, args, {
    baseFolder: "/base",
    roots: ["/root"],
    log: (level, event, fields) => void log.push({ level, event, fields }),
  });
  return { answer: checked(tool, answer), log };
}

const ok = {
  tool: "list_codebases",
  version: 1,
  status: "ok",
  codebases: { ready: [], indexing: [], requiresReindex: [], failed: [] },
  humanText: "",
  meta: { durationMs: 0 },
} as const;

describe("a call", () => {
  it("gives no answer that does not fit its schema, where the engine is asked to check them", async () => {
    const unfit = { ...ok, more: 1 };
    const engine = engineWith("list_codebases", async () => unfit);
    const given = (validatesOutput: boolean) =>
      callTool(
        { ...engine, validatesOutput },
        "list_codebases",
        {},
        { baseFolder: "/base", roots: [], log: () => undefined },
      );
    expect(await given(false)).toEqual(unfit);
    expect(await given(true)).toMatchObject({
      status: "error",
      error: { code: "INTERNAL", details: [{ path: "more" }] },
    });
  });

  it("hands over valid arguments and what belongs to it, and returns the answer", async () => {
    const seen: unknown[] = [];
    const engine = engineWith(
      "list_codebases",
      async (input, { elapsedMs, deadline, signal, ...context }) => {
        expect(deadline.signal).toBe(signal);
        seen.push(input, context, elapsedMs() >= 0);
        return ok;
      },
    );
    for (const args of [{}, undefined, null])
      expect(await call(engine, "list_codebases", args)).toEqual({ answer: ok, log: [] });
    expect(seen.slice(0, 3)).toEqual([{}, { baseFolder: "/base", roots: ["/root"] }, true]);
  });

  it.each<[ToolName, unknown, readonly string[]]>([
    ["manage_index", {}, ["action", "path"]],
    ["manage_index", { action: "destroy", path: "/x" }, ["action"]],
    ["manage_index", { action: "sync", path: "/x", force: true }, ["force"]],
    ["search_codebase", { path: "/x", query: "q", limit: 51, colour: "red" }, ["colour", "limit"]],
    ["search_codebase", { path: 7, query: "" }, ["path", "query"]],
    ["read_file", { path: "/x", start_line: 3, end_line: 2 }, ["end_line"]],
    ["call_graph", { path: "/x", symbol: "a", depth: 0 }, ["depth"]],
    ["list_codebases", { path: "/x" }, ["path"]],
    ["list_codebases", [], [""]],
    ["list_codebases", "all", [""]],
  ])(
    "of %s with %j is refused before anything is done, each argument by its name",
    async (tool, args, paths) => {
      const { answer, log } = await call(NO_TOOLS as unknown as Engine, tool, args);
      const details = paths.map((path) => expect.objectContaining({ path, message: expect.any(String) }));
      expect(answer).toMatchObject({
        tool,
        status: "error",
        error: {
          code: "INVALID_ARGUMENTS",
          details: expect.arrayContaining(details),
          message: expect.stringContaining(paths[0] ?? ""),
        },
        message: expect.stringContaining("Correct the arguments"),
      });
      expect(log).toEqual([]);
    },
  );

  it("that meets an expected failure answers with its code, and logs one line with the cause", async () => {
    const error = new EngineError("STORE_UNAVAILABLE", "The disk is full", {
      cause: new Error("SQLITE_FULL at /secret"),
      details: { path: "/x" },
    });
    const { answer, log } = await call(
      engineWith("read_file", () => Promise.reject(error)),
      "read_file",
      { path: "/x" },
    );
    expect(answer).toMatchObject({
      tool: "read_file",
      status: "error",
      message: expect.stringMatching(/^The disk is full\. \w/),
      error: { code: "STORE_UNAVAILABLE", message: "The disk is full", details: { path: "/x" } },
      meta: { durationMs: expect.any(Number) },
    });
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(log).toEqual([
      {
        level: "warn",
        event: "tool_failed",
        fields: {
          tool: "read_file",
          code: "STORE_UNAVAILABLE",
          message: "The disk is full",
          cause: "Error: SQLITE_FULL at /secret",
        },
      },
    ]);
  });

  it("is named in every log line, by its own id and that of its session", async () => {
    const log: LogLine[] = [];
    const note: LogEvent = (level, event, fields) => void log.push({ level, event, fields });
    const engine = engineWith("list_codebases", () => {
      scopedLog(note)("info", "within", {});
      return Promise.reject(new EngineError("STORE_UNAVAILABLE", "The disk is full"));
    });
    const fieldsWith = async (ids: Partial<ToolCallOptions>): Promise<unknown> => {
      log.length = 0;
      await callTool(engine, "list_codebases", {}, { baseFolder: "/", roots: [], log: note, ...ids });
      return log.map(({ event, fields: { tool, requestId, session } }) => ({
        event,
        tool,
        requestId,
        session,
      }));
    };
    const lines = (ids: object): object[] =>
      ["within", "tool_failed"].map((event) => ({
        event,
        tool: "list_codebases",
        requestId: undefined,
        session: undefined,
        ...ids,
      }));
    expect(await fieldsWith({ requestId: "r", session: { header: "h", transport: "t" } })).toEqual(
      lines({ requestId: "r", session: "h" }),
    );
    expect(await fieldsWith({ requestId: "r", session: { header: null, transport: "t" } })).toEqual(
      lines({ requestId: "r", session: "t" }),
    );
    expect(await fieldsWith({ session: { header: null, transport: null } })).toEqual(
      lines({ session: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
    );
    expect(await fieldsWith({})).toEqual(lines({}));
  });

  it("that fails repeats what it was about", async () => {
    const fail = (): Promise<never> =>
      Promise.reject(new EngineError("STORE_UNAVAILABLE", "The disk is full"));
    const about = async (tool: ToolName, args: object): Promise<object> => {
      const {
        tool: _,
        version: __,
        status: ___,
        message: ____,
        error: _____,
        meta: ______,
        ...echo
      } = (await call(engineWith(tool, fail), tool, args)).answer as Record<string, unknown>;
      return echo;
    };
    expect(await about("search_codebase", { path: "code/src/", query: "q" })).toEqual({
      path: "/base/code/src",
      effectiveRoot: "/base/code",
    });
    expect(await about("read_file", { path: "/other/a.ts" })).toEqual({ path: "/other/a.ts" });
    expect(await about("manage_index", { action: "sync", path: "code" })).toEqual({
      path: "/base/code",
      action: "sync",
      humanText: "The disk is full",
    });
    expect(await about("list_codebases", {})).toEqual({});
  });

  it("that comes upon damage says how to make the index anew", async () => {
    const engine = engineWith("search_codebase", () =>
      Promise.reject(new EngineError("STORE_CORRUPT", "The index is damaged")),
    );
    expect((await call(engine, "search_codebase", { path: "code/src/", query: "q" })).answer).toMatchObject({
      error: { code: "STORE_CORRUPT" },
      hints: { create: { tool: "manage_index", args: { action: "create", path: "/base/code" } } },
    });
  });

  it("of a workspace tool that fails answers in the form of these tools, and logs no codebase", async () => {
    const { answer, log } = await call(
      engineWith("workspace_read", () =>
        Promise.reject(new EngineError("AMBIGUOUS_PATH", "two have it", { details: { path: "code/a" } })),
      ),
      "workspace_read",
      { path: "code/a" },
    );
    expect(answer).toEqual({ code: "AMBIGUOUS_PATH", message: "two have it", details: { path: "code/a" } });
    expect(log).toMatchObject([
      {
        level: "warn",
        event: "tool_failed",
        fields: { tool: "workspace_read", code: "AMBIGUOUS_PATH", effectiveRoot: undefined },
      },
    ]);
  });

  it("that fails where its path cannot be resolved says why it failed", async () => {
    const engine = {
      ...engineWith("read_file", () =>
        Promise.reject(new EngineError("STORE_UNAVAILABLE", "The disk is full")),
      ),
      coveringRoot: () => {
        throw new Error("no working directory");
      },
    };
    const { answer } = await call(engine, "read_file", { path: "a.ts" });
    expect(answer).toMatchObject({
      status: "error",
      error: { code: "STORE_UNAVAILABLE", message: "The disk is full" },
    });
    expect(answer).not.toHaveProperty("path");
  });

  it.each([
    ["an error", new TypeError("x is undefined")],
    ["no error at all", "thrown text"],
    ["nothing", undefined],
  ])("that meets a defect which throws %s says no more than that", async (_, thrown) => {
    const { answer, log } = await call(
      engineWith("list_codebases", () => Promise.reject(thrown)),
      "list_codebases",
      {},
    );
    expect(answer).toMatchObject({
      status: "error",
      error: { code: "INTERNAL", message: "list_codebases failed because of a bug in Satori", details: {} },
    });
    expect(log).toMatchObject([
      { level: "error", event: "tool_crashed", fields: { tool: "list_codebases" } },
    ]);
  });

  it("never throws, not even where a handler throws at once", async () => {
    const handler = (): never => {
      throw new EngineError("CANCELLED", "The work was cancelled");
    };
    for (const tool of TOOLS.map(({ name }) => name))
      expect(
        outcomeOf(
          await callTool(engineWith(tool, handler), tool, argumentsOf(tool), {
            baseFolder: "/",
            roots: [],
            log: () => undefined,
          }),
        ),
      ).toMatchObject({ status: "error", error: { code: "CANCELLED" } });
  });
});

describe("an answer that is not ready in time", () => {
  it.each([
    "search_codebase",
    "call_graph",
    "search_text",
    "semantic_search",
    "smart_search",
    "workspace_search",
  ] as const)("of %s is an error that names the setting", async (tool) => {
    const waiting = engineWith(tool, (_: object, { deadline }: CallContext) => {
      for (;;) deadline.check();
    });
    expect(outcomeOf((await call(waiting, tool, argumentsOf(tool))).answer as never)).toMatchObject({
      status: "error",
      error: {
        code: "DEADLINE_REACHED",
        message: expect.stringContaining(`1 ms (${DEADLINE_SETTINGS[tool]})`),
      },
    });
  });

  it.each([
    ["create", false],
    ["reindex", false],
    ["sync", false],
    ["clear", false],
    ["status", true],
  ] as const)("of manage_index with %s is bounded: %s", async (action, isBounded) => {
    const engine = {
      ...engineWith("manage_index", (_, { deadline }) =>
        Promise.reject(new Error(String(deadline.name.includes("SATORI_ANSWER_DEADLINE_MS")))),
      ),
      deadlinesMs: { ...DEADLINES, SATORI_ANSWER_DEADLINE_MS: 5 },
    };
    const { log } = await call(engine, "manage_index", { action, path: "/base/code" });
    expect(log).toMatchObject([{ fields: { error: expect.stringContaining(`Error: ${isBounded}`) } }]);
  });
});

/** Arguments that a tool accepts. */
function argumentsOf(tool: ToolName): object {
  const args: Readonly<Record<ToolName, object>> = {
    list_codebases: {},
    manage_index: { action: "status", path: "/x" },
    search_codebase: { path: "/x", query: "q" },
    file_outline: { path: "/x", file: "a" },
    call_graph: { path: "/x", symbol: "a" },
    read_file: { path: "/x" },
    set_scope: {},
    list_paths: { path: "/x" },
    search_text: { path: "/x", query: "q" },
    semantic_search: { path: "/x", query: "q" },
    change_impact: { path: "/x" },
    unused_symbols: { path: "/x" },
    type_hierarchy: { path: "/x", symbol: "s" },
    symbol_history: { path: "/x", symbol: "s" },
    compare_versions: { path: "/x", base: "main" },
    list_dir: {},
    smart_search: { query: "q" },
    workspace_read: { path: "x" },
    workspace_search: { query: "q" },
  };
  return args[tool];
}
