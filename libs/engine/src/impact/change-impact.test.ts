/** The tool, over real repositories and a real index. */
import type { ChangeImpactOk, ChangeImpactOutput } from "@satori/contracts";
import { chmodSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Deadline, noDeadline, untilDeadline } from "../deadline.ts";
import { CHARS_PER_TOKEN } from "../search/present/budget.ts";
import { CountedDeadline, ManualDeadline } from "../testing/manual-deadline.ts";
import { ChangedRepository, WAYS, uncommitted } from "./testing/changed-repository.ts";
import { SAMPLES } from "./testing/samples.ts";

/**
 * What an answer says about the change, however it was asked for. How rare words are is known of the indexed
 * files alone, which differ with the way: whether a test has telling ones may differ, too.
 */
function saidOf({ counts, changed, affected, tests, unknown }: ChangeImpactOk): object {
  const files = tests.files.map(({ reasons, ...rest }) => ({
    ...rest,
    reasons: reasons.filter((reason) => reason !== "names"),
  }));
  return { counts, changed, affected, tests: { ...tests, files }, unknown };
}

describe.each(Object.entries(SAMPLES))("a change in %s", (_name, versions) => {
  const expected = uncommitted(versions);

  it.each(Object.entries(WAYS))("is the same as %s", async (_way, answerOf) => {
    expect(saidOf(await answerOf(versions))).toEqual(saidOf(await expected));
  });
});

const A = "export function a(): number {\n  return 1;\n}\n";
const TESTS = [
  'import { expect, it, test } from "vitest";\nimport { a } from "./a";\nimport { b } from "./b";\n\n',
  'it("adds", () => {\n  expect(a()).toBe(1);\n});\n',
  'test.skip("subtracts", () => { b(); }); it("is the second of its line", () => { b(); });\n',
  'describe("deep", () => {\n  it("goes on", () => {\n    a();\n  });\n});\n',
].join("");
const FILES = {
  "a.ts": A,
  "b.ts": "export function b(): number {\n  return 2;\n}\n",
  "all.test.ts": TESTS,
};

describe("tests to run", () => {
  it("have the names of all blocks that lead to a changed symbol", async () => {
    await using repository = new ChangedRepository();
    repository.commit(FILES);
    repository.write({
      ...FILES,
      "a.ts": A.replace("return 1", "return 3"),
      "b.ts": FILES["b.ts"].replace("return 2", "return 3"),
    });
    await repository.engine.index();
    const { tests } = await repository.ok();
    expect(tests.files).toMatchObject([
      {
        file: "all.test.ts",
        functions: ["adds", "deep goes on", "subtracts", "is the second of its line"],
        of: [0, 1],
      },
    ]);
    expect(tests.unreached).toEqual([]);
  });

  it("are none for a change of comments and formatting", async () => {
    await using repository = new ChangedRepository();
    repository.commit(FILES);
    repository.write({ ...FILES, "a.ts": A.replace("return 1;", "// one\n  return 1 ;") });
    await repository.engine.index();
    expect(await repository.ok()).toMatchObject({
      counts: { cosmetic: 1, affected: 0 },
      changed: [{ change: "cosmetic", symbol: "a" }],
      tests: { files: [], total: 0, unreached: [] },
    });
  });
});

describe("arguments that name no change", () => {
  it.each([
    [{ base: "nowhere" }, "REF_NOT_FOUND", "nowhere"],
    [{ base: "HEAD", head: "nowhere" }, "REF_NOT_FOUND", "nowhere"],
    [{ head: "HEAD" }, "INVALID_ARGUMENTS", "base"],
    [{ base: "HEAD~1..HEAD" }, "", "HEAD~1..HEAD"],
    [{ base: "--output=stolen" }, "", "--output=stolen"],
    [{ base: "HEAD", diff: "x" }, "INVALID_ARGUMENTS", "base"],
    [{ base: "HEAD", symbols: [{ symbol: "a", change: "body" }] }, "INVALID_ARGUMENTS", "symbols"],
    [{ diff: "x", symbols: [{ symbol: "a", change: "body" }] }, "INVALID_ARGUMENTS", "symbols"],
    [{ diff: "nothing of it\n" }, "INVALID_ARGUMENTS", "git diff"],
    [{ diff: patch("a.ts", "-  return 7;\n+  return 8;\n") }, "INVALID_ARGUMENTS", "a.ts"],
    [{ diff: patch("../a.ts", "-  return 1;\n+  return 8;\n") }, "INVALID_ARGUMENTS", "a.ts"],
    [{ diff: patch("../../etc/passwd", "-root\n+toor\n") }, "INVALID_ARGUMENTS", "etc/passwd"],
    [
      { diff: "--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-root\n+toor\n" },
      "INVALID_ARGUMENTS",
      "passwd",
    ],
  ])("are refused with what to do: %j", async (args, code, named) => {
    await using repository = await hard();
    const answer = await repository.ask(args);
    expect(answer.status).toBe("error");
    if (code !== "") expect(answer).toMatchObject({ error: { code } });
    const { message = "" } = answer as { readonly message?: string };
    expect(JSON.stringify(answer)).toContain(named);
    expect(message).toMatch(/\. \S/);
    expect(existsSync(join(repository.root, "stolen"))).toBe(false);
  });
});

