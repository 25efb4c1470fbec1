import { expect, it } from "vitest";
import { type Counts, summary } from "./summary.ts";

const NOTHING: Counts = {
  roots: 1,
  followed: 1,
  remainingRoots: 0,
  namesakes: [],
  nodes: 3,
  calls: 2,
  uses: 0,
  edgesLeft: 0,
  left: 0,
  remainingFiles: 0,
  partsLeft: 0,
  narrowedTo: null,
  skippedNames: [],
  isExhausted: false,
  deadline: null,
  notTaken: null,
  isCalled: true,
  inheritedFrom: [],
  coverage: {
    unparsedFiles: 0,
    partlyParsedFiles: 0,
    unsupportedLanguages: [],
    unresolvedSites: 0,
    open: [],
  },
};

it.each([
  [{}, "2 calls between 3 definitions."],
  [
    { left: 1, remainingFiles: 1 },
    "2 calls between 3 definitions. 1 more definition is beyond the limit. 1 more file with calls of " +
      "that name was not searched.",
  ],
  [
    { deadline: "the deadline of 10 s (SATORI_CALL_GRAPH_DEADLINE_MS)" },
    "2 calls between 3 definitions. The answer reached the deadline of 10 s " +
      "(SATORI_CALL_GRAPH_DEADLINE_MS): there may be more calls.",
  ],
  [
    { remainingFiles: 2 },
    "2 calls between 3 definitions. 2 more files with calls of that name were not searched.",
  ],
  [{ uses: 1 }, "2 calls and 1 use between 3 definitions."],
  [{ calls: 0, uses: 2 }, "2 uses between 3 definitions."],
  [
    { skippedNames: ["get"] },
    "2 calls between 3 definitions. Not all callers by get were searched for: too many files have that name.",
  ],
  [
    { skippedNames: ["get", "set"] },
    "2 calls between 3 definitions. Not all callers by get and 1 other name were searched for: too many " +
      "files have that name.",
  ],
  [
    { skippedNames: ["get", "set", "run"] },
    "2 calls between 3 definitions. Not all callers by get and 2 other names were searched for: too many " +
      "files have that name.",
  ],
] as const)("%j", (counts, expected) => expect(summary("f", { ...NOTHING, ...counts })).toBe(expected));
