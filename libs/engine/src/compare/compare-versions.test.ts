/** `compare_versions` on real repositories. */
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type CompareVersionsOk, type CompareVersionsOutput, validateOutput } from "@satori/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { callTool } from "../call-tool.ts";
import type { CallContext } from "../engine-context.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import type { FileDeclarer } from "../prepare/preparer.ts";
import { INLINE_DECLARER } from "../prepare/preparer.ts";
import { type TestEngine, TestPlace } from "../testing/engine.ts";
import { git } from "../testing/trees/git.ts";
import "../testing/trees/no-git-settings.ts";
import { writeFile } from "../testing/trees/tree.ts";
import { noDeadline } from "../deadline.ts";
import { compareVersions } from "./compare-versions.ts";

type Files = Readonly<Record<string, string | null>>;

class Repository {
  readonly place = new TestPlace();
  readonly root = this.place.tree.root;
  readonly engine: TestEngine;

  constructor() {
    onTestFinished(() => this.place[Symbol.asyncDispose]());
    git(this.root, "init", "--quiet");
    this.engine = this.place.engine();
  }

  /** Writes and removes files, and commits all. Returns the id of the commit. */
  commit(files: Files): string {
    for (const [path, content] of Object.entries(files))
      if (content === null) rmSync(join(this.root, path));
      else writeFile(join(this.root, path), content);
    git(this.root, "add", "--all", ".");
    git(this.root, "commit", "--quiet", "--allow-empty", "--message", "next");
    return git(this.root, "rev-parse", "HEAD").trim();
  }

  async ask(args: object, options: Partial<CallContext> = {}): Promise<CompareVersionsOutput> {
    const answer = await callTool(
      this.engine.engine,
      "compare_versions",
      { path: this.root, ...args },
      { baseFolder: this.root, roots: [this.root], log: () => undefined, ...options },
    );
    expect(validateOutput("compare_versions", answer)).toMatchObject({ ok: true });
    return answer;
  }

  async compare(args: object = {}): Promise<CompareVersionsOk> {
    const answer = await this.ask({ base: "HEAD~1", ...args });
    if (answer.status !== "ok") throw new Error(answer.message);
    return answer;
  }

  async changes(args: object = {}): Promise<string[]> {
    return (await this.compare(args)).modules.flatMap(({ module, changes }) =>
      changes.map(({ change, symbol }) => `${module}: ${change} ${symbol}`),
    );
  }
}

