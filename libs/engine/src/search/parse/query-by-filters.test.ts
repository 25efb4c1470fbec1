import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOfRow } from "../../store/file-of-row.ts";
import { applyPathFilters } from "../../scope/effective-scope.ts";
import { fileTable } from "../../testing/fakes/file-table.ts";
import { queryByFilters } from "./query-by-filters.ts";

const FILES = fileTable([
  { path: "docs/guide.md", language: "markdown", chunks: 2 },
  { path: "lib/cache.rb", language: "ruby", chunks: 0 },
  { path: "src/api/client.py", language: "python", chunks: 3 },
  { path: "src/api/test_client.py", language: "python" },
  { path: "src/app.ts", chunks: 2 },
]);
const filesOf = (rows: readonly number[]): string[] =>
  rows.map((row) => FILES.paths[fileOfRow(FILES, row)] as string);

describe("chunks that pass filters", () => {
  it("are in the order in which they came", () =>
    expect(queryByFilters(FILES, [7, 2, 6, 0, 4], { includeGlobs: ["src/"] })).toEqual([7, 2, 6, 4]));
  it.each([
    [
      {},
      [
        "docs/guide.md",
        "docs/guide.md",
        "src/api/client.py",
        "src/api/client.py",
        "src/api/client.py",
        "src/api/test_client.py",
        "src/app.ts",
        "src/app.ts",
      ],
    ],
    [
      { includeGlobs: ["*.py"], excludeGlobs: ["**/test_*.py"] },
      ["src/api/client.py", "src/api/client.py", "src/api/client.py"],
    ],
    [{ includeGlobs: ["src/**/test_*.py"] }, ["src/api/test_client.py"]],
    [{ languages: ["ts", "markdown"] }, ["docs/guide.md", "docs/guide.md", "src/app.ts", "src/app.ts"]],
    [{ includeGlobs: [], excludeGlobs: ["src/"], languages: [] }, ["docs/guide.md", "docs/guide.md"]],
    [{ includeGlobs: ["*.py"], languages: ["ruby"] }, []],
  ])("of %j are those of these files", (filters, expected) =>
    expect(filesOf(queryByFilters(FILES, [0, 1, 2, 3, 4, 5, 6, 7], filters))).toEqual(expected),
  );

  it("come with a language that exists", () =>
    expect(() => queryByFilters(FILES, [0], { languages: ["klingon"] })).toThrow("klingon"));

  it("are those of the paths that pass, whatever the patterns and the order", () => {
    const globs = fc.array(
      fc.constantFrom("*.py", "src/", "/src/api/**", "src/*.ts", "docs", "**/test_*", "*.md", "nothing"),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]),
        globs,
        globs,
        (rows, includeGlobs, excludeGlobs) => {
          const passing = new Set(applyPathFilters(FILES.paths, includeGlobs, excludeGlobs));
          expect(queryByFilters(FILES, rows, { includeGlobs, excludeGlobs })).toEqual(
            rows.filter((row) => passing.has(filesOf([row])[0] as string)),
          );
        },
      ),
    );
  });
});
