/**
 * The noise hint of `search_codebase`, from files on disk to the envelope. `.satoriignore` re-includes what
 * `.gitignore` ignores: only such files are both found and ignored.
 */
import { join } from "node:path";
import {
  type NoiseMitigationHint,
  type SearchCodebaseInput,
  type SearchCodebaseOutput,
  rootOf,
} from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../../deadline.ts";
import { type TestEngine, TestPlace } from "../../testing/engine.ts";
import { estimateJsonTokens } from "./budget.ts";
import { ChangedFiles } from "../../git/changed-files.ts";
import { BASE_PATTERNS } from "./noise.ts";
import { RootGitignores } from "./root-gitignore.ts";
import { searchCodebase } from "../search-codebase.ts";

const COVERED = "already covered by root .gitignore";
const SYNC = "run manage_index sync";
const REINDEX = "Reindex is only required when you see requires_reindex (fingerprint mismatch).";

/** Two files that every question about parcels finds. Each is matched by one base pattern. */
const NOISY = {
  ".satoriignore": "!*\n",
  "src/parcel.test.ts": "parcel();\n",
  "src/__tests__/parcel.ts": "parcel();\n",
};
const [TEST_FILES, TEST_FOLDERS] = ["**/*.test.*", "**/__tests__/**"];
/** Of the same length, so that one can replace the other without changing the size. */
const [IGNORE_FILES, IGNORE_FOLDERS] = ["*.test.ts\n", "__tests__\n"];

interface Searched {
  readonly passage: TestPlace;
  readonly engine: TestEngine;
  ask(args?: Partial<SearchCodebaseInput>): Promise<SearchCodebaseOutput>;
  /** The hint of a search, which has to exist. */
  hint(args?: Partial<SearchCodebaseInput>): Promise<NoiseMitigationHint>;
}

/** Creates files, and indexes these folders as codebases in this order. Default: the root alone. */
async function searched(
  texts: Readonly<Record<string, string>>,
  folders: readonly string[] = [""],
): Promise<Searched> {
  const passage = new TestPlace(texts);
  onTestFinished(() => passage[Symbol.asyncDispose]());
  const engine = passage.engine({ embedder: null });
  for (const folder of folders) {
    const path = join(passage.tree.root, folder);
    await engine.call("manage_index", { action: "create", path });
    await engine.engine.waitForRun(path, path);
  }
  const ask = (args: Partial<SearchCodebaseInput> = {}): Promise<SearchCodebaseOutput> =>
    engine.call("search_codebase", { query: "parcel", scope: "mixed", ...args });
  return { passage, engine, ask, hint: async (args) => hintOf(await ask(args)) };
}

function hintOf(answer: SearchCodebaseOutput): NoiseMitigationHint {
  const hint = answer.status === "ok" ? answer.hints?.noiseMitigation : undefined;
  if (!hint) throw new Error(`No hint in ${JSON.stringify(answer)}`);
  return hint;
}
const patternsOf = ({
  suggestedIgnorePatterns,
  alreadyIgnoredByGitignore,
  newSatoriIgnoreOnly,
}: NoiseMitigationHint): unknown => [suggestedIgnorePatterns, alreadyIgnoredByGitignore, newSatoriIgnoreOnly];

