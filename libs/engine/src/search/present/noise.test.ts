import type { NoiseMitigationHint } from "@satori/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePathPatterns } from "../../ignore/path-matcher.ts";
import { classifyPath, noiseCategory } from "../../lexical/path-class.ts";
import { BASE_PATTERNS, noiseHint } from "./noise.ts";
import type { RootGitignore } from "./root-gitignore.ts";

const ADD_PATTERNS =
  'Use scope="runtime" to reduce noise. If you edit ignores, add only patterns not already ignored by ' +
  "root .gitignore (root-only check), then run manage_index sync. Reindex is only required when you " +
  "see requires_reindex (fingerprint mismatch).";
const COVERED =
  'Use scope="runtime" to reduce noise. Top noisy files appear already covered by root .gitignore ' +
  "(root-only check); .satoriignore changes may be unnecessary. If you changed ignores, run " +
  "manage_index sync for immediate convergence. Reindex is only required when you see requires_reindex " +
  "(fingerprint mismatch).";
const SYNC_ALONE =
  'Use scope="runtime" to reduce noise. If you changed ignores, run manage_index sync for immediate ' +
  "convergence. Reindex is only required when you see requires_reindex (fingerprint mismatch).";

const ready = (...patterns: readonly string[]): RootGitignore => ({
  state: "ready",
  ignores: compilePathPatterns(patterns),
});
const words = (text: string): string[] => text.split(" ").filter(Boolean);

/** The hint about files, separated by spaces, which has to exist. */
function hint(files: string, gitignore: RootGitignore = ready()): NoiseMitigationHint {
  const given = noiseHint(words(files), () => gitignore);
  if (given === null) throw new Error(`No hint about ${files}`);
  return given;
}
const isDue = (files: string): boolean => noiseHint(words(files), () => ready()) !== null;

describe("a hint is due when at least 60 % of the first five results are noise", () => {
  it.each([
    [false, "", "there are no results"],
    [true, "a.test.ts", "1 of 1"],
    [false, "a.ts", "0 of 1"],
    [false, "a.test.ts b.ts", "1 of 2"],
    [true, "a.ts b.test.ts c.md", "2 of 3"],
    [false, "a.ts b.ts c.test.ts d.md", "2 of 4"],
    [true, "a.ts b.test.ts c.test.ts d.md", "3 of 4"],
    [false, "a.ts b.ts c.ts d.test.ts e.md", "2 of 5"],
    [true, "a.ts b.ts c.test.ts d.test.ts e.md", "3 of 5, exactly 60 %"],
    [true, "a.md b.md c.md d.ts e.ts f.ts g.ts h.ts", "later results do not count"],
    [false, "a.ts b.ts c.ts d.md e.md f.md g.md h.md", "later results do not count, be they noise"],
    [true, "a.test.ts a.test.ts a.test.ts b.ts c.ts", "a file counts with each of its results"],
  ])("%s: %s (%s)", (expected, files) => expect(isDue(files)).toBe(expected));

  it("and the root's .gitignore is looked at then alone, once", () => {
    const uses: string[] = [];
    const use = (name: string) => () => (uses.push(name), ready());
    noiseHint(["a.ts", "b.test.ts"], use("without a hint"));
    noiseHint(["a.test.ts", "b.test.ts", "c.md"], use("with a hint"));
    expect(uses).toEqual(["with a hint"]);
  });
});

