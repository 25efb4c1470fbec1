import fc from "fast-check";
import { analyze } from "@satori/sidecar";
import { expect, it } from "vitest";
import { NameUseTable, encodeNameUses } from "./name-uses.ts";

const of = async (text: string): Promise<Uint8Array | null> => {
  const { flow } = await analyze("a.py", text);
  return flow && encodeNameUses(flow);
};

it("files are found by what they call, hand on, derive from, and put something under", async () => {
  const table = new NameUseTable([
    await of("f()\n"),
    await of("g = f\n"),
    await of("class A(f): pass\n"),
    await of("x = {'f': g, 'h': 1}\n"),
    await of(""),
  ]);
  expect((["call", "mention", "base", "entry"] as const).map((use) => table.filesUsing(use, "f"))).toEqual([
    [0],
    [1],
    [2],
    [3],
  ]);
  expect(table.filesUsing("entry", "h")).toEqual([]);
  expect(table.filesUsing("call", "never")).toEqual([]);
});

it("a file without flow facts uses no names", () => {
  expect(new NameUseTable([null]).filesUsing("call", "f")).toEqual([]);
});

it("each file that calls a name is found, whatever else there is", async () => {
  const name = fc
    .stringMatching(/^[a-z]{1,3}$/)
    .filter(
      (word) => !["if", "in", "is", "as", "or", "not", "and", "def", "del", "for", "try"].includes(word),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(name, { maxLength: 8 }), { maxLength: 8 }), async (files) => {
      const table = new NameUseTable(
        await Promise.all(files.map((names) => of(names.map((called) => `${called}()\n`).join("")))),
      );
      for (const called of new Set(files.flat()))
        expect(table.filesUsing("call", called)).toEqual(
          [...files.keys()].filter((file) => files[file]?.includes(called)),
        );
    }),
    { numRuns: 50 },
  );
});
