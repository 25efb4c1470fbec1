/** Which test files were changed together with a file. */
import { describe, expect, it } from "vitest";
import { decodeCommits, encodeCommits } from "../../model/history.ts";
import { testsChangedTogether } from "./together.ts";

function together(commits: readonly (readonly string[])[], paths: readonly string[]) {
  const history = decodeCommits(encodeCommits(commits.map((changed) => ({ words: [], paths: changed }))));
  return testsChangedTogether(
    history,
    paths,
    (path) => path.startsWith("test/"),
    () => undefined,
  );
}

describe("testsChangedTogether", () => {
  it("counts the commits of a file that changed a test file too", () => {
    const found = together(
      [
        ["a.ts", "test/a.ts"],
        ["a.ts", "b.ts"],
        ["b.ts", "test/b.ts"],
        ["a.ts", "test/a.ts", "test/b.ts"],
      ],
      ["a.ts", "new.ts"],
    );
    expect([...found.keys()]).toEqual(["a.ts"]);
    const own = found.get("a.ts");
    expect([...(own?.keys() ?? [])].sort()).toEqual(["test/a.ts", "test/b.ts"]);
    expect(own?.get("test/a.ts")?.commits).toBe(2);
    expect(own?.get("test/a.ts")?.share).toBeCloseTo(0.5, 1);
  });

  it("lets newer commits weigh more, and one commit prove little", () => {
    const old = together([["a.ts"], ["a.ts", "test/a.ts"]], ["a.ts"])
      .get("a.ts")
      ?.get("test/a.ts");
    const recent = together([["a.ts", "test/a.ts"], ["a.ts"]], ["a.ts"])
      .get("a.ts")
      ?.get("test/a.ts");
    expect(recent?.share).toBeGreaterThan(old?.share ?? 1);
    const once = together([["a.ts", "test/a.ts"]], ["a.ts"])
      .get("a.ts")
      ?.get("test/a.ts");
    expect(once?.share).toBe(0.5);
  });

  it("stops when its check throws", () => {
    const history = decodeCommits(encodeCommits([{ words: [], paths: ["a.ts"] }]));
    const stop = (): never => {
      throw new Error("stopped");
    };
    expect(() => testsChangedTogether(history, ["a.ts"], () => false, stop)).toThrow("stopped");
  });
});