describe("an answer", () => {
  it("has commits, counts, modules and coverage; and is the same each time", async () => {
    const repository = new Repository();
    const base = repository.commit({
      "a.ts": "export function f() {}\n",
      "README.md": "# A\n",
      "same.ts": "export const s = 1;",
    });
    const head = repository.commit({
      "a.ts": "export function f(a: number) {}\nfunction g() {}\n",
      "README.md": "# B\n",
    });
    const { meta: _meta, ...answer } = await repository.compare();
    expect(answer).toEqual({
      tool: "compare_versions",
      version: 1,
      status: "ok",
      hints: {
        callGraph: { tool: "call_graph", args: { path: repository.root, symbol: "f", direction: "callers" } },
      },
      path: repository.root,
      baseCommit: base,
      headCommit: head,
      related: true,
      counts: { removed: 0, renamed: 0, signature_changed: 1, moved: 0, added: 1 },
      publicCounts: { removed: 0, renamed: 0, signature_changed: 1, moved: 0, added: 0 },
      modules: [
        {
          module: "a.ts",
          changes: [
            {
              change: "signature_changed",
              kind: "function",
              symbol: "f",
              file: "a.ts",
              line: 1,
              public: true,
              signature: "function f(a: number)",
              before: { signature: "function f()" },
            },
            {
              change: "added",
              kind: "function",
              symbol: "g",
              file: "a.ts",
              line: 2,
              public: false,
              signature: "function g()",
            },
          ],
        },
      ],
      truncated: false,
      coverage: { changedFiles: 2, comparedFiles: 1, withoutSymbols: 1, notCompared: 0 },
    });
    const { meta: _again, ...again } = await repository.compare();
    expect(again).toEqual(answer);
  });

  it("is about the commits, whatever is in the work tree; and needs no index", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "export function f() {}\n" });
    repository.commit({ "a.ts": "export function g() {}\n" });
    writeFile(join(repository.root, "a.ts"), "export function uncommitted() {}\n");
    expect(await repository.changes()).toEqual(["a.ts: removed f", "a.ts: added g"]);
    expect(await repository.changes({ base: "HEAD", head: "HEAD~1" })).toEqual([
      "a.ts: removed g",
      "a.ts: added f",
    ]);
    expect(await repository.changes({ base: "HEAD" })).toEqual([]);
  });

  it("can be of a folder, and of public changes alone", async () => {
    const repository = new Repository();
    repository.commit({ "src/a.ts": "export const x = 1;\n", "lib/b.ts": "export const x = 1;\n" });
    repository.commit({
      "src/a.ts": "export const x = 1;\nexport function f() {}\nfunction g() {}\n",
      "lib/b.ts": "export const y = 1;\n",
    });
    expect(await repository.changes({ path: join(repository.root, "src") })).toEqual([
      "src/a.ts: added f",
      "src/a.ts: added g",
    ]);
    expect(await repository.changes({ publicOnly: true, path: join(repository.root, "src") })).toEqual([
      "src/a.ts: added f",
    ]);
    const all = await repository.compare({ limit: 2 });
    expect([all.truncated, all.warnings, all.counts.added]).toEqual([true, ["OUTPUT_TRUNCATED"], 3]);
    expect(all.modules.flatMap(({ changes }) => changes)).toHaveLength(2);
  });

  it("follows git's renames of files, and leaves unchanged ones unread", async () => {
    const repository = new Repository();
    const body = Array.from({ length: 20 }, (_, at) => `export const c${at} = ${at};`).join("\n");
    repository.commit({ "old/a.ts": body, "b.ts": body.replaceAll("c", "d"), "c.ts": "export const c = 1;" });
    mkdirSync(join(repository.root, "new"));
    renameSync(join(repository.root, "old/a.ts"), join(repository.root, "new/z.ts"));
    repository.commit({ "new/z.ts": `${body}\nexport function more() {}` });
    const read: string[] = [];
    const declarer: FileDeclarer = {
      declare: (versions, signal) => {
        read.push(...versions.map(({ path }) => path));
        return INLINE_DECLARER.declare(versions, signal);
      },
    };
    const { deadline, elapsedMs } = { deadline: noDeadline(), elapsedMs: () => 0 };
    const answer = await compareVersions(
      { ...repository.engine.context, declarer },
      { path: repository.root, base: "HEAD~1" },
      { baseFolder: repository.root, roots: [repository.root], deadline, elapsedMs },
    );
    expect(answer).toMatchObject({
      modules: [
        { module: "new/z.ts", movedFrom: "old/a.ts", changes: [{ change: "added", symbol: "more" }] },
      ],
    });
    expect(read).toEqual(["old/a.ts", "new/z.ts"]);
  });

  it("says what it could not compare", async () => {
    const repository = new Repository();
    repository.commit({
      "a.ts": "export const a = 1;",
      "b.ts": "export const b = 1;",
      "c.ts": "export const c = 1;",
      "e.ts": "export const e = 1;",
      "skip.ts": "export const s = 1;",
      "broken.ts": "export const x = 1;",
    });
    symlinkSync("a.ts", join(repository.root, "link.ts"));
    repository.commit({
      "a.ts": `\0${"x".repeat(10)}`,
      "b.ts": "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n",
      "c.ts": `export const c = "${"x".repeat(2_000_000)}";`,
      "e.ts": "export const e = 1;",
      ".gitignore": "skip.ts\n",
      "broken.ts": "export const x = 1;\nexport function ok() {}\nexport function ( {{{ \n",
      "ignored.ts": "export const i = 1;",
      ".satoriignore": "ignored.ts\n",
    });
    const { coverage, warnings, message } = await repository.compare();
    expect(coverage).toMatchObject({
      notCompared: 5,
      examples: [
        { file: "a.ts", cause: "binary" },
        { file: "b.ts", cause: "lfs_pointer" },
        { file: "c.ts", cause: "too_large" },
        { file: "link.ts", cause: "link" },
        { file: "skip.ts", cause: "ignored" },
      ],
      withSyntaxErrors: ["broken.ts"],
    });
    expect(warnings).toEqual(["FILES_SKIPPED", "FILE_HAS_SYNTAX_ERRORS"]);
    expect(message).toBe("5 changed files could not be compared; `coverage` says why.");
  });

  it("says that the versions have no common history, and where everything counts as public", async () => {
    const repository = new Repository();
    repository.commit({ "a.sh": "f() { :; }\n" });
    git(repository.root, "checkout", "--quiet", "--orphan", "other");
    repository.commit({ "a.sh": "g() { :; }\n" });
    expect(await repository.compare({ base: "main" })).toMatchObject({
      related: false,
      message: "The two versions have no common history.",
      coverage: { withoutVisibility: ["bash"] },
      publicCounts: { removed: 1, added: 1 },
    });
  });

  it("knows what packages of Python pass on", async () => {
    const repository = new Repository();
    repository.commit({
      "p/__init__.py": "from ._impl import offered\n",
      "p/_impl.py": "def offered(): pass\ndef inner(): pass\n",
    });
    repository.commit({ "p/_impl.py": "def offered(a): pass\ndef inner(a): pass\n" });
    expect(await repository.changes({ publicOnly: true })).toEqual(["p/_impl.py: signature_changed offered"]);
  });

  it("is limited to a number of files", async () => {
    const repository = new Repository();
    repository.commit({});
    repository.commit(
      Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.ts`, "export const x = 1;"])),
    );
    const limits = ENGINE_LIMITS as { comparedFiles: number };
    const { comparedFiles } = limits;
    onTestFinished(() => void (limits.comparedFiles = comparedFiles));
    limits.comparedFiles = 2;
    expect((await repository.compare()).coverage).toMatchObject({
      changedFiles: 3,
      comparedFiles: 2,
      notCompared: 1,
      examples: [{ file: "c.ts", cause: "limit" }],
    });
  });
});

describe("a call that has no answer", () => {
  it.each([
    [{ base: "nothing" }, "REF_NOT_FOUND", /base nothing/],
    [{ base: "HEAD", head: "nothing" }, "REF_NOT_FOUND", /head nothing/],
    [{ base: "main..HEAD" }, "INVALID_ARGUMENTS", /"main..HEAD", a range/],
    [{ base: "--output=x" }, "INVALID_ARGUMENTS", /starts with a dash/],
    [{ base: "a\nb" }, "INVALID_ARGUMENTS", /"a\\nb"/],
    [{ base: "" }, "INVALID_ARGUMENTS", /base/],
    [{ base: "HEAD", limit: 0 }, "INVALID_ARGUMENTS", /limit/],
    [{ base: "HEAD", path: "/nowhere/else" }, "PATH_OUTSIDE_ROOTS", /nowhere/],
  ])("%j", async (args, code, message) => {
    const repository = new Repository();
    repository.commit({ "a.ts": "" });
    expect(await repository.ask(args)).toMatchObject({
      status: "error",
      message: expect.stringMatching(message) as unknown,
      error: { code },
    });
  });

  it("is in a folder without a repository, or outside of those that are allowed", async () => {
    await using place = new TestPlace({ "a.ts": "" });
    const engine = place.engine();
    expect(await engine.call("compare_versions", { base: "HEAD" })).toMatchObject({
      error: { code: "NOT_A_REPOSITORY" },
    });
    const repository = new Repository();
    repository.commit({ "a.ts": "" });
    const confinedTo = [join(repository.root, "sub")];
    mkdirSync(confinedTo[0] ?? "");
    expect(await repository.ask({ base: "HEAD" }, { confinedTo, roots: confinedTo })).toMatchObject({
      error: { code: "PATH_OUTSIDE_ROOTS" },
    });
  });

  it("was cancelled", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "" });
    expect(await repository.ask({ base: "HEAD" }, { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: "CANCELLED" },
    });
  });
});
