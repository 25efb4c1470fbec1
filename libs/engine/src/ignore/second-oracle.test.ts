/** The matcher of a walk against the npm package `ignore`: a second opinion beside git's, without a process. */
import fc from "fast-check";
import createIgnore from "ignore";
import { expect, it } from "vitest";
import { DirectoryScope } from "./directory-scope.ts";
import { RuleSet } from "./rule-set.ts";
import { parseRules } from "./rule.ts";

const NO_CONTROL_FILES = { gitignore: false, satoriignore: false };
const NAMES = ["a", "b", "ab", "A", "foo", "foo.o", "a.b.o", ".o", "x-y"];

const pathArbitrary = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((names) => names.join("/"));
const patternArbitrary = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "/", "!/", "**/"),
    fc.array(fc.constantFrom(...NAMES, "*", "*.o", "a*", "?", "[ab]", "[!a]*"), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom("", "", "", "/", "/*", "/**"),
  )
  .map(([start, names, end]) => start + names.join("/") + end);

/** As a walk decides: what lies below an ignored folder is ignored. */
function isIgnored(patterns: readonly string[], path: string): boolean {
  const source = { kind: "own", file: null, base: "" } as const;
  const rules = new RuleSet(
    patterns.flatMap((pattern) => parseRules(pattern, source)),
    (folder) => folder,
  );
  const layers = { own: [rules], satoriignore: [], gitignore: [], below: [], isKnown: true };
  const folders = path.split("/");
  const name = folders.pop() as string;
  let scope = DirectoryScope.ofRoot(layers, () => null);
  for (const folder of folders) {
    if (scope.verdict(folder, "directory").ignored) return true;
    scope = scope.enter(folder, NO_CONTROL_FILES);
  }
  return scope.verdict(name, "file").ignored;
}

it("ignores the same files as the package `ignore`, for patterns as people write them", () => {
  let ignored = 0;
  fc.assert(
    fc.property(
      fc.array(patternArbitrary, { minLength: 1, maxLength: 6 }),
      pathArbitrary,
      (patterns, path) => {
        const expected = createIgnore({ ignorecase: false })
          .add([...patterns])
          .ignores(path);
        ignored += Number(expected);
        expect({ patterns, path, ignored: isIgnored(patterns, path) }).toEqual({
          patterns,
          path,
          ignored: expected,
        });
      },
    ),
    { seed: 20_261_128, numRuns: 2_000 },
  );
  expect(ignored).toBeGreaterThan(200);
});