describe("the root's .gitignore", () => {
  it("ignores all noisy files: nothing is suggested, and they are said to be covered", async () => {
    const hint = await (await searched({ ...NOISY, ".gitignore": "__tests__/\n*.test.ts\n" })).hint();
    expect(patternsOf(hint)).toEqual([[], [TEST_FILES, TEST_FOLDERS], []]);
    expect(hint).toMatchObject({
      topK: 2,
      ratios: { runtime: 0, tests: 1 },
      confidence: "high",
      nextStep: expect.stringContaining(COVERED),
    });
  });

  it(
    "ignores some noisy files: what is needed for the others is suggested, in the order of the base " +
      "patterns",
    async () => {
      const files = {
        ...NOISY,
        "src/fixtures/parcel.ts": "parcel();\n",
        "src/parcel.spec.ts": "parcel();\n",
      };
      const hint = await (await searched({ ...files, ".gitignore": "__tests__/\n" })).hint();
      expect(patternsOf(hint)).toEqual([
        [TEST_FILES, "**/*.spec.*", "**/fixtures/**"],
        [TEST_FOLDERS],
        [TEST_FILES, "**/*.spec.*", "**/fixtures/**"],
      ]);
      expect(hint.nextStep).not.toContain(COVERED);
    },
  );

  it("is absent: all base patterns are suggested, with low confidence", async () => {
    const hint = await (await searched(NOISY)).hint();
    expect(patternsOf(hint)).toEqual([BASE_PATTERNS, [], []]);
    expect(hint.confidence).toBe("low");
  });

  it("cannot be read: all base patterns are suggested, with low confidence", async () => {
    const hint = await (await searched({ ...NOISY, ".gitignore/rules": "*.test.ts\n" })).hint();
    expect(patternsOf(hint)).toEqual([BASE_PATTERNS, [], []]);
    expect(hint.confidence).toBe("low");
  });

  it("is never said to cover anything while it is absent or cannot be read", async () => {
    const { passage, hint } = await searched({ ...NOISY, ".gitignore": "__tests__/\n*.test.ts\n" });
    expect((await hint()).nextStep).toContain(COVERED);
    passage.tree.remove(".gitignore");
    expect((await hint()).nextStep).not.toContain(COVERED);
    passage.tree.folder(".gitignore");
    expect((await hint()).nextStep).not.toContain(COVERED);
  });

  it("speaks for the root that is searched alone: not for one below a root that has its own", async () => {
    const files = {
      ".gitignore": "*.test.ts\n",
      ".satoriignore": "!*\n",
      "parcel.test.ts": "parcel();\n",
      "inner/a/parcel.test.ts": "parcel();\n",
    };
    const { passage, ask, hint } = await searched(files, ["inner", ""]);
    const inner = passage.tree.at("inner");
    expect((await hint()).nextStep).toContain(COVERED);
    for (const path of [inner, join(inner, "a")]) {
      const answer = await ask({ path });
      expect(rootOf(answer)).toBe(inner);
      expect(answer).toMatchObject({ results: [{ file: "a/parcel.test.ts" }] });
      expect(hintOf(answer)).toMatchObject({ suggestedIgnorePatterns: BASE_PATTERNS, confidence: "low" });
      expect(hintOf(answer).nextStep).not.toContain(COVERED);
    }
    passage.tree.write("inner/.gitignore", "nothing\n");
    expect(await hint({ path: inner })).toMatchObject({
      suggestedIgnorePatterns: [TEST_FILES],
      confidence: "high",
    });
  });

  it("is that of the root for a search of a folder in it, whose own .gitignore does not count", async () => {
    const files = {
      ".gitignore": "__tests__/\n",
      ".satoriignore": "!*\n",
      "a/.gitignore": "*.test.ts\n",
      "a/parcel.test.ts": "parcel();\n",
      "a/__tests__/parcel.ts": "parcel();\n",
    };
    const { passage, hint } = await searched(files);
    expect(patternsOf(await hint({ path: passage.tree.at("a") }))).toEqual([
      [TEST_FILES],
      [TEST_FOLDERS],
      [TEST_FILES],
    ]);
  });
});

