import type { CallGraphOutput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, questionsAbout } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());
const { graph, answered, edges } = questionsAbout(() => codebase);

describe("call_graph", () => {
  it("shows who calls a function, code at the top of a file included", async () => {
    expect(await edges({ symbol: "start", direction: "callers" })).toEqual(["main.ts → start"]);
    expect((await answered({ symbol: "start", direction: "callers" })).nodes[0]).toMatchObject({
      file: "src/main.ts",
      symbolLabel: "main.ts",
      kind: "module",
      span: { startLine: 1 },
    });
  });

  it("shows what a function calls, calls in its lambdas included", async () => {
    expect(await edges({ symbol: "start", direction: "callees" })).toEqual([
      "start → run",
      "start → FileStore.constructor",
      "start → log",
    ]);
  });

  it("follows a method of an interface to its declaration, and to what implements it", async () => {
    expect((await edges({ symbol: "run", direction: "callees" })).sort()).toEqual([
      "run → FileStore.save (possible)",
      "run → MemoryStore.save (possible)",
      "run → Store.save",
      "run → log",
    ]);
  });

  it("finds callers of an implementation through the interface, as possible ones", async () => {
    expect(await edges({ symbol: "MemoryStore.save", direction: "callers" })).toEqual([
      "run → MemoryStore.save (possible)",
    ]);
  });

  it("finds callers under the name that an import gives", async () => {
    expect(await edges({ symbol: "log", direction: "callers" })).toEqual([
      "run → log",
      "start → log",
      "MemoryStore.save → log",
    ]);
  });

  it("takes whoever makes an object for a caller of its class", async () => {
    expect(await edges({ symbol: "FileStore", direction: "callers" })).toEqual(["start → FileStore"]);
  });

  it(
    "takes a variable for what is called where what it is given has no name, and what stands in that for " +
      "its own",
    async () => {
      expect(await edges({ symbol: "flush", direction: "callers" })).toEqual([
        "once → flush",
        "once.ts → flush",
      ]);
      expect((await edges({ symbol: "Panel" })).sort()).toEqual([
        "Panel.Panel → paint",
        "screen → Panel",
        "screen → Panel.Panel (possible)",
      ]);
      expect(await edges({ symbol: "Meter.level" })).toEqual(["Meter.read → Meter.level"]);
      expect(await answered({ symbol: "Panel" })).not.toHaveProperty("namesakes");
      expect(await edges({ symbol: "paint", direction: "callers" })).toEqual([
        "Panel.Panel → paint",
        "usePaint → paint",
      ]);
    },
  );

  it(
    "takes whoever reads a property with code for its caller, line by line; of objects that are not " +
      "known, those of its language may be",
    async () => {
      const { edges: found, coverage } = await answered({ symbol: "Gauge.pressure", direction: "callers" });
      expect(found.map(({ site, confidence }) => [site.line, confidence])).toEqual([
        [5, "resolved"],
        [6, "resolved"],
      ]);
      expect(coverage).toMatchObject({
        unresolvedSites: 1,
        open: [{ type: "unresolved_call", file: "lib/gauge.py", startLine: 7 }],
      });
      expect(await edges({ symbol: "watch", direction: "callees" })).toEqual([
        "watch → Gauge.pressure",
        "watch → Gauge.pressure",
      ]);
    },
  );

  it("says of a property without code that it is used, not that nobody calls it", async () => {
    expect(await graph({ symbol: "Dial.needle" })).toMatchObject({
      status: "ok",
      message: expect.stringContaining("is a property, so uses are shown instead of calls") as string,
    });
  });

  it("carries the line of each call and, with debug, the rule that resolved it", async () => {
    const { edges: found } = await answered({ symbol: "run", direction: "callers" });
    expect(found[0]).toEqual({
      from: expect.any(String) as string,
      to: expect.any(String) as string,
      confidence: "resolved",
      site: { line: 7, text: 'run(new FileStore("x"));' },
    });
    const debugged = await answered({ symbol: "run", direction: "callers", debug: true });
    expect(debugged.edges[0]).toEqual({ ...found[0], via: "scope" });
  });

  it("counts lines as everything else does, where a file has carriage returns of their own", async () => {
    const {
      edges: [first],
    } = await answered({ symbol: "carriage", direction: "callers" });
    expect(first?.site).toEqual({ line: 3, text: "carriage();" });
  });

  it("cuts long lines between characters", async () => {
    const {
      edges: [, second],
    } = await answered({ symbol: "carriage", direction: "callers" });
    expect(second?.site.text).toBe(`carriage("${"x".repeat(189)}`);
  });

  it("goes as deep as asked, and ends where calls go in a circle", async () => {
    expect(await edges({ symbol: "log", direction: "callers", depth: 2 })).toEqual(
      expect.arrayContaining(["start → run", "main.ts → start"]),
    );
    expect(await edges({ symbol: "even", direction: "both", depth: 5 })).toEqual([
      "even → odd",
      "odd → even",
    ]);
  });

  it("reads bidirectional as both, and says so", async () => {
    const answer = await answered({ symbol: "even", direction: "bidirectional" });
    expect(answer).toMatchObject({ direction: "both" });
    for (const argument of ["symbol", "depth", "limit"]) expect(answer).not.toHaveProperty(argument);
    expect(await answered({ symbol: "even", direction: "both" })).not.toHaveProperty("direction");
    expect(await edges({ symbol: "run", direction: "bidirectional" })).toEqual(
      await edges({ symbol: "run" }),
    );
  });

  it("follows a function that is exported without a name", async () => {
    expect(await edges({ symbol: "default" })).toEqual(["default → half", "check → default"]);
  });

  it("finds those who have a task of Python run by its library", async () => {
    await using tasks = await indexedTree(`
      //- app/tasks.py
      from celery import shared_task
      @shared_task
      def send(to): pass
      //- app/views.py
      from app import tasks
      def order(to):
          tasks.send.delay(to)
      //- app/more.py
      from app.tasks import send
      def later(to):
          send.s(to).apply_async()
    `);
    const answer = await tasks.call("call_graph", { path: tasks.root, symbol: "send", direction: "callers" });
    expect(
      answer.status === "ok" &&
        answer.edges
          .map(
            ({ from, confidence }) =>
              `${answer.nodes.find(({ symbolId }) => symbolId === from)?.symbolLabel} ${confidence}`,
          )
          .sort(),
    ).toEqual(["later resolved", "order resolved"]);
  });

  it("gives the same bytes twice", async () => {
    const bytes = async (): Promise<string> =>
      JSON.stringify({ ...(await graph({ symbol: "log", depth: 5, limit: 50 })), meta: null });
    expect(await bytes()).toBe(await bytes());
  });
});

it("of a name that a makefile declares too are those of the code that is called so", async () => {
  await using codebase = await indexedTree(
    "//- src/app.ts\nclass App {\n  build(): void {}\n}\nnew App().build();\n//- " +
      "Makefile\nbuild:\n\tcc a.c\n",
  );
  const answer = (await codebase.call("call_graph", {
    path: codebase.root,
    symbol: "build",
  })) as CallGraphOutput;
  expect(answer).toMatchObject({
    status: "ok",
    nodes: expect.arrayContaining([expect.objectContaining({ symbolLabel: "App.build" })]),
  });
});