it("does not follow a link out of the codebase, and says what was not compared", async () => {
  await using repository = await hard();
  const answer = await repository.ok({ diff: patch("linked.ts", "-  return 1;\n+  return 8;\n") });
  expect(answer).toMatchObject({
    changed: [],
    coverage: { changedFiles: 1, notCompared: 1, examples: [{ file: "linked.ts" }] },
  });
  expect(answer.warnings).toContain("FILES_SKIPPED");
});

it("answers in part at a deadline that passes after the change was read", async () => {
  await using repository = new ChangedRepository();
  repository.commit(SAMPLES.typescript.base);
  repository.write(SAMPLES.typescript.head);
  await repository.engine.index();
  const whole = await repository.ok();
  let answers = 0;
  let partial = 0;
  for (let steps = 1; steps < 20_000; steps = Math.ceil(steps * 1.3)) {
    const found = await untilDeadline(() => askedUntil(repository, new CountedDeadline(steps)));
    if (found?.status !== "ok") {
      expect([steps, found, answers]).toEqual([steps, null, 0]);
      continue;
    }
    answers++;
    if (found.coverage.notCompared === 0) expect(found.changed.length).toBe(whole.changed.length);
    if (found.coverage.complete) expect(saidOf(found)).toEqual(saidOf(whole));
    else {
      partial++;
      expect(found.warnings).toContain("DEADLINE_REACHED");
    }
  }
  expect([answers > 0, partial > 0]).toEqual([true, true]);
});

/** A deadline of which one part, by its number, has no time left. */
class DeadlineOfParts extends ManualDeadline {
  constructor(private readonly parts: { next: number; readonly late: number }) {
    super();
  }

  override portion(): this {
    const portion = new DeadlineOfParts(this.parts);
    if (this.parts.next++ === this.parts.late) portion.reach();
    return portion as this;
  }
}

it("proves nothing in part of the time that it would not prove with all of it", async () => {
  await using repository = new ChangedRepository();
  const before = "export function f(one: number) { return one; }\n";
  const after = {
    "a.ts": before.replace("one: number", "one: string"),
    "z.ts": 'import { f } from "./a";\nf("");\n',
  };
  repository.commit({ "a.ts": before });
  repository.write(after);
  const diff = repository.diff();
  repository.write({ "a.ts": before });
  await repository.engine.index();
  for (let late = 0; late < 12; late++) {
    const deadline = new DeadlineOfParts({ next: 0, late });
    const found = await untilDeadline(() => askedUntil(repository, deadline, { diff }));
    const changed = found?.status === "ok" ? found.changed : [];
    expect([late, changed.filter(({ proven }) => proven)]).toEqual([late, []]);
  }
});

/** The answer to a question with a deadline of its own. Throws like the tool. */
async function askedUntil(
  { engine, root }: ChangedRepository,
  deadline: Deadline,
  args: object = {},
): Promise<ChangeImpactOutput> {
  const { log } = engine.context;
  const { signal } = deadline;
  const call = { baseFolder: root, roots: [root], log, elapsedMs: () => 0, deadline, signal };
  return await engine.engine.tools.change_impact({ path: root, ...args }, call);
}

/** A repository with a link out of it. */
async function hard(): Promise<ChangedRepository> {
  const repository = new ChangedRepository();
  writeFileSync(join(repository.root, "..", "outside.ts"), A);
  symlinkSync("../outside.ts", join(repository.root, "linked.ts"));
  repository.commit(FILES);
  await repository.engine.index();
  return repository;
}

