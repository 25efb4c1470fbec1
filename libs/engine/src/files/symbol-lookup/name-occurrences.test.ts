/** What answers say of a name that no symbol has: where its text occurs, and what may hide it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCodebase, indexedTree } from "../../testing/codebase.ts";

const TREE = `
  //- broken.c
  int fine(void) { return 1; }
  int )))( {{ hidden_one(int x)
  //- model.py
  class Model:
      def __init__(self):
          self.hidden_field = 1
  //- notes.md
  Set hidden_field before use; hidden_word is only told of here.
  //- test/many_test.py
  hidden_word_2 = "hidden_word"
`;
let codebase: TestCodebase;
beforeAll(async () => {
  codebase = await indexedTree(TREE);
});
afterAll(() => codebase[Symbol.asyncDispose]());

describe.each([
  ["call_graph", (name: string) => ({ symbol: name, direction: "callers" })],
  ["read_file", (name: string) => ({ open_symbol: name })],
] as const)("%s of a name that no symbol has", (tool, argumentsFor) => {
  const ask = (name: string): Promise<unknown> =>
    codebase.call(tool, { path: codebase.root, ...argumentsFor(name) });

  it("names the file with syntax errors that contains it", async () =>
    expect(await ask("hidden_one")).toMatchObject({
      status: "not_found",
      warnings: ["FILE_HAS_SYNTAX_ERRORS"],
      message: expect.stringContaining(
        "broken.c contains it and has syntax errors: a definition may not have been parsed.",
      ),
    }));

  it("says where its text occurs, program code first", async () => {
    const answer = await ask("Model.hidden_field");
    expect(answer).toMatchObject({
      status: "not_found",
      message: expect.stringContaining(
        "The text hidden_field occurs at model.py:3, notes.md:1; it may be a kind of name that outlines do not list.",
      ),
    });
    expect(answer).not.toHaveProperty("warnings");
    expect(await ask("hidden_word")).toMatchObject({
      message: expect.stringContaining("occurs at notes.md:1, test/many_test.py:1;"),
    });
  });

  it("says nothing of a name that occurs nowhere, or only as a part of words", async () => {
    for (const name of ["absent_name", "hidden"])
      expect(await ask(name)).toMatchObject({ message: expect.not.stringContaining("occurs") });
  });
});

it("the outline of one file says the same of that file", async () => {
  const exact = (file: string, label: string): Promise<unknown> =>
    codebase.call("file_outline", {
      path: codebase.root,
      file,
      resolveMode: "exact",
      symbolLabelExact: label,
    });
  expect(await exact("broken.c", "hidden_one")).toMatchObject({
    status: "not_found",
    warnings: ["FILE_HAS_SYNTAX_ERRORS"],
    message: expect.stringContaining(
      "broken.c contains it and has syntax errors: a definition may not have been parsed.",
    ),
  });
  expect(await exact("model.py", "Model.hidden_field")).toMatchObject({
    message: expect.stringContaining("The text hidden_field occurs at model.py:3;"),
  });
});

it("the status of the index counts files with syntax errors", async () =>
  expect(await codebase.call("manage_index", { action: "status", path: codebase.root })).toMatchObject({
    index: { degradedFiles: 0, partlyParsedFiles: 1, partlyParsedExamples: ["broken.c"] },
    humanText: expect.stringContaining("parsed in part because of syntax errors: 1 (broken.c)"),
  }));
