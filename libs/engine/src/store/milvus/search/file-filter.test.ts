import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyPath, noiseCategory } from "../../../lexical/path-class.ts";
import { type FilterInput, chunkFilter } from "./file-filter.ts";

interface FileRow {
  readonly [field: string]: string | number;
}

/** Evaluates an expression as Milvus would, for the few forms that expressions have. */
function lets(expression: string, row: FileRow): boolean {
  return expression
    .split(/ and (?=(?:not|kind|codebase|file|language|category|path)\b)/)
    .every((part) => holds(part, row));
}

function holds(part: string, row: FileRow): boolean {
  const negated = /^not \((.+)\)$/.exec(part);
  if (negated) return !holds(negated[1] as string, row);
  const [, field = "", operator, value = ""] = /^(\w+) (==|in|like) (.+)$/s.exec(part) ?? [];
  const wanted: unknown = JSON.parse(value);
  if (operator === "==") return row[field] === wanted;
  if (operator === "in") return (wanted as unknown[]).includes(row[field]);
  if (operator !== "like") throw new Error(`What is ${part}?`);
  const pattern = [...String(wanted)]
    .map((letter) =>
      letter === "%" ? ".*" : letter === "_" ? "." : letter.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"),
    )
    .join("");
  return new RegExp(`^${pattern}$`, "su").test(String(row[field]));
}

function inputOf(
  paths: readonly string[],
  languages: readonly string[],
  allowed: readonly number[] | null,
  stale: readonly string[] = [],
): FilterInput {
  return {
    codebase: "c_1",
    versions: paths.map((_, at) => `v${at}`),
    stale,
    allowed: allowed && Uint8Array.from(allowed),
    files: { count: paths.length, paths, languages, pathClasses: Uint32Array.from(paths, classifyPath) },
  };
}

function rowOf({ codebase, versions, files }: FilterInput, file: number): FileRow {
  return {
    kind: 0,
    codebase,
    file: versions[file] as string,
    path: files.paths[file] as string,
    language: files.languages[file] as string,
    category: noiseCategory(files.pathClasses[file] as number),
  };
}

const folder = fc.constantFrom(
  "",
  "src/",
  "src/a_b/",
  "src/a%b/",
  "docs/",
  "tests/",
  'we"ird/',
  "back\\slash/",
  "ünï/",
);
const language = fc.constantFrom("ts", "py", "markdown");

/** More files than are listed one by one, of a few kinds, and which kinds are allowed. */
const manyFiles = fc
  .record({
    kinds: fc.array(fc.record({ folder, language, isAllowed: fc.boolean() }), { minLength: 1, maxLength: 6 }),
    count: fc.integer({ min: 1, max: 2_500 }),
  })
  .map(({ kinds, count }) => {
    const of = (at: number) => kinds[at % kinds.length] as (typeof kinds)[number];
    const all = Array.from({ length: count }, (_, at) => at);
    return inputOf(
      all.map((at) => `${of(at).folder}file${at}`),
      all.map((at) => of(at).language),
      all.map((at) => (of(at).isAllowed ? 1 : 0)),
      ["gone1", "gone2"],
    );
  });

describe("a filter of files", () => {
  test("leaves out no file that is allowed, and tells how much it lets through besides", () => {
    fc.assert(
      fc.property(manyFiles, (input) => {
        const filter = chunkFilter(input);
        const allowed = [...input.versions.keys()].filter((file) => input.allowed?.[file] === 1);
        if (!filter) return void expect(allowed).toEqual([]);
        const through = [...input.versions.keys()].filter((file) =>
          lets(filter.expression, rowOf(input, file)),
        );
        const isThrough = new Set(through);
        expect(allowed.filter((file) => !isThrough.has(file))).toEqual([]);
        expect(filter.share).toBeCloseTo(allowed.length / through.length, 10);
      }),
      { numRuns: 15 },
    );
  });

  test("lets no other codebase through, no record, and no version that is stale", () => {
    for (const allowed of [null, [1, 0]]) {
      const input = inputOf(["a", "b"], ["ts", "ts"], allowed, ["gone"]);
      const { expression = "" } = chunkFilter(input) ?? {};
      const row = rowOf(input, 0);
      expect(lets(expression, row)).toBe(true);
      expect(
        [
          { ...row, codebase: "c_2" },
          { ...row, kind: 9 },
          { ...row, file: "gone" },
        ].map((other) => lets(expression, other)),
      ).toEqual([false, false, false]);
    }
  });

  test("names the files where they are few", () => {
    expect(chunkFilter(inputOf(["a", "b", "c"], ["ts", "ts", "py"], [1, 0, 1]))).toEqual({
      expression: 'kind == 0 and codebase == "c_1" and file in ["v0","v2"]',
      share: 1,
    });
    expect(chunkFilter(inputOf(["a"], ["ts"], [0]))).toBeNull();
  });
});