describe("topK and ratios", () => {
  const counted = (files: string) => {
    const { topK, ratios } = hint(files);
    return { topK, ...ratios };
  };

  it("are of the results looked at, five at most, rounded to two passages", () => {
    expect(counted("a.test.ts b.test.ts c.ts")).toEqual({
      topK: 3,
      runtime: 0.33,
      tests: 0.67,
      fixtures: 0,
      docs: 0,
      generated: 0,
    });
    expect(counted("a.test.ts b.md c.md d.ts")).toEqual({
      topK: 4,
      runtime: 0.25,
      tests: 0.25,
      fixtures: 0,
      docs: 0.5,
      generated: 0,
    });
    expect(counted("a.test.ts fixtures/b.ts c.md d.pb.go e.ts f.ts g.ts")).toEqual({
      topK: 5,
      runtime: 0.2,
      tests: 0.2,
      fixtures: 0.2,
      docs: 0.2,
      generated: 0.2,
    });
  });

  it("count a file once, as generated before tests before fixtures before docs", () => {
    expect(counted("tests/generated/fixtures/docs/a.test.md")).toMatchObject({
      generated: 1,
      tests: 0,
      fixtures: 0,
      docs: 0,
    });
    expect(counted("tests/fixtures/docs/a.md")).toMatchObject({ tests: 1, fixtures: 0, docs: 0 });
    expect(counted("fixtures/docs/a.md")).toMatchObject({ fixtures: 1, docs: 0 });
    expect(counted("docs/a.ts")).toMatchObject({ docs: 1 });
  });
});

describe("patterns", () => {
  const patterns = (files: string, gitignore: RootGitignore) => {
    const { suggestedIgnorePatterns, alreadyIgnoredByGitignore, newSatoriIgnoreOnly, confidence } = hint(
      files,
      gitignore,
    );
    return {
      suggested: suggestedIgnorePatterns,
      already: alreadyIgnoredByGitignore,
      fresh: newSatoriIgnoreOnly,
      confidence,
    };
  };

  it("are the base ones, in their order, that match a noisy file", () => {
    const files = "coverage/a.md x/fixtures/b.ts __fixtures__/c.ts __tests__/d.ts e.spec.ts";
    const expected = [
      "**/*.spec.*",
      "**/__tests__/**",
      "**/__fixtures__/**",
      "**/fixtures/**",
      "coverage/**",
    ];
    expect(patterns(files, ready())).toEqual({
      suggested: expected,
      already: [],
      fresh: expected,
      confidence: "high",
    });
  });

  it(
    "have the meaning that they have in an ignore file: coverage only at the root, fixtures anywhere " +
      "below a folder",
    () => {
      expect(patterns("app/coverage/a.md fixtures.md src/a_test.go", ready()).suggested).toEqual([]);
      expect(patterns("coverage/a.md app/x/fixtures/y/z.ts src/a_test.go", ready()).suggested).toEqual([
        "**/fixtures/**",
        "coverage/**",
      ]);
    },
  );

  it("that match only files which the root's .gitignore ignores are told apart", () => {
    expect(patterns("a.test.ts src/__tests__/b.ts", ready("__tests__/"))).toEqual({
      suggested: ["**/*.test.*"],
      already: ["**/__tests__/**"],
      fresh: ["**/*.test.*"],
      confidence: "high",
    });
  });

  it("are kept for one file that is let through, whatever else they match", () => {
    expect(patterns("a.test.ts src/__tests__/b.test.ts", ready("__tests__/"))).toEqual({
      suggested: ["**/*.test.*"],
      already: ["**/__tests__/**"],
      fresh: ["**/*.test.*"],
      confidence: "high",
    });
  });

  it("matter for noise alone: what runtime files they match says nothing", () => {
    // No language names its tests like this.
    expect(noiseCategory(classifyPath("src/shell.test.zsh"))).toBe("runtime");
    expect(patterns("a.md b.md src/shell.test.zsh", ready()).suggested).toEqual([]);
  });

  it("are those of the first five results", () =>
    expect(patterns("a.md b.md c.md d.md e.md f.test.ts", ready()).suggested).toEqual([]));

  it.each(["absent", "error"] as const)(
    "are all of them, with low confidence, when the root's .gitignore is in state %s",
    (state) => {
      expect(patterns("a.test.ts", { state })).toEqual({
        suggested: BASE_PATTERNS,
        already: [],
        fresh: [],
        confidence: "low",
      });
    },
  );
});

