import fc from "fast-check";
import { expect, it } from "vitest";
import { type Commit, decodeCommits, encodeCommits } from "./history.ts";

const commits: fc.Arbitrary<Commit[]> = fc.array(fc.record({ words: fc.array(fc.string(), { maxLength: 5 }), paths: fc.array(fc.constantFrom("a.ts", "b/c.ts", "größe.ts", "__proto__"), { maxLength: 4 }) }), { maxLength: 20 });

it("what was kept of commits is what was told", () => {
  fc.assert(fc.property(commits, (told) => {
    const { words, paths, commits: kept } = decodeCommits(encodeCommits(told));
    expect(kept.map((commit) => ({ words: commit.words.map((at) => words[at]), paths: commit.paths.map((at) => paths[at]) }))).toEqual(told);
    expect([new Set(words).size, new Set(paths).size]).toEqual([words.length, paths.length]);
  }));
});
