import { describe, expect, it } from "vitest";
import { languageOf } from "./regressions.ts";
import { type Ranked, reportOf } from "./report.ts";
import { traceOfMessage } from "./trace-of-message.ts";

describe("the trace of a message", () => {
  it("is what is around its locations, without lines that name a commit", () => {
    const message = [
      "run: fix a crash",
      "",
      "Long ago.",
      "",
      "It says:",
      "  boom at src/run.c:12",
      "Since commit 0123456789ab",
      "(run: go faster)",
      "  called by main (main.c:3)",
      'Fixes: 0123456789ab ("run: go faster")',
      "Signed-off-by: Ada <ada@example.org>",
    ].join("\n");
    expect(traceOfMessage(message)).toBe(
      ["", "It says:", "  boom at src/run.c:12", "  called by main (main.c:3)"].join("\n"),
    );
  });

  it("is empty without a location", () => expect(traceOfMessage("run: crash at 12:30")).toBe(""));
});

it.each([
  ['File "a/b.py", line 3, in run', "Python"],
  ["net.hh:134:45: error: used at reactor.cc:12", "C++"],
  ["at list.h:12 in run at run.c:3", "C"],
  ["at x.h:12", "C"],
  ["\tat org.example.Run.go(Run.java:97)", "Java"],
])("the language of %j is %s", (trace, language) => expect(languageOf(trace)).toBe(language));

it("the report has shares by half and language, and counts answers without suspects as missed", () => {
  const one = (fields: Partial<Ranked>): Ranked => ({
    repository: "a/b",
    fix: "",
    guilty: "",
    good: "",
    part: "kept",
    language: "C",
    outcome: "ok",
    warnings: [],
    suspect: 1,
    recent: 7,
    commits: 100,
    ms: 10,
    ...fields,
  });
  const { rows, notes } = reportOf(
    [one({}), one({ suspect: 4 }), one({ language: "Java", outcome: "not_found", suspect: 0, recent: 0 })],
    false,
  );
  const atRandom = ["0.010", "0.050", "0.100", 100, 10, 10];
  expect(rows).toEqual([
    ["kept", "all", 3, "0.333", "0.667", "0.667", "0.000", "0.000", "0.667", ...atRandom],
    ["kept", "C", 2, "0.500", "1.000", "1.000", "0.000", "0.000", "1.000", ...atRandom],
    ["kept", "Java", 1, "0.000", "0.000", "0.000", "0.000", "0.000", "0.000", ...atRandom],
  ]);
  expect(notes?.[0]).toContain("1 answers without suspects count as missed: 1 × not_found");
});
