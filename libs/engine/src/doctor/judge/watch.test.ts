import { expect, it } from "vitest";
import type { WatchFacts } from "../facts.ts";
import { judgeWatch } from "./machine.ts";

const LINUX: WatchFacts = {
  platform: "linux",
  isOn: true,
  maxWatches: 8_192,
  maxInstances: 128,
  folders: 100,
};

it.each<[string, Partial<WatchFacts>, readonly string[]]>([
  ["room for the trees is fine", {}, ["ok"]],
  ["trees with more folders than the system watches", { folders: 10_000 }, ["warning"]],
  ["trees that leave no room for others", { folders: 7_000 }, ["warning"]],
  ["few programs that may watch", { maxInstances: 8 }, ["ok", "warning"]],
  ["a server that does not watch needs no room", { isOn: false, folders: 10_000 }, ["ok"]],
  [
    "macOS watches a tree by one handle",
    { platform: "darwin", maxWatches: null, maxInstances: null, folders: 10_000 },
    ["ok"],
  ],
  ["a system that tells no limit", { maxWatches: null, maxInstances: null, folders: 10_000 }, ["ok"]],
])("%s", (_, facts, expected) => {
  expect(judgeWatch({ ...LINUX, ...facts }).map(({ level }) => level)).toEqual(expected);
});

it("the limit that is proposed holds the trees twice", () => {
  expect(judgeWatch({ ...LINUX, folders: 10_000 })[0]?.fix).toContain("max_user_watches=32768");
});
