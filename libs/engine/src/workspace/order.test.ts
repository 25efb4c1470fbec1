import { expect, it } from "vitest";
import { compareLocations, takeTurns, takeTurnsByTier } from "./order.ts";

it.each([
  [
    [
      ["a", "b", "c"],
      ["x", "y", "z"],
    ],
    4,
    ["a", "x", "b", "y"],
  ],
  [[["a"], ["x", "y", "z"]], 3, ["a", "x", "y"]],
  [[["a", "b", "c"], []], 2, ["a", "b"]],
  [[], 2, []],
])("of %j at most %i are %j", (lists, most, taken) => expect(takeTurns<string>(lists, most)).toEqual(taken));

it("a better tier of one list goes before a worse one of the other", () => {
  const lists = [
    [
      { id: "a", tier: 1 },
      { id: "b", tier: 1 },
    ],
    [{ id: "x" }, { id: "y", tier: 1 }, { id: "z", tier: 3 }],
  ];
  expect(takeTurnsByTier(lists).map(({ id }) => id)).toEqual(["x", "a", "y", "b", "z"]);
});

it("docs come before code, and paths go by their letters, capitals first", () => {
  const places = [
    { repo: "code", path: "a" },
    { repo: "docs", path: "b" },
    { repo: "docs", path: "a/b" },
    { repo: "docs", path: "a.md" },
    { repo: "docs", path: "Z" },
  ] as const;
  expect([...places].sort(compareLocations).map(({ repo, path }) => `${repo}:${path}`)).toEqual([
    "docs:Z",
    "docs:a.md",
    "docs:a/b",
    "docs:b",
    "code:a",
  ]);
});
