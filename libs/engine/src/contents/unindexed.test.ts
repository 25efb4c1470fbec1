import { describe, expect, it, onTestFinished } from "vitest";
import { type TestCodebase, indexedTree } from "../testing/codebase.ts";

const MAX_FILE_BYTES = 300;
const LARGE = "function far() { return near(); }\n".repeat(20);

/** The files that are too large: code and data in `src`, and data in `data`. */
async function codebase(): Promise<TestCodebase> {
  const tree = `
    //- src/small.js
    export function small() { return 1; }
    //- src/large.js
    ${LARGE}
    //- lib/other.js
    export function other() { return 2; }
    //- data/large.json
    ${JSON.stringify({ rows: "x".repeat(400) })}
  `;
  const indexed = await indexedTree(tree, { config: { maxFileBytes: MAX_FILE_BYTES } });
  onTestFinished(() => indexed[Symbol.asyncDispose]());
  return indexed;
}

const CODE_LEFT_OUT = "Not searched: 1 larger than SATORI_MAX_FILE_BYTES (src/large.js).";

describe("what is nowhere in the index may stand in a file that is too large for it", () => {
  it.each([
    ["call_graph", { symbol: "far" }],
    ["read_file", { open_symbol: "far" }],
  ] as const)("%s says so of code", async (tool, args) => {
    const { call, root } = await codebase();
    const { status, message, warnings } = await call(tool, { path: root, ...args });
    expect({ status, warnings }).toEqual({ status: "not_found", warnings: ["FILES_SKIPPED"] });
    expect(message).toContain(CODE_LEFT_OUT);
    expect(message).not.toContain("large.json");
  });

  it.each([
    ["call_graph", { symbol: "far" }],
    ["read_file", { open_symbol: "far" }],
  ] as const)("%s does not where it was asked about another folder", async (tool, args) => {
    const { call, root } = await codebase();
    const { status, message, warnings } = await call(tool, { path: `${root}/lib`, ...args });
    expect({ status, warnings, isSaid: message?.includes("Not searched") }).toEqual({
      status: "not_found",
      warnings: undefined,
      isSaid: false,
    });
  });

  it("a search that finds nothing close says so, of data as well", async () => {
    const { search } = await codebase();
    const hopeless = await search("kafka rebalancing of consumers");
    expect(hopeless.warnings).toEqual(["FILES_SKIPPED", "NO_CONFIDENT_MATCH"]);
    expect(hopeless.message).toContain(
      "Not searched: 2 larger than SATORI_MAX_FILE_BYTES (data/large.json, src/large.js).",
    );
    expect((await search("small")).warnings).toBeUndefined();
  });

  it("the outline of such a file says what keeps it out, and how it is read", async () => {
    const { call, root } = await codebase();
    expect(await call("file_outline", { path: root, file: "src/large.js" })).toMatchObject({
      status: "not_found",
      message:
        "src/large.js is not in the index: it is larger than SATORI_MAX_FILE_BYTES. Use read_file to " +
        "see its lines.",
      hints: { readFile: { tool: "read_file", args: { path: `${root}/src/large.js` } } },
    });
  });
});
