/** An answer of `change_impact` with something in every part, for tests. */
import type { ChangeImpactOk } from "@satori/contracts";

const NO_CHANGES = {
  removed: 0,
  renamed: 0,
  signature_changed: 0,
  moved: 0,
  body_changed: 0,
  added: 0,
  cosmetic: 0,
  affected: 0,
  misfits: 0,
};

/** Nothing changed. */
export const EMPTY_IMPACT: ChangeImpactOk = {
  tool: "change_impact",
  version: 1,
  status: "ok",
  path: "/code",
  effectiveRoot: "/code",
  source: "work_tree",
  counts: NO_CHANGES,
  changed: [],
  affected: [],
  tests: { files: [], total: 0, testFiles: 3, commands: [], unreached: [] },
  unknown: [],
  totalUnknown: 0,
  truncated: false,
  coverage: {
    changedFiles: 0,
    comparedFiles: 0,
    withoutSymbols: 0,
    notCompared: 0,
    unparsedFiles: 0,
    partlyParsedFiles: 0,
    unsupportedLanguages: [],
    complete: true,
  },
  meta: { durationMs: 1 },
};

/** A method with another signature, and a function that is gone. */
export const IMPACT: ChangeImpactOk = {
  ...EMPTY_IMPACT,
  source: "commits",
  baseCommit: "1".repeat(40),
  headCommit: "2".repeat(40),
  counts: { ...NO_CHANGES, removed: 1, signature_changed: 1, affected: 3, misfits: 2 },
  changed: [
    {
      change: "removed",
      kind: "function",
      symbol: "drop",
      file: "src/cart.ts",
      line: 9,
      affected: 0,
      proven: true,
      examined: { files: 12, occurrences: 3 },
    },
    {
      change: "signature_changed",
      kind: "method",
      symbol: "Cart.add",
      file: "src/cart.ts",
      line: 3,
      signature: "add(item: string, count: number): void",
      before: { signature: "add(item: string): void" },
      affected: 3,
    },
  ],
  affected: [
    {
      file: "src/shop.ts",
      symbols: [
        {
          symbol: "checkout",
          kind: "function",
          line: 12,
          distance: 1,
          relation: "calls",
          confidence: "resolved",
          of: 1,
          sites: [
            { line: 14, text: "cart.add(item);", misfit: "too_few_arguments" },
            { line: 102, text: "cart.add(other, 2);" },
          ],
          totalSites: 4,
        },
        {
          symbol: "main",
          kind: "function",
          line: 40,
          distance: 2,
          relation: "calls",
          confidence: "possible",
          of: 1,
          through: ["checkout"],
          sites: [{ line: 41, text: "checkout();" }],
        },
      ],
    },
    {
      file: "src/cart.test.ts",
      symbols: [
        {
          distance: 1,
          relation: "calls",
          confidence: "resolved",
          of: 1,
          sites: [{ line: 5, text: "add('a')", misfit: "too_few_arguments" }],
        },
      ],
    },
  ],
  tests: {
    files: [
      {
        file: "src/cart.test.ts",
        reasons: ["reaches", "named_after"],
        distance: 1,
        functions: ["adds an item"],
        of: [1],
      },
      { file: "web/page.test.ts", reasons: ["changed_together"] },
    ],
    total: 2,
    testFiles: 3,
    commands: [
      {
        runner: "vitest",
        folder: ".",
        command: "npx vitest run src/cart.test.ts",
        shownBy: "package.json",
        files: 1,
      },
      {
        runner: "jest",
        folder: "web",
        command: "npx jest page.test.ts",
        shownBy: "web/package.json",
        files: 1,
      },
    ],
    unreached: [0],
  },
  unknown: [
    { type: "handed_on", of: 1, file: "src/events.ts", line: 7, detail: "on('add', cart.add);" },
    { type: "computed_name", detail: "2 files access members by computed names" },
  ],
  totalUnknown: 4,
  coverage: {
    changedFiles: 3,
    comparedFiles: 1,
    withoutSymbols: 1,
    notCompared: 1,
    examples: [{ file: "src/big.ts", cause: "too_large" }],
    unparsedFiles: 1,
    partlyParsedFiles: 0,
    unsupportedLanguages: ["lua"],
    complete: true,
  },
};
