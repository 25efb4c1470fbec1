import { expect, it } from "vitest";
import { noDeadline } from "../deadline.ts";
import { EngineError } from "../errors.ts";
import type { FilePreparer } from "../prepare/preparer.ts";
import { createInlinePreparer } from "../prepare/preparer.ts";
import { NameUseTable } from "../model/name-uses.ts";
import { readFileVersions, readVersionPairs } from "./read-file-versions.ts";

/** A preparer that notes what it is given, and stops after some files. */
function notingPreparer(read: string[], most = Number.POSITIVE_INFINITY): FilePreparer {
  const inner = createInlinePreparer(1_000);
  return {
    async *prepare(tasks, signal) {
      for await (const outcome of inner.prepare(tasks, signal)) {
        if (read.length >= most) throw new EngineError("DEADLINE_REACHED", "too late");
        read.push(outcome.path);
        yield outcome;
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const content = (path: string, text: string): { path: string; bytes: Buffer } => ({
  path,
  bytes: Buffer.from(text),
});

it("reads what the index would store, with comments and imports", async () => {
  const text = 'import { g } from "./g";\n// Calls g.\nexport function f() { g(); }\n';
  const [version] = await readFileVersions(
    { preparer: notingPreparer([]) },
    [content("a.test.ts", text)],
    noDeadline(),
  );
  if (version === undefined || typeof version === "string") throw new Error("not read");
  const { path, language, lineCount, hasSyntaxErrors, isDegraded, comments } = version;
  expect({ path, language, lineCount, hasSyntaxErrors, isDegraded }).toEqual({
    path: "a.test.ts",
    language: "typescript",
    lineCount: 3,
    hasSyntaxErrors: false,
    isDegraded: false,
  });
  expect(version.text).toBe(text);
  expect(version.symbols.map(({ label }) => label)).toEqual(["f"]);
  expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual(["// Calls g."]);
  expect(version.imports).toMatchObject([{ module: "./g", names: [{ name: "g", alias: "g" }] }]);
  expect(version.flow?.sites.map(({ name }) => name)).toEqual(["g"]);
  const uses = new NameUseTable([version.nameUses]);
  expect([uses.filesUsing("call", "g"), uses.filesUsing("call", "other")]).toEqual([[0], []]);
  expect(version.chunks.length).toBeGreaterThan(0);
  expect(version.pathClass).toBeGreaterThan(0);
});

it("parses a version once, by its content and path", async () => {
  const read: string[] = [];
  const preparer = notingPreparer(read);
  const both = [content("a.ts", "f();"), content("b.ts", "f();")];
  const first = await readFileVersions({ preparer }, both, noDeadline());
  const again = await readFileVersions({ preparer }, [...both, content("a.ts", "g();")], noDeadline());
  expect(read).toEqual(["a.ts", "b.ts", "a.ts"]);
  expect(again.slice(0, 2).map((version) => typeof version !== "string" && version.text)).toEqual(
    first.map((version) => typeof version !== "string" && version.text),
  );
});

it("says why a version cannot be read", async () => {
  const files = [
    { base: content("a.ts", "f();"), head: content("a.ts", "\0") },
    { base: content("b.ts", "f();"), head: null },
  ];
  const { pairs, uncompared } = await readVersionPairs({ preparer: notingPreparer([]) }, files, noDeadline());
  expect(pairs.map(({ base, head }) => [base?.path, head])).toEqual([["b.ts", null]]);
  expect(uncompared).toEqual([{ file: "a.ts", cause: "binary" }]);
});

it("has what was read before the deadline", async () => {
  const files = ["a.ts", "b.ts"].map((path) => ({ base: null, head: content(path, "f();") }));
  const late = await readVersionPairs({ preparer: notingPreparer([], 1) }, files, noDeadline());
  expect([late.pairs.length, late.uncompared]).toEqual([1, [{ file: "b.ts", cause: "deadline" }]]);
  await expect(readVersionPairs({ preparer: notingPreparer([], 0) }, files, noDeadline())).rejects.toThrow(
    "too late",
  );
});
