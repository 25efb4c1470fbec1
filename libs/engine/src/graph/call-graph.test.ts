import { rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CallGraphInput, CallGraphOk, CallGraphOutput, SearchCodebaseInput } from "@satori/contracts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

const TREE = `
  //- src/store.ts
  export interface Store { save(text: string): void }
  export class FileStore implements Store {
    constructor(private readonly folder: string) {}
    save(text: string): void { write(this.folder, text); }
  }
  export class MemoryStore implements Store {
    save(text: string): void { log(text); }
  }
  function write(folder: string, text: string): void {}
  export function log(text: string): void {}
  //- src/main.ts
  import { FileStore, type Store, log as note } from "./store";
  export function run(store: Store): void {
    store.save("a");
    note("done");
  }
  export function start(): void {
    run(new FileStore("x"));
    setTimeout(() => note("later"), 1);
  }
  export const limit = 3;
  start();
  //- src/over.ts
  export function over(a: string): void;
  export function over(a: number): void;
  export function over(a: unknown): void {}
  over("x");
  //- src/loop.ts
  export function even(n: number): boolean { return n === 0 || odd(n - 1); }
  export function odd(n: number): boolean { return n !== 0 && even(n - 1); }
  export const parity = even;
  //- src/once.ts
  export function once(run: () => void): () => void { return () => run(); }
  export const flush = once(() => log("flushed"));
  flush();
  //- src/panel.ts
  import { create, memo } from "lib";
  export const Panel = memo(function Panel() { paint(); });
  export const usePaint = create(() => paint());
  function paint() {}
  export function screen() { Panel(); }
  export class Meter {
    level = create(0);
    read() { this.level(); }
  }
  //- src/guess.ts
  export function use(thing: any): void {
    thing.reticulate();
    thing.twice();
    thing["x" + 1]();
  }
  export class Splines { reticulate(): void {} twice(): void {} }
  export class Others { twice(): void {} }
  //- src/unnamed.ts
  export default function (n: number): number { return half(n); }
  function half(n: number): number { return n / 2; }
  //- src/uses.ts
  import share from "./unnamed";
  export function check(): number { return share(2); }
  //- tool.pl
  sub build { print 1; }
  //- src/namesake.ts
  export class Namesake { use(): void {} }
  //- src/carriage.ts
  /* Of two lines to an old editor,\rof one to all others. */
  export function carriage(text?: string): void {}
  carriage();
  carriage("${"x".repeat(189)}😀 and what is behind it");
  //- lib/gauge.py
  class Gauge:
      @property
      def pressure(self): return 1
  def watch(gauge: Gauge, other):
      if gauge.pressure > 3:
          return gauge.pressure
      return other.pressure
  //- lib/gauge.js
  export function peek(any) { return any.pressure; }
  //- lib/Gauge.swift
  class Dial { var needle: Int = 3 }
  func turn(dial: Dial) { print(dial.needle) }
  //- styles.css
  .spinner { color: red; }
  //- notes.md
  # Notes
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
}, 60_000);
afterAll(() => codebase[Symbol.asyncDispose]());

const graph = (args: Partial<CallGraphInput>): Promise<CallGraphOutput> => codebase.call("call_graph", { path: codebase.root, ...args });

async function answered(args: Partial<CallGraphInput>): Promise<CallGraphOk> {
  const answer = await graph(args);
  if (answer.status !== "ok") throw new Error(`${answer.status}: ${answer.message}`);
  return answer;
}

/** Edges as `caller → callee (how, if it is not certain)`, in the order of the answer. */
async function edges(args: Partial<CallGraphInput>): Promise<string[]> {
  const answer = await answered(args);
  const label = (id: string): string => answer.nodes.find(({ symbolId }) => symbolId === id)?.symbolLabel ?? "?";
  return answer.edges.map(({ from, to, confidence }) => `${label(from)} → ${label(to)}${confidence === "resolved" ? "" : ` (${confidence})`}`);
}

describe("call_graph", () => {
  it("shows who calls a function, code at the top of a file included", async () => {
    expect(await edges({ symbol: "start", direction: "callers" })).toEqual(["main.ts → start"]);
    expect((await answered({ symbol: "start", direction: "callers" })).nodes[0]).toMatchObject({ file: "src/main.ts", symbolLabel: "main.ts", kind: "module", span: { startLine: 1 } });
  });

  it("shows what a function calls, calls in its lambdas included", async () => {
    expect(await edges({ symbol: "start", direction: "callees" })).toEqual(["start → run", "start → FileStore.constructor", "start → log"]);
  });

  it("follows a method of an interface to its declaration, and to what implements it", async () => {
    expect((await edges({ symbol: "run", direction: "callees" })).sort()).toEqual(["run → FileStore.save (possible)", "run → MemoryStore.save (possible)", "run → Store.save", "run → log"]);
  });

  it("finds callers of an implementation through the interface, as possible ones", async () => {
    expect(await edges({ symbol: "MemoryStore.save", direction: "callers" })).toEqual(["run → MemoryStore.save (possible)"]);
  });

  it("finds callers under the name that an import gives", async () => {
    expect(await edges({ symbol: "log", direction: "callers" })).toEqual(["run → log", "start → log", "MemoryStore.save → log"]);
  });

  it("takes whoever makes an object for a caller of its class", async () => {
    expect(await edges({ symbol: "FileStore", direction: "callers" })).toEqual(["start → FileStore"]);
  });

  it("takes a variable for what is called where what it is given has no name, and what stands in that for its own", async () => {
    expect(await edges({ symbol: "flush", direction: "callers" })).toEqual(["once → flush", "once.ts → flush"]);
    expect((await edges({ symbol: "Panel" })).sort()).toEqual(["Panel.Panel → paint", "screen → Panel", "screen → Panel.Panel (possible)"]);
    expect(await edges({ symbol: "Meter.level" })).toEqual(["Meter.read → Meter.level"]);
    expect(await answered({ symbol: "Panel" })).not.toHaveProperty("namesakes");
    expect(await edges({ symbol: "paint", direction: "callers" })).toEqual(["Panel.Panel → paint", "usePaint → paint"]);
  });

  it("takes whoever reads a property with code for its caller, line by line; of objects that are not known, those of its language may be", async () => {
    const { edges: found, coverage } = await answered({ symbol: "Gauge.pressure", direction: "callers" });
    expect(found.map(({ site, confidence }) => [site.line, confidence])).toEqual([[5, "resolved"], [6, "resolved"]]);
    expect(coverage).toMatchObject({ unresolvedSites: 1, open: [{ type: "unresolved_call", file: "lib/gauge.py", startLine: 7 }] });
    expect(await edges({ symbol: "watch", direction: "callees" })).toEqual(["watch → Gauge.pressure", "watch → Gauge.pressure"]);
  });

  it("says of a property without code that it is used, not that nobody calls it", async () => {
    expect(await graph({ symbol: "Dial.needle" })).toMatchObject({ status: "ok", message: expect.stringContaining("is a property, which is used and not called") as string });
  });

  it("carries the place and the text of each call, and the rule that resolved it", async () => {
    const { edges: [first] } = await answered({ symbol: "run", direction: "callers" });
    expect(first).toMatchObject({ kind: "call", confidence: "resolved", via: "scope", site: { file: "src/main.ts", line: 7, text: 'run(new FileStore("x"));' } });
  });

  it("counts lines as everything else does, where a file has carriage returns of their own", async () => {
    const { edges: [first] } = await answered({ symbol: "carriage", direction: "callers" });
    expect(first?.site).toEqual({ file: "src/carriage.ts", line: 3, text: "carriage();" });
  });

  it("cuts long lines between characters", async () => {
    const { edges: [, second] } = await answered({ symbol: "carriage", direction: "callers" });
    expect(second?.site.text).toBe(`carriage("${"x".repeat(189)}`);
  });

  it("goes as deep as asked, and ends where calls go in a circle", async () => {
    expect(await edges({ symbol: "log", direction: "callers", depth: 2 })).toEqual(expect.arrayContaining(["start → run", "main.ts → start"]));
    expect(await edges({ symbol: "even", direction: "both", depth: 5 })).toEqual(["even → odd", "odd → even"]);
  });

  it("reads bidirectional as both, and says so", async () => {
    const answer = await answered({ symbol: "even", direction: "bidirectional" });
    expect(answer).toMatchObject({ direction: "both", depth: 1, limit: 20 });
    expect(await edges({ symbol: "run", direction: "bidirectional" })).toEqual(await edges({ symbol: "run" }));
  });

  it("takes a symbolRef as other tools give it", async () => {
    const outline = await codebase.call("file_outline", { path: codebase.root, file: "src/main.ts" });
    const symbol = outline.status === "ok" ? outline.outline.symbols.find(({ symbolLabel }) => symbolLabel === "run") : undefined;
    const symbolRef = { file: "src/main.ts", symbolId: symbol?.symbolId ?? "", symbolLabel: "run" };
    expect(await edges({ symbolRef, direction: "callers" })).toEqual(["start → run"]);
    // The file has changed since: the name still tells.
    expect(await edges({ symbolRef: { ...symbolRef, symbolId: "sym_0000000000000000" }, direction: "callers" })).toEqual(["start → run"]);
  });

  it("follows a function that is exported without a name", async () => {
    expect(await edges({ symbol: "default" })).toEqual(["default → half", "check → default"]);
  });

  it("says which of the definitions were asked for, by whatever name", async () => {
    const rootsOf = async (args: Partial<CallGraphInput>): Promise<unknown[]> => {
      const { roots, nodes } = await answered(args);
      return roots.map((id) => nodes.find(({ symbolId }) => symbolId === id)?.symbolLabel);
    };
    expect(await rootsOf({ symbol: "log" })).toEqual(["log"]);
    // What a variable holds has a name of its own.
    expect(await rootsOf({ symbol: "parity", direction: "callees" })).toEqual(["even"]);
  });

  it("says how many definitions the limit left out", async () => {
    const answer = await answered({ symbol: "log", direction: "callers", limit: 2 });
    expect(answer.nodes).toHaveLength(2);
    expect(answer.warnings).toEqual(["OUTPUT_TRUNCATED"]);
    expect(answer.message).toMatch(/more/);
  });

  it("shows no more of the definitions of a name than the limit allows", async () => {
    const answer = await answered({ symbol: "twice", limit: 1 });
    expect(answer).toMatchObject({ warnings: ["OUTPUT_TRUNCATED"], nodes: [{ symbolLabel: "Splines.twice" }], message: expect.stringMatching(/^2 definitions are called twice, of which 1 with the most calls is followed/) });
    expect(answer.namesakes?.map(({ symbolLabel }) => symbolLabel)).toEqual(["Others.twice"]);
    expect(answer.roots).toHaveLength(1);
  });

  it("hints at calls that show what was cut", async () => {
    const { hints = {} } = await answered({ symbol: "log", limit: 2 });
    expect(Object.keys(hints)).toEqual(["continue", "callers", "callees"]);
    const [whole, callers] = [await answered(hints.continue?.args ?? {}), await answered(hints.callers?.args ?? {})];
    expect(whole).toMatchObject({ symbol: "log", direction: "both", limit: 50, nodes: { length: 4 } });
    expect(whole).not.toHaveProperty("hints");
    expect(callers).toMatchObject({ direction: "callers", limit: 2 });
  });

  describe("of what more call than an answer holds", () => {
    const count = 70;
    const callers = Array.from({ length: count }, (_, at) => `//- ${at % 2 === 0 ? "app" : "lib/deep"}/c${String(at).padStart(2, "0")}.ts\nimport { busy } from "${at % 2 === 0 ? "" : "../"}../busy";\nexport function c${at}(): void { busy(); }\n`).join("");
    const definitions = Array.from({ length: 30 }, (_, at) => `//- many/m${at}.ts\nexport class M${at} { draw(): void {} }\n`).join("");
    let busy: TestCodebase;
    beforeAll(async () => {
      busy = await indexedTree(`//- busy.ts\nexport function busy(): void {}\n${callers}${definitions}//- many/use.ts\nimport { M29 } from "./m29";\nexport function use(): void { new M29().draw(); }\n`);
    }, 60_000);
    afterAll(() => busy[Symbol.asyncDispose]());
    const ask = async (args: object): Promise<CallGraphOk> => {
      const answer = await busy.call("call_graph", { path: busy.root, ...args });
      if (answer.status !== "ok") throw new Error(answer.message);
      return answer;
    };
    const callersIn = ({ nodes, roots }: CallGraphOk): string[] => nodes.filter(({ symbolId }) => !roots.includes(symbolId)).map(({ symbolLabel }) => symbolLabel);

    it("hints at questions that together name every caller", async () => {
      const whole = await ask({ symbol: "busy", direction: "callers", limit: 50 });
      const { continue: next, paths = [] } = whole.hints ?? {};
      expect(paths).toEqual([join(busy.root, "lib/deep")]);
      const rest = await Promise.all(paths.map((path) => ask({ ...next?.args, path })));
      expect(rest.map(({ warnings }) => warnings)).toEqual(paths.map(() => undefined));
      expect(new Set([...callersIn(whole), ...rest.flatMap(callersIn)]).size).toBe(count);
    });

    it("shows of one definition what is below the path, and says that there is more elsewhere", async () => {
      const [root] = (await ask({ symbol: "busy" })).nodes.filter(({ symbolLabel }) => symbolLabel === "busy");
      const symbolRef = { file: "busy.ts", symbolId: root?.symbolId ?? "" };
      for (const named of [{ symbolRef }, { symbol: symbolRef.symbolId }]) {
        const below = await ask({ ...named, path: join(busy.root, "app"), direction: "callers", limit: 50 });
        expect(callersIn(below)).toHaveLength(count / 2);
        expect(below.message).toMatch(/What is outside of .*app was not asked for/);
        expect(below.hints).toMatchObject({ everywhere: { args: { path: busy.root, ...named } } });
      }
      expect((await ask({ symbolRef, path: busy.root, limit: 2 })).hints).not.toHaveProperty("everywhere");
    });

    it("follows the definitions of a name that are called where there are too many, and names others", async () => {
      const answer = await ask({ symbol: "draw", direction: "callers" });
      expect(callersIn(answer)).toEqual(["use"]);
      expect(answer.roots).toHaveLength(10);
      expect(answer.namesakes).toHaveLength(10);
      expect(answer.message).toMatch(/^30 definitions are called draw, of which 10 with the most calls are followed/);
      const ids = answer.namesakes?.map(({ symbolId }) => symbolId) ?? [];
      expect(ids.filter((id) => answer.roots.includes(id))).toEqual([]);
      const most = await ask({ symbol: "draw", direction: "callers", limit: 50 });
      expect((await ask(most.hints?.continue?.args ?? {})).roots).toEqual([most.namesakes?.[0]?.symbolId]);
    });
  });

  it("says by which names callers were not all looked for", async () => {
    const others = Array.from({ length: 41 }, (_, at) => `//- use/${at}.js\nfunction run(list) { list.done(); }\n`).join("");
    await using many = await indexedTree(`//- a.js\nexport function finish() {}\nfunction run(list) { list.done(); }\nrun({ done: finish });\n${others}`);
    const answer = await many.call("call_graph", { path: many.root, symbol: "finish", direction: "callers", depth: 3 });
    if (answer.status !== "ok") throw new Error(answer.message);
    expect(answer).toMatchObject({ warnings: ["OUTPUT_TRUNCATED"], message: expect.stringContaining(" Callers by done were not all looked for: too many files have that name."), hints: { searchCodebase: { args: { query: "finish" } } } });
    expect(answer.hints?.continue).toBeUndefined();
    expect(answer.notes).toEqual([{ type: "callers_left_out", file: "a.js", symbolId: answer.roots[0], startLine: 1, detail: "finish may have callers that were not looked for (too_many_files): 42 files call done, a name that it is handed on under." }]);
  });

  it("marks what only a name tells, and notes why the rest is not known", async () => {
    const answer = await answered({ symbol: "use", direction: "callees" });
    expect(await edges({ symbol: "use", direction: "callees" })).toEqual(["use → Splines.reticulate (name_match)"]);
    expect(answer.notes.map(({ type, startLine, detail }) => [type, startLine, /\((\w+)\)/.exec(detail)?.[1]])).toEqual([["unresolved_call", 3, "ambiguous_name"], ["unresolved_call", 4, "unknown_value"]]);
    expect(answer).toMatchObject({ notesTruncated: false, totalNoteCount: 2, returnedNoteCount: 2 });
  });

  it("counts call sites of the name that it could not resolve, so that an empty answer means something", async () => {
    const answer = await answered({ symbol: "Others.twice", direction: "callers" });
    expect(answer.edges).toEqual([]);
    expect(answer.coverage.unresolvedSites).toBe(1);
    expect(answer.coverage.open).toEqual([{ type: "unresolved_call", file: "src/guess.ts", startLine: 3, detail: "thing.twice();" }]);
    expect(answer.message).toMatch(/could not be resolved/);
  });

  it("shows where a function is handed on as a value that nothing is known to call", async () => {
    await using handing = await indexedTree(`
      //- main.go
      package main
      func none(args []string) error { return nil }
      func called() {}
      type command struct { Args func(args []string) error }
      var root = &command{
        Args: none,
      }
      //- steps.py
      def first(): pass
      def second(): pass
      def last(): pass
      STEPS = [first]
      register("x",
        then=second)
      last()
      after = last
      //- other.py
      from steps import first
      run(first)
      //- jobs.rb
      class Job
        def save!
          1
        end
        alias keep! save!
      end
      //- model.rb
      class Model < Base
        before_save :fill, if: :empty?
        private :other
        included do
          after_save :tell
        end
        def fill; end
        def empty?; end
        def tell; end
        def other; end
      end
      //- tree.go
      package main
      import "os/exec"
      type Tree struct {}
      func (t *Tree) find() {
        var inner func(*Tree) (*Tree, []string)
        exec.Tree(inner)
      }
      //- job.js
      class Job {
        #run() {}
        start() {
          const job = this.#run;
          return job;
        }
      }
    `);
    const open = async (symbol: string, direction = "callers") => {
      const answer = await handing.call("call_graph", { path: handing.root, symbol, direction });
      return answer.status === "ok" ? answer.coverage.open.map(({ type, file, startLine, detail }) => `${type} ${file}:${startLine} ${detail}`) : [];
    };
    expect(await open("none")).toEqual(["handed_on main.go:6 Args: none,"]);
    expect(await open("first")).toEqual(["handed_on other.py:2 run(first)", "handed_on steps.py:4 STEPS = [first]"]);
    expect(await open("second")).toEqual(["handed_on steps.py:5 register(\"x\","]);
    // Not the line of the definition, and whatever signs a name has.
    expect(await open("save!")).toEqual(["handed_on jobs.rb:5 alias keep! save!"]);
    expect(await open("fill")).toEqual(["handed_on model.rb:2 before_save :fill, if: :empty?"]);
    expect(await open("empty?")).toEqual(["handed_on model.rb:2 before_save :fill, if: :empty?"]);
    expect(await open("tell")).toEqual(["handed_on model.rb:5 after_save :tell"]);
    expect(await open("other")).toEqual([]);
    expect(await open("#run")).toEqual(["handed_on job.js:4 const job = this.#run;"]);
    expect(await open("last")).toEqual(["handed_on steps.py:8 after = last"]);
    expect(await open("called")).toEqual([]);
    // A type of what a function gives is no value.
    expect(await open("Tree")).toEqual([]);
    expect(await open("first", "callees")).toEqual([]);
    expect(await handing.call("call_graph", { path: handing.root, symbol: "none" })).toMatchObject({ message: expect.stringContaining("It is handed on as a value, at main.go:6 first") });
  });

  it("finds what is exported under another name than its own", async () => {
    await using aliased = await indexedTree(`
      //- a.ts
      function made() { return 1; }
      const created = create(() => made());
      export { made as shown, created as expect };
      //- b.ts
      import { expect, shown } from "./a";
      export function use() { shown(); expect(); }
      //- notes.md
      # expect
    `);
    const labels = async (symbol: string) => {
      const answer = await aliased.call("call_graph", { path: aliased.root, symbol, direction: "callers" });
      return answer.status === "ok" ? answer.nodes.map(({ symbolLabel }) => symbolLabel) : [answer.status];
    };
    expect(await labels("shown")).toEqual(["made", "created", "use"]);
    expect(await labels("expect")).toEqual(["created", "use"]);
    expect(await labels("nowhere")).toEqual(["not_found"]);
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
    expect(answer.status === "ok" && answer.edges.map(({ from, confidence }) => `${answer.nodes.find(({ symbolId }) => symbolId === from)?.symbolLabel} ${confidence}`).sort()).toEqual(["later resolved", "order resolved"]);
  });

  it("names the languages whose calls it does not know", async () => {
    expect((await answered({ symbol: "run" })).coverage).toMatchObject({ unparsedFiles: 0, unsupportedLanguages: ["perl"] });
  });

  it("counts files that hold more than is read", async () => {
    await using deep = await indexedTree(`//- a.js\nfunction whole() {}\n${"whole(".repeat(300)}${")".repeat(300)};\n//- b.js\nwhole(whole());\n`);
    expect(await deep.call("call_graph", { path: deep.root, symbol: "whole" })).toMatchObject({ coverage: { unparsedFiles: 0, partlyParsedFiles: 1 } });
  });

  it("counts files that the parser did not understand in full", async () => {
    await using broken = await indexedTree("//- a.ts\nexport function whole() {}\nexport function half( {\n//- b.ts\nfunction other() {}\n//- notes.md\n# (\n");
    expect(await broken.call("call_graph", { path: broken.root, symbol: "whole" })).toMatchObject({ coverage: { unparsedFiles: 0, partlyParsedFiles: 1 } });
    expect(await broken.call("file_outline", { path: broken.root, file: "a.ts" })).toMatchObject({ status: "ok", warnings: ["FILE_HAS_SYNTAX_ERRORS"] });
    expect(await broken.call("file_outline", { path: broken.root, file: "b.ts" })).not.toHaveProperty("warnings");
  });

  it("follows all definitions of a name, and says that there are several", async () => {
    const answer = await answered({ symbol: "twice", direction: "callees" });
    expect(answer.nodes.map(({ symbolLabel }) => symbolLabel)).toEqual(["Splines.twice", "Others.twice"]);
    expect(answer.message).toMatch(/^2 definitions are called twice/);
    expect(answer.roots).toEqual(answer.nodes.map(({ symbolId }) => symbolId));
  });

  it("names methods of a name that is a function's whole name, and does not follow them", async () => {
    const answer = await answered({ symbol: "use" });
    expect(answer.namesakes?.map(({ symbolLabel, kind }) => [symbolLabel, kind])).toEqual([["Namesake.use", "method"]]);
    expect(answer.nodes.map(({ symbolLabel }) => symbolLabel)).not.toContain("Namesake.use");
    expect(answer.message).toMatch(/Namesake\.use has that name as well and was not asked of/);
    for (const symbol of ["Namesake.use", "twice", answer.roots[0] ?? ""]) expect(await answered({ symbol })).not.toHaveProperty("namesakes");
  });

  it("takes a signature of an overloaded function for the function", async () => {
    const outline = await codebase.call("file_outline", { path: codebase.root, file: "src/over.ts" });
    const [signature] = outline.status === "ok" ? outline.outline.symbols : [];
    expect(signature?.span.startLine).toBe(1);
    expect(await edges({ symbolRef: { file: "src/over.ts", symbolId: signature?.symbolId ?? "" }, direction: "callers" })).toEqual(["over.ts → over"]);
    expect((await answered({ symbol: "over" })).message).toBe("1 call between 2 definitions.");
  });

  it("looks for a name below the path that was asked for", async () => {
    const src = join(codebase.root, "src");
    expect(await graph({ path: src, symbol: "Notes" })).toMatchObject({ status: "not_found", message: `No symbol Notes is in the index below ${src}. Close to it: Notes (notes.md:1). Ask by symbolId if it is meant.`, candidates: [{ file: "notes.md" }] });
    expect(await graph({ symbol: "Nothing" })).toMatchObject({ status: "not_found", message: "No symbol Nothing is in the index." });
  });

  it("looks below a folder that a link leads to", async () => {
    const link = join(dirname(codebase.root), "link");
    symlinkSync(join(codebase.root, "src"), link);
    onTestFinished(() => rmSync(link));
    expect(await graph({ path: link, symbol: "Notes" })).toMatchObject({ status: "not_found", message: expect.stringContaining(`No symbol Notes is in the index below ${link}. Close to it: Notes (notes.md:1).`) });
  });

  it.each([
    [{ symbol: ".spinner" }, "unsupported", /css/],
    [{ symbol: "Notes" }, "unsupported", /markdown/],
    [{ symbol: "limit", direction: "callees" as const }, "unsupported", /limit is a/],
    [{ symbol: "never_there" }, "not_found", /never_there/],
    [{ symbolRef: { file: "no/such.ts", symbolId: "sym_0000000000000000", symbolLabel: "never_there" } }, "not_found", /no\/such\.ts/],
  ])("answers %j with %s and a search to go on with", async (args, status, message) => {
    const answer = await graph(args);
    expect(answer).toMatchObject({ status, message: expect.stringMatching(message), hints: { searchCodebase: { tool: "search_codebase", args: { path: codebase.root } } } });
  });

  it("takes a file for no symbol, nor a line that none is around: it says what stands for those of the file, and how to see them", async () => {
    const hints = { fileOutline: { tool: "file_outline", args: { path: codebase.root, file: "src/over.ts" } } };
    for (const symbol of ["src/over.ts", "./src/over.ts", "over.ts"]) expect(await graph({ symbol })).toMatchObject({ status: "not_found", message: `No symbol ${symbol} is in the index. It is a file: FILE:NAME and FILE:LINE stand for symbols of it.`, hints });
    expect(await graph({ symbol: "src/over.ts:999" })).toMatchObject({ status: "not_found", message: "No symbol src/over.ts:999 is in the index. No symbol of src/over.ts is around line 999.", hints });
    expect(await graph({ symbol: "src/over.ts:nothing" })).toMatchObject({ status: "not_found", message: "No symbol src/over.ts:nothing is in the index.", hints });
    expect(await graph({ symbol: "src/gone.ts:3" })).not.toHaveProperty("hints.fileOutline");
  });

  it("does not search for an id, and hints at what its file declares now", async () => {
    const symbolRef = { file: "src/over.ts", symbolId: "sym_0000000000000000" };
    const answer = await graph({ symbolRef });
    expect(answer).toMatchObject({ status: "not_found", hints: { fileOutline: { tool: "file_outline", args: { path: codebase.root, file: "src/over.ts" } } } });
    expect(answer).not.toHaveProperty("hints.searchCodebase");
    expect(await graph({ symbolRef: { ...symbolRef, file: "src/gone.ts" } })).toMatchObject({ hints: { searchCodebase: { args: { query: "src/gone.ts" } } } });
    expect(await graph({ symbol: symbolRef.symbolId })).not.toHaveProperty("hints");
  });

  it.each(["lang:foo", "x".repeat(1_999), "web/src/http/backoff.ts"])("hints at a search for %s that can be made", async (symbol) => {
    const { hints } = (await graph({ symbol })) as { readonly hints?: { readonly searchCodebase?: { readonly args: SearchCodebaseInput } } };
    expect(await codebase.call("search_codebase", hints?.searchCodebase?.args ?? { path: "", query: "" })).toMatchObject({ status: "ok" });
  });

  it("hints at no search for what has no word", async () => {
    expect(await graph({ symbol: "." })).not.toHaveProperty("hints");
  });

  it("gives the same bytes twice", async () => {
    const bytes = async (): Promise<string> => JSON.stringify({ ...(await graph({ symbol: "log", depth: 5, limit: 50 })), meta: null });
    expect(await bytes()).toBe(await bytes());
  });
});

it("of a name that a makefile declares too are those of the code that is called so", async () => {
  await using codebase = await indexedTree("//- src/app.ts\nclass App {\n  build(): void {}\n}\nnew App().build();\n//- Makefile\nbuild:\n\tcc a.c\n");
  const answer = (await codebase.call("call_graph", { path: codebase.root, symbol: "build" })) as CallGraphOutput;
  expect(answer).toMatchObject({ status: "ok", nodes: expect.arrayContaining([expect.objectContaining({ symbolLabel: "App.build" })]) });
});
