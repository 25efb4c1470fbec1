import type { CallGraphNote } from "@satori/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { keepNotes } from "./notes.ts";

const note = (file: string, rest: Partial<CallGraphNote> = {}): CallGraphNote => ({
  type: "unresolved_call",
  file,
  detail: "d",
  ...rest,
});
const graph = { files: new Set(["a.ts", "b.ts"]), symbolIds: new Set(["s1", "s2"]) };

it("keeps notes of the graph's files, and of its symbols where they name one", () => {
  const notes = [
    note("a.ts"),
    note("c.ts"),
    note("a.ts", { symbolId: "s1" }),
    note("a.ts", { symbolId: "other" }),
  ];
  expect(keepNotes(notes, graph)).toEqual({
    notes: [note("a.ts", { symbolId: "s1" }), note("a.ts")],
    total: 2,
  });
});

it("sorts by file, type, symbol (none last), line (none last), detail", () => {
  const sorted = [
    note("a.ts", { type: "a" }),
    note("a.ts", { symbolId: "s1", startLine: 2 }),
    note("a.ts", { symbolId: "s1", startLine: 10 }),
    note("a.ts", { symbolId: "s1" }),
    note("a.ts", { symbolId: "s2", startLine: 1 }),
    note("a.ts", { startLine: 1 }),
    note("a.ts"),
    note("b.ts", { startLine: 1 }),
  ];
  expect(keepNotes([...sorted].reverse(), graph).notes).toEqual(sorted);
});

it("cuts at the limit, and tells how many there were", () => {
  const notes = Array.from({ length: 205 }, (_, line) => note("a.ts", { startLine: line + 1 }));
  const kept = keepNotes(notes, graph);
  expect([kept.notes.length, kept.total, kept.notes.at(-1)?.startLine]).toEqual([200, 205, 200]);
});

it("gives the same list, in whatever order the notes come", () => {
  const arbitrary = fc.array(
    fc.record(
      {
        type: fc.constantFrom("x", "y"),
        file: fc.constantFrom("a.ts", "b.ts", "c.ts"),
        startLine: fc.integer({ min: 1, max: 3 }),
        detail: fc.constantFrom("d", "e"),
      },
      { requiredKeys: ["type", "file", "detail"] },
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(arbitrary, (notes) => {
      expect(keepNotes([...notes].reverse(), graph, 5)).toEqual(keepNotes(notes, graph, 5));
    }),
  );
});