/** A patch of the second line of a file. */
function patch(path: string, lines: string): string {
  return `--- a/${path}\n+++ b/${path}\n@@ -2 +2 @@\n${lines}`;
}

describe("a repository", () => {
  it("runs nothing that it configures", async () => {
    await using repository = new ChangedRepository();
    const ran = join(repository.root, "..", "ran");
    const script = join(repository.root, "..", "script");
    writeFileSync(script, `#!/bin/sh\necho "$0" >> '${ran}'\ncat "$@"\n`);
    chmodSync(script, 0o755);
    repository.commit({ ...FILES, ".gitattributes": "*.ts diff=own filter=own\n" });
    for (const name of ["post-index-change", "pre-commit", "post-checkout", "reference-transaction"])
      symlinkSync(script, join(repository.root, ".git", "hooks", name));
    repository.write({
      ...FILES,
      ".gitattributes": "*.ts diff=own filter=own\n",
      "a.ts": A.replace("return 1", "return 3"),
    });
    const { tree } = repository.place;
    const configure = (key: string, value: string): void =>
      void writeFileSync(join(tree.root, ".git", "config"), `[${key}]\n${value}\n`, { flag: "a" });
    configure('diff "own"', `textconv = ${script}\ncommand = ${script}`);
    configure('filter "own"', `clean = ${script}\nsmudge = ${script}\nprocess = ${script}`);
    configure("core", `fsmonitor = ${script}\npager = ${script}`);
    configure("diff", `external = ${script}`);
    await repository.engine.index();
    expect(await repository.ok()).toMatchObject({ changed: [{ change: "body_changed", symbol: "a" }] });
    expect(await repository.ok({ base: "HEAD" })).toMatchObject({ changed: [] });
    expect(await repository.ok({ diff: patch("a.ts", "-  return 3;\n+  return 8;\n") })).toMatchObject({
      changed: [{ symbol: "a" }],
    });
    expect(existsSync(ran)).toBe(false);
  });

  it("without a commit has everything added", async () => {
    await using repository = new ChangedRepository();
    repository.write(FILES);
    await repository.engine.index();
    const answer = await repository.ok();
    expect(answer.counts).toMatchObject({ removed: 0, body_changed: 0 });
    expect(answer.changed.map(({ change, symbol }) => `${change} ${symbol}`)).toContain("added a");
    expect(await repository.ask({ base: "HEAD" })).toMatchObject({ error: { code: "REF_NOT_FOUND" } });
  });

  it("with conflicts is read as it is on disk, and the answer says so", async () => {
    await using repository = new ChangedRepository();
    repository.commit(FILES);
    repository.git("switch", "--quiet", "-c", "other");
    repository.commit({ ...FILES, "a.ts": A.replace("1", "5") });
    repository.git("switch", "--quiet", "main");
    repository.commit({ ...FILES, "a.ts": A.replace("1", "6") });
    expect(() => repository.git("merge", "other")).toThrow();
    await repository.engine.index();
    const answer = await repository.ok();
    expect(answer.message).toContain("1 file with conflicts");
    expect(answer.changed.every(({ file }) => file === "a.ts")).toBe(true);
  });
});

