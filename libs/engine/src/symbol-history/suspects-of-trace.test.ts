/** The suspects of a trace, over real repositories and a real index. */
import type { SymbolHistoryOk } from "@satori/contracts";
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { INLINE_ANALYZER, type VersionAnalyzer } from "../prepare/preparer.ts";
import { checked } from "../testing/engine.ts";
import { ManualDeadline } from "../testing/manual-deadline.ts";
import { git } from "../testing/trees/git.ts";
import { CODE, History } from "./testing/history.ts";

const TRACE =
  'Traceback (most recent call last):\n  File "/ci/app/main.py", line 4, in main\n    send(queue)\n' +
  '  File "/ci/app/a.py", line 2, in send\n    queue.lock()\nAttributeError: no attribute lock\n';
const repository = (history: History): void => {
  history.commit("made", {
    "app/a.py": CODE.first,
    "app/main.py": "from app.a import send\n\ndef main():\n    send(1)\n",
    "app/other.py": "def other():\n    return 1\n",
  });
  git(history.root, "tag", "good");
  history.commit("main changed", { "app/main.py": "from app.a import send\n\ndef main():\n    send(2)\n" });
  history.commit("guilty", { "app/a.py": CODE.locked });
  history.commit("unrelated", { "app/other.py": "def other():\n    return 2\n" });
  history.commit("same file", { "app/a.py": `${CODE.locked}\n\ndef more():\n    return 1\n` });
};

describe("suspects of a trace", () => {
  it("are the commits that changed what its frames run, nearest first", async () => {
    await using history = new History();
    repository(history);
    await history.index();
    const answer = await history.ok({ trace: TRACE, range: "good.." });
    expect(answer.frames).toEqual([
      { file: "app/a.py", line: 2, symbolLabel: "send" },
      { file: "app/main.py", line: 4, symbolLabel: "main" },
    ]);
    expect(answer.suspects?.map(({ subject }) => subject)).toEqual(["guilty", "main changed", "same file"]);
    expect(answer.suspects?.[0]?.touched).toEqual([
      { reason: "function", file: "app/a.py", symbolLabel: "send", frame: 0 },
    ]);
    expect(answer.coverage).toEqual({ commits: 4, complete: true });
  });

  it("are looked for in the last commits without a range", async () => {
    await using history = new History();
    repository(history);
    await history.index();
    const answer = await history.ok({ trace: TRACE });
    expect(answer.coverage.commits).toBe(5);
    expect(answer.message).toContain("all commits up to");
  });

  it.each(["good..", "HEAD"])("are looked for in the newest commits of a huge range: %s", async (range) => {
    await using history = new History();
    repository(history);
    addCommits(history.root, 4_998);
    await history.index();
    const answer = await history.ok({ trace: TRACE, range });
    expect(answer.coverage).toEqual({ commits: 5_000, complete: false });
    expect(answer.warnings).toEqual(["OUTPUT_TRUNCATED"]);
    expect(answer.message).toContain("Older commits of the range were not looked at.");
    expect(answer.suspects?.map(({ subject }) => subject)).toEqual(["same file"]);
  });

  it("count changes of several functions of a file under its older name", async () => {
    await using history = new History();
    const code = (first: number, second: number): string =>
      `def first():\n    return inner(${first})\n\n\ndef second():\n    return first(${second})\n`;
    history.commit("made", { "app/old.py": code(1, 1) });
    git(history.root, "tag", "good");
    history.commit("both", { "app/old.py": code(2, 2) });
    history.commit("second", { "app/old.py": code(2, 3) });
    git(history.root, "mv", "app/old.py", "app/new.py");
    history.commit("renamed", {});
    await history.index();
    const trace =
      'Traceback (most recent call last):\n  File "/ci/app/new.py", line 6, in second\n' +
      '  File "/ci/app/new.py", line 2, in first\nNameError: inner\n';
    const { suspects = [] } = await history.ok({ trace, range: "good.." });
    expect(
      suspects.map(({ subject, touched }) => [subject, ...touched.map(({ symbolLabel }) => symbolLabel)]),
    ).toEqual([
      ["both", "first", "second"],
      ["renamed", "first", "second"],
      ["second", "second"],
    ]);
  });

  it("need a frame in the codebase", async () => {
    await using history = new History();
    repository(history);
    await history.index();
    expect(await history.ask({ trace: "it is broken" })).toMatchObject({ status: "not_found" });
    expect(await history.ask({ trace: 'File "/usr/lib/x.py", line 3, in y' })).toMatchObject({
      status: "not_found",
    });
  });
});

describe("suspects of a trace at the deadline", () => {
  const answerAt = async (versions: number): Promise<SymbolHistoryOk> => {
    const deadline = new ManualDeadline();
    await using history = new History({ analyzer: analyzerThatReaches(deadline, versions) });
    repository(history);
    await history.index();
    const input = { path: history.root, trace: TRACE, range: "good.." };
    const { symbol_history: suspects } = history.engine.engine.tools;
    const call = { baseFolder: history.root, roots: [history.root], elapsedMs: () => 0 };
    const answer = checked(
      "symbol_history",
      await suspects(input, { ...call, deadline, signal: deadline.signal }),
    );
    if (answer.status !== "ok") throw new Error(JSON.stringify(answer));
    return answer;
  };

  it.each([0, 1, 2, 3])("are those that are known after %i analyzed versions", async (versions) => {
    const answer = await answerAt(versions);
    expect(answer.warnings).toEqual(["DEADLINE_REACHED"]);
    expect(answer.message).toContain("The answer reached the deadline of this test");
    expect(answer.coverage).toEqual({ commits: 4, complete: false });
    expect(answer.frames?.map(({ file }) => file)).toEqual(["app/a.py", "app/main.py"]);
    // Commits of the frames' files need no analysis.
    expect(new Set(answer.suspects?.map(({ subject }) => subject))).toEqual(
      new Set(["guilty", "main changed", "same file"]),
    );
  });

  it("have no function that was not followed", async () =>
    expect(
      (await answerAt(2)).suspects?.flatMap(({ touched }) => touched.map(({ reason }) => reason)),
    ).toEqual(["file", "file", "file"]));
});

/** Commits on top of HEAD that change no source. */
function addCommits(root: string, count: number): void {
  const commits = Array.from({ length: count }, (_, at) => {
    const from = at === 0 ? "from refs/heads/main^0\n" : "";
    return `commit refs/heads/main\ncommitter T <t@example.org> ${1_800_000_000 + at} +0000\ndata 1\nx\n${from}`;
  });
  execFileSync("git", ["fast-import", "--quiet"], { cwd: root, input: commits.join("") });
}

/** Reaches a deadline when it has analyzed some versions. */
function analyzerThatReaches(deadline: ManualDeadline, versions: number): VersionAnalyzer {
  let analyzed = 0;
  return {
    analyze(tasks, signal) {
      if (analyzed++ >= versions) deadline.reach();
      return INLINE_ANALYZER.analyze(tasks, signal);
    },
  };
}
