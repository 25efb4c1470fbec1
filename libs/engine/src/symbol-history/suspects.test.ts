import type { SuspectReason } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { type Touch, rankSuspects } from "./suspects.ts";

/** `commit reason frame`, with the reason's first letter. */
const touchOf = (written: string): Touch => {
  const [commit = "", letter = "", frame = ""] = written.split(" ");
  const reasons: Record<string, SuspectReason> = { fn: "function", file: "file", imported: "imported" };
  const reason = reasons[letter] as SuspectReason;
  return {
    commit,
    reason,
    frame: Number(frame),
    file: `${frame}.py`,
    ...(reason === "function" ? { symbolLabel: `run${frame}` } : {}),
  };
};
const ORDER = new Map(["new", "middle", "old"].map((commit, at) => [commit, at]));
const ranked = (touches: readonly string[], words: Readonly<Record<string, number>> = {}): string[] =>
  rankSuspects(touches.map(touchOf), ORDER, new Map(Object.entries(words))).map(({ commit }) => commit);

describe("suspects", () => {
  it.each([
    ["a nearer frame first", ["new fn 1", "old fn 0"], ["old", "new"]],
    [
      "a function before its file, and a file before an import",
      ["new imported 0", "middle file 0", "old fn 0"],
      ["old", "middle", "new"],
    ],
    ["more of the trace first", ["new fn 0", "old fn 0", "old fn 1"], ["old", "new"]],
    ["the newer one of two alike", ["old fn 0", "new fn 0"], ["new", "old"]],
    ["no commit of another range", ["other fn 0", "old file 3"], ["old"]],
  ])("%s", (_, touches, commits) => expect(ranked(touches)).toEqual(commits));

  it("count the words that they share with the trace", () =>
    expect(ranked(["new fn 0", "old fn 0"], { old: 1 })).toEqual(["old", "new"]));

  it("count a function of several frames once, at the nearest, and no other change of its file", () => {
    const [first] = rankSuspects(
      [touchOf("old fn 0"), { ...touchOf("old fn 0"), frame: 2 }, touchOf("old file 0")],
      ORDER,
      new Map(),
    );
    expect(first).toEqual({ commit: "old", score: 1, touched: [touchOf("old fn 0")] });
  });
});
