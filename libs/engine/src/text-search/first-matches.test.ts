import fc from "fast-check";
import { expect, it } from "vitest";
import { FirstMatches, walkOrder } from "./first-matches.ts";

const paths = fc.uniqueArray(
  fc
    .array(fc.constantFrom("a", "b", "a-b", "a.b", "é", "\u{ff5e}", "😀"), { minLength: 1, maxLength: 3 })
    .map((names) => names.join("/")),
  { maxLength: 12 },
);

it("gives the files that a walk comes to first, in whatever order they come, and counts all", () => {
  fc.assert(
    fc.property(
      paths.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      fc.integer({ min: 1, max: 6 }),
      ([all, shuffled], wanted) => {
        const files = shuffled.map((diskPath) => ({ diskPath, count: 1 + (diskPath.length % 3) }));
        const first = new FirstMatches(wanted);
        for (const file of files) {
          const mayShow = first.mayShow(file.diskPath);
          first.add(file);
          expect(first.files().includes(file)).toBe(mayShow);
        }
        // By the bytes of names, folder by folder.
        const sorted = [...files].sort((left, right) =>
          Buffer.compare(
            Buffer.from(left.diskPath.replaceAll("/", "\0")),
            Buffer.from(right.diskPath.replaceAll("/", "\0")),
          ),
        );
        const needed = sorted.filter(
          (_, at) => sorted.slice(0, at).reduce((sum, { count }) => sum + count, 0) < wanted,
        );
        expect(first.files()).toEqual(needed);
        expect(first.count).toBe(files.reduce((sum, { count }) => sum + count, 0));
        const last = needed.at(-1);
        expect(all.filter((path) => first.isPassed(path)).length).toBe(
          last ? all.filter((path) => walkOrder(path) < walkOrder(last.diskPath)).length : 0,
        );
      },
    ),
    { seed: 20_261_122, numRuns: 300 },
  );
});
