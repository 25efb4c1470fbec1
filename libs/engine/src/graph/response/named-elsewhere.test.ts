import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(`
    //- src/commands.c
    void setrangeCommand(void) {}
    void callGetrange(void) {}
    void usedTwice(void) {}
    void clear(void) {}
    void main(void) { usedTwice(); }
    //- src/commands.def
    {"setrange", setrangeCommand},
    {"getrange", callGetrangeLater}, usedTwice, clear
    //- src/commands/setrange.json
    {
      "function": "setrangeCommand"
    }
    //- docs/commands.md
    # setrangeCommand and callGetrange
  `);
});
afterAll(() => codebase[Symbol.asyncDispose]());

it.each([
  [
    "setrangeCommand",
    "callers",
    " Its name appears at src/commands.def:1, src/commands/setrange.json:2, where calls are not followed.",
  ],
  [
    "setrangeCommand",
    "both",
    " Its name appears at src/commands.def:1, src/commands/setrange.json:2, where calls are not followed.",
  ],
  // No mention for callees, a name with callers, a longer name, documentation, or a single word.
  ["setrangeCommand", "callees", ""],
  ["usedTwice", "callers", null],
  ["callGetrange", "callers", ""],
  ["clear", "callers", ""],
] as const)(
  "%s, %s: where a name without callers stands outside of what is followed",
  async (symbol, direction, said) => {
    const answer = await codebase.call("call_graph", { symbol, direction });
    expect(answer.status).toBe("ok");
    const named = ("coverage" in answer ? answer.coverage.open : [])
      .filter(({ type }) => type === "named")
      .map(({ file, startLine, detail }) => `${file}:${startLine} ${detail}`);
    expect(named).toEqual(
      said
        ? [
            `src/commands.def:1 {"setrange", setrangeCommand},`,
            `src/commands/setrange.json:2 "function": "setrangeCommand"`,
          ]
        : [],
    );
    expect(answer.message).toBe(
      said === null
        ? "1 call between 2 definitions."
        : `No call to or from ${symbol} was found within the limits of this request.${said}`,
    );
  },
);

it.each([
  ["load_all", ["src/names.lua:1", "src/page.rb:2"]],
  ["load_page?", ["src/page.rb:3"]],
  ["default_port", ["src/config.rs:1"]],
  ["provideArgs", ["src/Each.java:2"]],
  // A sentence or a comment only describes the name.
  ["only_told", []],
  ["told_of", []],
  ["write_csv", ["src/tasks.py:2"]],
] as const)("%s: strings and symbols of code name what is called by its name", async (symbol, places) => {
  await using tree = await indexedTree(`
    //- src/csv_export.py
    __all__ = [
        "write_csv",
    ]
    def write_csv(): pass
    //- src/tasks.py
    # what runs at night
    NIGHTLY = ["src.csv_export.write_csv"]
    //- src/page.rb
    class Page
      def run(task) task.later(:load_all) end
      def all; check(:load_page?); puts "only_told is not found"; end
      def load_all; end
      def load_page?; end
      def only_told; end
      def told_of; end
      # see "told_of"
    end
    //- src/names.lua
    child.lua([[Page.load_all(1)]])
    //- src/config.rs
    struct Config { #[serde(default = "default_port")] port: u16 }
    fn default_port() -> u16 { 1 }
    //- src/Each.java
    class Each {
      @MethodSource("provideArgs") void each(int x) {}
      static int provideArgs() { return 1; }
    }
  `);
  const answer = await tree.call("call_graph", { symbol, direction: "callers" });
  expect(
    ("coverage" in answer ? answer.coverage.open : [])
      .filter(({ type }) => type === "named")
      .map(({ file, startLine }) => `${file}:${startLine}`),
  ).toEqual(places);
});