describe("an edit of the root's .gitignore", () => {
  it("is seen by the next search when time or size have changed", async () => {
    const { passage, hint } = await searched({ ...NOISY, ".gitignore": IGNORE_FILES });
    expect(patternsOf(await hint())).toEqual([[TEST_FOLDERS], [TEST_FILES], [TEST_FOLDERS]]);
    passage.tree.wait();
    passage.tree.write(".gitignore", IGNORE_FOLDERS);
    expect(patternsOf(await hint())).toEqual([[TEST_FILES], [TEST_FOLDERS], [TEST_FILES]]);
    passage.tree.write(".gitignore", `${IGNORE_FOLDERS}${IGNORE_FILES}`);
    expect(patternsOf(await hint())).toEqual([[], [TEST_FILES, TEST_FOLDERS], []]);
  });

  it("is seen by the next search when the file appears or vanishes", async () => {
    const { passage, hint } = await searched(NOISY);
    expect((await hint()).confidence).toBe("low");
    passage.tree.write(".gitignore", IGNORE_FILES);
    expect(await hint()).toMatchObject({ confidence: "high", suggestedIgnorePatterns: [TEST_FOLDERS] });
    passage.tree.remove(".gitignore");
    expect(await hint()).toMatchObject({ confidence: "low", suggestedIgnorePatterns: BASE_PATTERNS });
  });

  it("that keeps time and size is seen by the 25th search with a hint after the file was read", async () => {
    const { passage, ask, hint } = await searched(NOISY);
    passage.tree.write(".gitignore", IGNORE_FILES);
    // With a budget, a search fits its results twice; that still counts as one use.
    const suggested = async (): Promise<readonly string[]> =>
      (await hint({ maxTokens: 5_000 })).suggestedIgnorePatterns;
    expect(await suggested()).toEqual([TEST_FOLDERS]);
    passage.tree.write(".gitignore", IGNORE_FOLDERS);
    for (let use = 1; use < 25; use++) {
      expect([use, await suggested()]).toEqual([use, [TEST_FOLDERS]]);
      // A search without a hint does not count as a use.
      expect((await ask({ scope: "runtime" })).hints).not.toHaveProperty("noiseMitigation");
    }
    expect(await suggested()).toEqual([TEST_FILES]);
  });

  it("is seen as often as the interval says", async () => {
    const { passage, engine } = await searched(NOISY);
    passage.tree.write(".gitignore", IGNORE_FILES);
    const dependencies = {
      context: engine.context,
      changedFiles: new ChangedFiles(),
      rootGitignores: new RootGitignores(2),
      ensureFresh: async () => ({
        decision: { mode: "fresh", checkedAt: null } as const,
        warnings: [],
        doubt: null,
      }),
    };
    const call = { baseFolder: passage.tree.root, roots: [], elapsedMs: () => 0, deadline: noDeadline() };
    const suggested = async (): Promise<readonly string[]> =>
      hintOf(
        await searchCodebase(
          dependencies,
          { path: passage.tree.root, query: "parcel", scope: "mixed" },
          call,
        ),
      ).suggestedIgnorePatterns;
    const seen = [await suggested()];
    for (const rules of [IGNORE_FOLDERS, IGNORE_FILES]) {
      passage.tree.write(".gitignore", rules);
      seen.push(await suggested(), await suggested());
    }
    expect(seen).toEqual([[TEST_FOLDERS], [TEST_FOLDERS], [TEST_FILES], [TEST_FILES], [TEST_FOLDERS]]);
  });
});

describe("the next step", () => {
  it("says to sync and when a reindex is needed, whether patterns are left or not", async () => {
    const { passage, hint } = await searched({ ...NOISY, ".gitignore": IGNORE_FILES });
    const some = await hint();
    passage.tree.write(".gitignore", `${IGNORE_FILES}${IGNORE_FOLDERS}`);
    const none = await hint();
    expect([some.suggestedIgnorePatterns.length, none.suggestedIgnorePatterns.length]).toEqual([1, 0]);
    expect(some.nextStep).toBe(
      `Use scope="runtime" to reduce noise. If you edit ignores, add only patterns not already ignored ` +
        `by root .gitignore (root-only check), then ${SYNC}. ${REINDEX}`,
    );
    expect(none.nextStep).toBe(
      `Use scope="runtime" to reduce noise. Top noisy files appear ${COVERED} (root-only check); ` +
        `.satoriignore changes may be unnecessary. If you changed ignores, ${SYNC} for immediate ` +
        `convergence. ${REINDEX}`,
    );
  });
});