describe("the next step", () => {
  it("with patterns left: add those alone, then sync", () =>
    expect(hint("a.test.ts").nextStep).toBe(ADD_PATTERNS));
  it("with no patterns left: noisy files are covered, and a sync is enough", () =>
    expect(hint("a.test.ts", ready("*.test.ts")).nextStep).toBe(COVERED));
  it("says covered for a file that no pattern matches, too", () =>
    expect(hint("a.md b.md", ready("b.md")).nextStep).toBe(COVERED));
  it("with no patterns left and nothing ignored: a sync is enough", () =>
    expect(hint("a.md b.md").nextStep).toBe(SYNC_ALONE));
  it.each(["absent", "error"] as const)(
    "never says covered when the root's .gitignore is in state %s",
    (state) => expect(hint("a.md b.test.ts", { state }).nextStep).toBe(ADD_PATTERNS),
  );
  it.each(["../other/a.test.ts", "/other/a.test.ts", "src/../../other/a.test.ts"])(
    "never says covered for a file outside the searched root: %s",
    (file) => {
      const about = hint(file, { state: "ready", ignores: () => true });
      expect(about).toMatchObject({
        suggestedIgnorePatterns: [],
        alreadyIgnoredByGitignore: [],
        nextStep: SYNC_ALONE,
      });
    },
  );
});

it("has its keys in order, and the watcher's debounce", () => {
  const given = hint("a.test.ts");
  expect(Object.keys(given)).toEqual([
    "reason",
    "topK",
    "ratios",
    "recommendedScope",
    "suggestedIgnorePatterns",
    "alreadyIgnoredByGitignore",
    "newSatoriIgnoreOnly",
    "confidence",
    "debounceMs",
    "nextStep",
  ]);
  expect(Object.keys(given.ratios)).toEqual(["runtime", "tests", "fixtures", "docs", "generated"]);
  expect(given).toMatchObject({
    reason: "top_results_noise_dominant",
    recommendedScope: "runtime",
    debounceMs: 1_000,
  });
});

it(
  "keeps of the base patterns, in their order, exactly those that match an observed noisy file which is " +
    "not ignored",
  () => {
    const segment = fc.constantFrom(
      "src",
      "fixtures",
      "__fixtures__",
      "__tests__",
      "coverage",
      "docs",
      "generated",
    );
    const name = fc.constantFrom("a.ts", "a.test.ts", "a.spec.ts", "a.md", "a.pb.go", "a_test.go");
    const path = fc
      .tuple(fc.array(segment, { maxLength: 3 }), name)
      .map(([folders, last]) => [...folders, last].join("/"));
    const ignored = fc.subarray([
      "fixtures/",
      "*.test.ts",
      "/docs",
      "__tests__",
      "*.md",
      "coverage",
      "a.spec.ts",
      "generated/",
    ]);
    const matches = (pattern: string, file: string): boolean => compilePathPatterns([pattern])(file);
    fc.assert(
      fc.property(fc.array(path, { maxLength: 7 }), ignored, (files, lines) => {
        const noisy = files.slice(0, 5).filter((file) => noiseCategory(classifyPath(file)) !== "runtime");
        const isOpen = (file: string): boolean => !lines.some((line) => matches(line, file));
        const given = noiseHint(files, () => ready(...lines));
        expect(given !== null).toBe(files.length > 0 && noisy.length / Math.min(files.length, 5) >= 0.6);
        const kept = BASE_PATTERNS.filter((pattern) =>
          noisy.some((file) => isOpen(file) && matches(pattern, file)),
        );
        const covered = BASE_PATTERNS.filter(
          (pattern) => !kept.includes(pattern) && noisy.some((file) => matches(pattern, file)),
        );
        if (given === null) return;
        expect(given).toMatchObject({
          suggestedIgnorePatterns: kept,
          newSatoriIgnoreOnly: kept,
          alreadyIgnoredByGitignore: covered,
        });
        expect(given.nextStep).toBe(
          kept.length > 0 ? ADD_PATTERNS : noisy.every(isOpen) ? SYNC_ALONE : COVERED,
        );
      }),
      { seed: 1, numRuns: 500 },
    );
  },
);
