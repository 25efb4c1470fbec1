import type { CallGraphInput, CallGraphOutput } from "@satori/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

/**
 * `seal` was renamed to `close_up`, but its callers were not updated; `send` is a method of one type and
 * called on others.
 */
const TREE = `
  //- app/auth.py
  def close_up(box): return box
  def ship(box):
      seal(box)
      return seal(box)
  class Mail:
      def send(self): return self
  //- app/late.py
  import json
  def late(box, other):
      other.send()
      return json.dumps(box)
  //- tests/test_auth.py
  from app.auth import seal
  def test_seal(): assert seal(1)
`;

let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

const graph = (args: Partial<CallGraphInput>): Promise<CallGraphOutput> =>
  codebase.call("call_graph", { path: codebase.root, ...args });
const LEFT =
  "seal is called at app/auth.py:3, app/auth.py:4, tests/test_auth.py:2, but the index has no " +
  "definition of that name.";

it.each([
  ["by its name", { symbol: "seal" }, LEFT],
  ["by its qualified name", { symbol: "Box.seal" }, LEFT],
  [
    "by a reference of before",
    { symbolRef: { file: "app/auth.py", symbolId: "sym_0123456789abcdef", symbolLabel: "seal" } },
    LEFT,
  ],
  [
    "of a library",
    { symbol: "json.dumps" },
    "dumps is called at app/late.py:4, but the index has no definition of that name.",
  ],
])("tells where what is defined nowhere is still called, asked %s", async (_, args, expected) => {
  const { status, message } = await graph(args);
  expect(status).toBe("not_found");
  expect(message).toContain(` ${expected}`);
});

it("tells no more than so many places", async () => {
  const calls = Array.from({ length: 7 }, () => "  gone();").join("\n");
  const many = await indexedTree(`//- a.js\nexport function run() {\n${calls}\n}\n`);
  expect((await many.call("call_graph", { path: many.root, symbol: "gone" })).message).toContain(
    "gone is called at a.js:2, a.js:3, a.js:4, a.js:5, a.js:6 and in more places, but",
  );
  await many[Symbol.asyncDispose]();
});

it.each([
  ["nothing calls it", { symbol: "nobody" }],
  ["others have that name", { symbol: "Letter.send" }],
  ["it is no name", { symbol: "app/none.py:3" }],
])("says nothing where %s", async (_, args) => {
  const { status, message } = await graph(args);
  expect({ status, isSaid: message?.includes("is called at") }).toEqual({
    status: "not_found",
    isSaid: false,
  });
});

it("looks below the folder that was asked about alone", async () => {
  expect((await graph({ path: `${codebase.root}/tests`, symbol: "seal" })).message).toContain(
    "seal is called at tests/test_auth.py:2, but",
  );
});