describe("an answer with limits", () => {
  /** Forty functions whose parameters change, each with six callers in files of their own. */
  function wide(parameters: string): Readonly<Record<string, string>> {
    const numbers = [...Array(40).keys()];
    const callers = numbers.map((at): [string, string] => [
      `use${at}.ts`,
      `import { f${at} } from "./lib";\n` +
        [...Array(6).keys()].map((by) => `export function use${at}_${by}() { f${at}(1); }\n`).join(""),
    ]);
    const lib = numbers.map((at) => `export function f${at}(${parameters}) { return ${at}; }\n`).join("");
    return { "lib.ts": lib, ...Object.fromEntries(callers) };
  }

  async function changed(): Promise<ChangedRepository> {
    const repository = new ChangedRepository();
    repository.commit(wide("one: number"));
    repository.write(wide("one: number, two: number"));
    await repository.engine.index();
    return repository;
  }

  it("has no indexes of changed symbols that it leaves out", async () => {
    await using repository = await changed();
    const whole = await repository.ok({ limit: 5_000, maxTokens: 1_000_000 });
    expect([whole.truncated, whole.hints, whole.counts.affected, whole.counts.misfits]).toEqual([
      false,
      undefined,
      240,
      240,
    ]);
    for (const limits of [{ limit: 1 }, { limit: 7 }, { maxTokens: 500 }, { maxTokens: 3_000 }]) {
      const answer = await repository.ok(limits);
      expect(answer).toMatchObject({ truncated: true, counts: whole.counts });
      expect(answer.warnings).toContain("OUTPUT_TRUNCATED");
      const indexes = [
        ...answer.affected.flatMap(({ symbols }) => symbols.map(({ of }) => of)),
        ...answer.tests.files.flatMap(({ of = [] }) => of),
        ...answer.tests.unreached,
        ...answer.unknown.flatMap(({ of = 0 }) => of),
      ];
      expect(Math.max(...indexes)).toBeLessThan(answer.changed.length);
    }
  });

  it("is as large as its budget allows, and not much larger", async () => {
    await using repository = await changed();
    for (const maxTokens of [500, 2_000, 5_000, 12_000]) {
      const answer = await repository.ok({ limit: 5_000, maxTokens });
      const share = JSON.stringify(answer).length / (maxTokens * CHARS_PER_TOKEN);
      expect([maxTokens, share > 0.5, share < 1.5]).toEqual([maxTokens, true, true]);
    }
  });

  it("names a call that goes on", async () => {
    await using repository = await changed();
    const { hints } = await repository.ok({ limit: 1 });
    expect(hints?.callGraph?.args).toMatchObject({ symbolRef: { file: "lib.ts" }, direction: "callers" });
    const graph = await repository.engine.call("call_graph", hints?.callGraph?.args ?? {});
    expect(graph).toMatchObject({ status: "ok", nodes: { length: 7 } });
    repository.git("commit", "--quiet", "--all", "-m", "next");
    repository.write(wide(""));
    const committed = await repository.ok({ base: "HEAD~1", head: "HEAD", limit: 1 });
    expect(committed.hints?.callGraph?.args).toMatchObject({ ref: committed.headCommit });
  });

  it("is the same, byte for byte, to the same question, also by another process", async () => {
    await using repository = await changed();
    const bytes = async (engine = repository.engine): Promise<string> =>
      JSON.stringify({ ...(await engine.call("change_impact", {})), meta: null });
    const first = await bytes();
    expect(await bytes()).toBe(first);
    expect(await bytes(repository.place.engine())).toBe(first);
  });
});

describe("a diff of 10,000 files", () => {
  const added = (at: number): string =>
    `diff --git a/f${at}.ts b/f${at}.ts\nnew file mode 100644\n--- /dev/null\n+++ b/f${at}.ts\n` +
    `@@ -0,0 +1 @@\n+export function f${at}() { return ${at}; }\n`;
  const diff = [...Array(10_000).keys()].map(added).join("");

  it("is answered within limits, which it says", async () => {
    await using repository = await hard();
    using deadline = noDeadline();
    const answer = await askedUntil(repository, deadline, { diff });
    if (answer.status !== "ok") throw new Error(JSON.stringify(answer));
    const { counts, coverage, warnings = [] } = answer;
    expect(coverage.changedFiles).toBe(10_000);
    expect(coverage.comparedFiles + coverage.notCompared).toBe(10_000);
    expect(counts.added).toBe(coverage.comparedFiles);
    // It follows a thousand symbols at most.
    expect(coverage.complete).toBe(false);
    expect(warnings.includes("FILES_SKIPPED")).toBe(coverage.notCompared > 0);
    expect(JSON.stringify(answer).length).toBeLessThan(60_000);
  });
});

it("shows names of files and symbols as they are, however odd", async () => {
  await using repository = new ChangedRepository();
  const odd = "an odd [name] 'of' \"it\" – ü $(x).ts";
  const other = "with\nnewline.ts";
  const base = {
    [odd]: A,
    [other]: A.replace(" a()", " constructor()"),
    "__proto__.ts": A.replace(" a(", " ß("),
  };
  repository.commit(base);
  repository.write(
    Object.fromEntries(Object.entries(base).map(([path, text]) => [path, text.replace("1", "2")])),
  );
  await repository.engine.index();
  const { changed } = await repository.ok();
  expect(changed.map(({ file, symbol, change }) => [file, symbol, change])).toEqual([
    ["__proto__.ts", expect.stringContaining("ß"), "body_changed"],
    [odd, expect.stringContaining("a"), "body_changed"],
    [other, expect.stringContaining("constructor"), "body_changed"],
  ]);
});