describe("the hint is about the results that are shown", () => {
  const MANY = {
    ...NOISY,
    ".gitignore": "",
    "src/parcel.ts": "export const parcel = 1;\n",
    "docs/parcel.md": "# Parcel\n",
    "generated/parcel.ts": "export const parcel = 2;\n",
  };

  it.each(["raw", "grouped"] as const)(
    "in their order, and is first of the hints: %s",
    async (resultMode) => {
      const answer = await (await searched(MANY)).ask({ resultMode, debug: true });
      expect(Object.keys((answer.status === "ok" && answer.hints) || {})).toEqual([
        "noiseMitigation",
        "debugSearch",
      ]);
      expect(hintOf(answer)).toMatchObject({
        topK: 5,
        ratios: { runtime: 0.2, tests: 0.4, fixtures: 0, docs: 0.2, generated: 0.2 },
      });
    },
  );

  it("as far as the limit goes", async () => {
    const { ask } = await searched(MANY);
    // The source file comes first.
    expect(await ask({ limit: 1 })).not.toHaveProperty("hints");
    expect(hintOf(await ask({ limit: 3 }))).toMatchObject({ topK: 3, ratios: { runtime: 0.33 } });
  });

  it("and fits into the budget with them", async () => {
    const { ask } = await searched(
      Object.fromEntries([
        ...Object.entries(NOISY),
        ...Array.from({ length: 8 }, (_, at) => [`tests/parcel${at}.ts`, "parcel();\n".repeat(20)]),
      ]),
    );
    for (let maxTokens = 600; maxTokens <= 2_000; maxTokens += 50) {
      const answer = await ask({ maxTokens });
      expect(hintOf(answer).topK).toBe(Math.min(5, "results" in answer ? answer.results.length : 0));
      expect([maxTokens, estimateJsonTokens(answer) <= maxTokens]).toEqual([maxTokens, true]);
    }
  });

  it("so that in scope runtime there is none", async () =>
    expect(await (await searched(MANY)).ask({ scope: "runtime" })).not.toHaveProperty("hints"));

  it("in nothing that patterns ask for, where it would leave nothing", async () => {
    const { ask } = await searched({ ...NOISY, "src/parcel.ts": "parcel();\n" });
    const isHinted = async (query: string): Promise<boolean> =>
      "noiseMitigation" in ((await ask({ query })).hints ?? {});
    expect(await isHinted("parcel")).toBe(true);
    expect(await isHinted("path:src parcel")).toBe(true);
    expect(await isHinted("path:**/__tests__/** path:*.test.ts parcel")).toBe(false);
  });

  it("in scope docs as well, whose results are docs and tests alone", async () => {
    expect((await (await searched(MANY)).hint({ query: "parcels", scope: "docs" })).ratios).toEqual({
      runtime: 0,
      tests: 0.67,
      fixtures: 0,
      docs: 0.33,
      generated: 0,
    });
  });

  it("but not where another scope has what is closer to the question: that one is advised alone", async () => {
    const { ask } = await searched({
      ...MANY,
      "src/reaper.ts":
        "/** Expired parcels leave the depot at midnight. */\nexport function reapExpiredParcels(): " +
        "void {}\n",
    });
    const { hints } = await ask({
      query: "reapExpiredParcels expired parcels leave the depot at midnight src/reaper.ts",
      scope: "docs",
    });
    expect(hints).toMatchObject({
      leftOut: { file: "src/reaper.ts", leftOutBy: ["scope"], searchCodebase: { args: { scope: "mixed" } } },
    });
    expect(hints).not.toHaveProperty("noiseMitigation");
  });

  it("and there is none without results", async () =>
    expect(await (await searched(NOISY)).ask({ query: "quetzalcoatlus" })).not.toHaveProperty("hints"));
});
