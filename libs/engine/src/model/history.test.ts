import fc from "fast-check";
import { expect, it } from "vitest";
import { commitsOf } from "../testing/commits.ts";
import { type Commit, decodeCommits, encodeCommits } from "./history.ts";

const commits: fc.Arbitrary<Commit[]> = fc.array(
  fc.record({
    words: fc.array(fc.string(), { maxLength: 5 }),
    paths: fc.array(fc.constantFrom("a.ts", "b/c.ts", "größe.ts", "__proto__"), { maxLength: 4 }),
  }),
  { maxLength: 20 },
);

it("what was kept of commits is what was told", () => {
  fc.assert(
    fc.property(commits, (told) => {
      const history = decodeCommits(encodeCommits(told));
      expect(commitsOf(history)).toEqual(told);
      const { words, paths } = history;
      expect([new Set(words).size, new Set(paths).size]).toEqual([words.length, paths.length]);
    }),
  );
});
