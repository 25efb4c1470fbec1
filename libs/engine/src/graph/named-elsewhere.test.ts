import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

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
  ["setrangeCommand", "callers", " Its name stands at src/commands.def:1, src/commands/setrange.json:2, in files whose calls are not followed."],
  ["setrangeCommand", "both", " Its name stands at src/commands.def:1, src/commands/setrange.json:2, in files whose calls are not followed."],
  // Nothing is said of callees, of what has callers, of a longer name, of docs, or of a word.
  ["setrangeCommand", "callees", ""],
  ["usedTwice", "callers", null],
  ["callGetrange", "callers", ""],
  ["clear", "callers", ""],
] as const)("%s, %s: where a name without callers stands outside of what is followed", async (symbol, direction, said) => {
  const answer = await codebase.call("call_graph", { symbol, direction });
  expect(answer.status).toBe("ok");
  const named = ("coverage" in answer ? answer.coverage.open : []).filter(({ type }) => type === "named").map(({ file, startLine, detail }) => `${file}:${startLine} ${detail}`);
  expect(named).toEqual(said ? [`src/commands.def:1 {"setrange", setrangeCommand},`, `src/commands/setrange.json:2 "function": "setrangeCommand"`] : []);
  expect(answer.message).toBe(said === null ? "1 call between 2 definitions." : `No call to or from ${symbol} was found within the limits of this request.${said}`);
});
