/** What an answer says about unknown calls, so that their absence from the graph can be judged. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";
import { TREE, questionsAbout } from "./testing/small-codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());
const { answered, edges } = questionsAbout(() => codebase);

describe("call_graph", () => {
  it("marks what only a name tells, and notes why the rest is not known", async () => {
    const answer = await answered({ symbol: "use", direction: "callees" });
    expect(await edges({ symbol: "use", direction: "callees" })).toEqual([
      "use → Splines.reticulate (name_match)",
    ]);
    expect(
      answer.notes.map(({ type, startLine, detail }) => [type, startLine, /\((\w+)\)/.exec(detail)?.[1]]),
    ).toEqual([
      ["unresolved_call", 3, "ambiguous_name"],
      ["unresolved_call", 4, "unknown_value"],
    ]);
    expect(answer).toMatchObject({ notesTruncated: false, totalNoteCount: 2, returnedNoteCount: 2 });
  });

  it("counts call sites of the name that it could not resolve, so that an empty answer means something", async () => {
    const answer = await answered({ symbol: "Others.twice", direction: "callers" });
    expect(answer.edges).toEqual([]);
    expect(answer.coverage.unresolvedSites).toBe(1);
    expect(answer.coverage.open).toEqual([
      { type: "unresolved_call", file: "src/guess.ts", startLine: 3, detail: "thing.twice();" },
    ]);
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
      return answer.status === "ok"
        ? answer.coverage.open.map(
            ({ type, file, startLine, detail }) => `${type} ${file}:${startLine} ${detail}`,
          )
        : [];
    };
    expect(await open("none")).toEqual(["handed_on main.go:6 Args: none,"]);
    expect(await open("first")).toEqual([
      "handed_on other.py:2 run(first)",
      "handed_on steps.py:4 STEPS = [first]",
    ]);
    expect(await open("second")).toEqual(['handed_on steps.py:5 register("x",']);
    // Not the line of the definition; and names with any special characters.
    expect(await open("save!")).toEqual(["handed_on jobs.rb:5 alias keep! save!"]);
    expect(await open("fill")).toEqual(["handed_on model.rb:2 before_save :fill, if: :empty?"]);
    expect(await open("empty?")).toEqual(["handed_on model.rb:2 before_save :fill, if: :empty?"]);
    expect(await open("tell")).toEqual(["handed_on model.rb:5 after_save :tell"]);
    expect(await open("other")).toEqual([]);
    expect(await open("#run")).toEqual(["handed_on job.js:4 const job = this.#run;"]);
    expect(await open("last")).toEqual(["handed_on steps.py:8 after = last"]);
    expect(await open("called")).toEqual([]);
    // A function's return type is not a value.
    expect(await open("Tree")).toEqual([]);
    expect(await open("first", "callees")).toEqual([]);
    expect(await handing.call("call_graph", { path: handing.root, symbol: "none" })).toMatchObject({
      message: expect.stringContaining("It is used as a value, first at main.go:6"),
    });
  });

  it("names the languages whose calls it does not know", async () => {
    expect((await answered({ symbol: "run" })).coverage).toMatchObject({
      unparsedFiles: 0,
      unsupportedLanguages: ["perl"],
    });
  });

  it("counts files that hold more than is read", async () => {
    await using deep = await indexedTree(
      `//- a.js\nfunction whole() {}\n${"whole(".repeat(300)}${")".repeat(300)};\n//- ` +
        "b.js\nwhole(whole());\n",
    );
    expect(await deep.call("call_graph", { path: deep.root, symbol: "whole" })).toMatchObject({
      coverage: { unparsedFiles: 0, partlyParsedFiles: 1 },
    });
  });

  it("counts and names files that the parser did not understand in full", async () => {
    await using broken = await indexedTree(
      "//- z.ts\nexport function whole() {}\nexport function half( {\n//- b.ts\nfunction other() " +
        "{}\n//- notes.md\n# (\n//- a.test.ts\nfunction third( {\n",
    );
    expect(await broken.call("call_graph", { path: broken.root, symbol: "whole" })).toMatchObject({
      coverage: { unparsedFiles: 0, partlyParsedFiles: 2, partlyParsed: ["z.ts", "a.test.ts"] },
      message: expect.stringContaining(
        "2 files could be parsed only in part, and may call it: z.ts, a.test.ts.",
      ),
    });
    expect(await broken.call("file_outline", { path: broken.root, file: "z.ts" })).toMatchObject({
      status: "ok",
      warnings: ["FILE_HAS_SYNTAX_ERRORS"],
    });
    expect(await broken.call("file_outline", { path: broken.root, file: "b.ts" })).not.toHaveProperty(
      "warnings",
    );
  });
});
