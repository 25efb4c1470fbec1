/** The tool, over real repositories and a real index. */
import type { SymbolHistoryOk } from "@satori/contracts";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TestPlace } from "../testing/engine.ts";
import { git } from "../testing/trees/git.ts";
import { CODE, History } from "./testing/history.ts";

const subjects = ({ commits = [] }: SymbolHistoryOk): string[] =>
  commits.map(({ change, subject }) => `${change} ${subject}`);

describe("the history of a symbol", () => {
  it("has its commits with changed lines, references and files that changed together", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first, "test_a.py": "assert 1\n" });
    const locked = history.commit("lock the queue (#12)\n\nFixes octo/cat#7.\n", {
      "a.py": CODE.locked,
      "test_a.py": "assert 2\n",
    });
    await history.index();
    const answer = await history.ok({ symbol: "send" });
    expect(answer).toMatchObject({
      head: locked,
      found: { file: "a.py", symbolLabel: "send" },
      total: 2,
      changedTogether: [{ file: "test_a.py", commits: 2 }],
      coverage: { ends: ["created"] },
    });
    expect(answer.commits?.[0]).toEqual({
      commit: locked,
      date: "2023-11-15T00:15:20+02:00",
      author: "Test",
      subject: "lock the queue (#12)",
      change: "modified",
      span: { startLine: 1, endLine: 4 },
      references: ["#12", "octo/cat#7"],
      hunk: "@@ -1,3 +1,4 @@\n def send(queue):\n+    queue.lock()\n     item = queue.first()\n     return item",
    });
  });

  it("has uncommitted changes apart, and a symbol that is in no commit", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first });
    writeFileSync(join(history.root, "a.py"), CODE.locked);
    writeFileSync(join(history.root, "b.py"), CODE.first.replace("send", "fresh"));
    await history.index();
    const answer = await history.ok({ symbol: "send" });
    expect(answer.uncommitted?.hunk).toContain("+    queue.lock()");
    expect(subjects(answer)).toEqual(["created made"]);
    const fresh = await history.ok({ symbol: "fresh" });
    expect([fresh.commits, fresh.uncommitted?.hunk]).toEqual([
      [],
      expect.stringContaining("+def fresh(queue):"),
    ]);
    const old = await history.ok({ symbol: "fresh", range: "main" });
    expect([old.commits, old.uncommitted]).toEqual([[], undefined]);
  });

  it("of a folder inside a repository goes on outside it, unless the call is confined", async () => {
    await using history = new History();
    history.commit("made", { "old/a.py": CODE.first });
    git(history.root, "mv", "old", "new");
    history.commit("moved", {});
    const folder = join(history.root, "new");
    await history.index(folder);
    expect(await history.ok({ path: folder, symbol: "send" })).toMatchObject({
      commits: [
        { change: "moved", from: { file: "../old/a.py" } },
        { change: "created", file: "../old/a.py" },
      ],
    });
    const confined = await history.engine.call(
      "symbol_history",
      { path: folder, symbol: "send" },
      { confinedTo: [folder] },
    );
    expect(JSON.stringify(confined)).not.toContain("old/");
    expect(confined).toMatchObject({ commits: [{ change: "created" }] });
  });

  it("of a file in a nested repository is that repository's", async () => {
    await using history = new History();
    history.commit("outer", {});
    const inner = join(history.root, "inner");
    history.commit("inner file", { "inner/src/a.py": CODE.first });
    git(inner, "init", "--quiet");
    git(inner, "add", ".");
    git(inner, "commit", "--quiet", "-m", "inner");
    await history.index();
    const answer = await history.ok({ symbol: "send" });
    expect(subjects(answer)).toEqual(["created inner"]);
  });

  it("sorts its commits for a question", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first });
    history.commit("wait while the queue is locked", { "a.py": CODE.locked });
    history.commit("count items", { "a.py": CODE.locked.replace("return item", "return item, 1") });
    await history.index();
    const answer = await history.ok({ symbol: "send", question: "why does it wait for the lock" });
    expect(answer.commits?.[0]).toMatchObject({ subject: "wait while the queue is locked", score: 1 });
  });

  it("leaves out changed lines, then commits, beyond the budget", async () => {
    await using history = new History();
    for (let at = 0; at < 6; at++)
      history.commit(`${at}`, { "a.py": CODE.locked.replace("lock()", `lock(${at})`) });
    await history.index();
    const whole = await history.ok({ symbol: "send" });
    expect([whole.commits?.length, whole.warnings]).toEqual([6, undefined]);
    const some = await history.ok({ symbol: "send", maxTokens: 700 });
    expect(some.warnings).toContain("OUTPUT_TRUNCATED");
    expect(some.commits?.[0]?.hunk).toBeDefined();
    expect(some.commits?.at(-1)?.hunk).toBeUndefined();
    expect(JSON.stringify(some).length / 3.2).toBeLessThanOrEqual(700);
    const two = await history.ok({ symbol: "send", limit: 2 });
    expect([two.commits?.length, two.total]).toEqual([2, 6]);
    expect(two.warnings).toContain("OUTPUT_TRUNCATED");
  });

  it("ends where a shallow clone does", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first });
    history.commit("locked", { "a.py": CODE.locked });
    await using clone = new History();
    git(clone.root, "fetch", "--quiet", "--depth=1", `file://${history.root}`, "HEAD");
    git(clone.root, "reset", "--quiet", "--hard", "FETCH_HEAD");
    await clone.index();
    const answer = await clone.ok({ symbol: "send" });
    expect(answer).toMatchObject({ total: 0, coverage: { ends: ["shallow"] } });
    expect(answer.message).toContain("shallow");
  });

  it("is limited to a range", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first });
    git(history.root, "tag", "v1");
    history.commit("locked", { "a.py": CODE.locked });
    git(history.root, "tag", "v2");
    history.commit("counted", { "a.py": CODE.locked.replace("return item", "return item, 1") });
    await history.index();
    expect(subjects(await history.ok({ symbol: "send", range: "v1..v2" }))).toEqual(["modified locked"]);
    expect(subjects(await history.ok({ symbol: "send", range: "v1.." }))).toEqual([
      "modified counted",
      "modified locked",
    ]);
    expect(subjects(await history.ok({ symbol: "send", range: "v2" }))).toEqual([
      "modified locked",
      "created made",
    ]);
  });
});

