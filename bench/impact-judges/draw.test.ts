import { expect, test } from "vitest";
import { drawn } from "./draw.ts";
import type { MutatedKind, Mutation, MutationType } from "./mutation.ts";

function mutationsOf(kind: MutatedKind, mutation: MutationType, count: number): Mutation[] {
  return Array.from({ length: count }, (_, at) => ({
    mutation,
    kind,
    name: `${kind}${at}`,
    file: "a.ts",
    line: at + 1,
    definition: [at + 1, at + 1] as const,
    edit: { first: at + 1, last: at + 1, lines: [] },
  }));
}

const MUTATIONS = [
  ...mutationsOf("field", "remove", 100),
  ...mutationsOf("constant", "remove", 3),
  ...mutationsOf("function", "rename", 100),
];

test("as many of each kind are drawn as there are, the same ones for the same seed", () => {
  const found = drawn(MUTATIONS, 43, 1);
  const kinds = found.map(({ mutation }) => mutation.kind);
  expect(["field", "constant", "function"].map((kind) => kinds.filter((one) => one === kind).length)).toEqual(
    [20, 3, 20],
  );
  expect(drawn(MUTATIONS, 43, 1)).toEqual(found);
  expect(drawn(MUTATIONS, 43, 2)).not.toEqual(found);
});

test("each kind is in both halves", () => {
  const found = drawn(MUTATIONS, 43, 1);
  const fields = found.filter(({ mutation }) => mutation.kind === "field");
  expect(fields.filter(({ half }) => half === "report")).toHaveLength(10);
});

test("no more are drawn than there are", () => {
  expect(drawn(MUTATIONS, 1_000, 1)).toHaveLength(203);
});