describe("without an answer", () => {
  it.each([
    [{ symbol: "send", range: "a...b" }, "INVALID_ARGUMENTS"],
    [{ symbol: "send", range: ".." }, "INVALID_ARGUMENTS"],
    [{ symbol: "send", range: "-x" }, "INVALID_ARGUMENTS"],
    [{ symbol: "send", range: "missing..HEAD" }, "REF_NOT_FOUND"],
    [{ symbol: "send", trace: "x" }, "INVALID_ARGUMENTS"],
    [{}, "INVALID_ARGUMENTS"],
    [{ trace: "x", question: "y" }, "INVALID_ARGUMENTS"],
  ])("%j fails with %s", async (args, code) => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first });
    await history.index();
    expect(await history.ask(args)).toMatchObject({ status: "error", error: { code } });
  });

  it("names the symbols of an ambiguous name, and similar ones of an unknown one", async () => {
    await using history = new History();
    history.commit("made", { "a.py": CODE.first, "b.py": CODE.first, "send.md": "# send\n" });
    await history.index();
    const several = await history.ask({ symbol: "send" });
    expect(several).toMatchObject({ status: "ambiguous", candidates: [{ file: "a.py" }, { file: "b.py" }] });
    expect(await history.ok({ symbol: "a.py:send" })).toMatchObject({ found: { file: "a.py" } });
    const candidates = "candidates" in several ? several.candidates : [];
    expect(await history.ok({ symbol: candidates?.[1]?.symbolId })).toMatchObject({
      found: { file: "b.py" },
    });
    expect(await history.ask({ symbol: "sendd" })).toMatchObject({
      status: "not_found",
      candidates: [{}, {}, { kind: "section" }],
    });
  });

  it("says that there is no repository", async () => {
    await using place = new TestPlace({ "a.py": CODE.first });
    const engine = place.engine();
    await engine.index();
    expect(await engine.call("symbol_history", { symbol: "send" })).toMatchObject({
      status: "error",
      error: { code: "NOT_A_REPOSITORY" },
    });
  });
});

it("notices an edit before it answers", async () => {
  await using history = new History();
  history.commit("made", { "a.py": CODE.first });
  await history.index();
  appendFileSync(join(history.root, "a.py"), "\n\ndef later(queue):\n    return queue\n");
  expect(await history.ok({ symbol: "later" })).toMatchObject({ commits: [], total: 0 });
});
