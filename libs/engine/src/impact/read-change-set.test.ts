/** Changes of real repositories. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noDeadline } from "../deadline.ts";
import { EngineError } from "../errors.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { NO_SETTINGS } from "../model/run.ts";
import { git } from "../testing/trees/git.ts";
import "../testing/trees/no-git-settings.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import type { ChangeRequest, ChangeSet, DifferentFiles, FileContent } from "./change-set.ts";
import { readChangeSet } from "./read-change-set.ts";

type Files = Readonly<Record<string, string | Uint8Array | null>>;

class Repository {
  readonly root: string;

  constructor() {
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    this.root = join(folder.path, "code");
    mkdirSync(this.root);
    git(this.root, "init", "--quiet");
  }

  /** Writes and removes files. */
  write(files: Files): void {
    for (const [path, content] of Object.entries(files))
      if (content === null) rmSync(join(this.root, path));
      else writeFile(join(this.root, path), content);
  }

  /** Writes files, and commits all. Returns the id of the commit. */
  commit(files: Files): string {
    this.write(files);
    git(this.root, "add", "--all", ".");
    git(this.root, "commit", "--quiet", "--allow-empty", "--message", "next");
    return git(this.root, "rev-parse", "HEAD").trim();
  }

  read(request: Partial<ChangeRequest> = {}, folder = ""): Promise<ChangeSet> {
    const root = folder === "" ? this.root : join(this.root, folder);
    return readChangeSet(
      { config: { home: join(this.root, "../home"), maxFileBytes: 100_000 } as never },
      { place: { effectiveRoot: root, folder: "", settings: NO_SETTINGS }, ...request },
      { deadline: noDeadline(), signal: undefined },
    );
  }

  async error(request: Partial<ChangeRequest> = {}, folder = ""): Promise<string> {
    const error: unknown = await this.read(request, folder).catch((thrown: unknown) => thrown);
    if (!(error instanceof EngineError)) throw new Error(`no error: ${JSON.stringify(error)}`);
    return `${error.code}: ${error.message}`;
  }
}

function text(content: FileContent | null | undefined): string {
  return content ? `${content.path} ${JSON.stringify(content.bytes.toString())}` : "none";
}

/** Files as `BASE -> HEAD`, and what is not compared. */
function summary({ files, uncompared, withoutSymbols }: ChangeSet): string[] {
  return [
    ...files.map(({ base, head }) => `${text(base)} -> ${text(head)}`),
    ...uncompared.map(({ file, cause }) => `${file}: ${cause}`),
    ...(withoutSymbols > 0 ? [`and ${withoutSymbols}`] : []),
  ];
}

function different(files: DifferentFiles): string[] {
  return [...files].map(([path, content]) => `${path}: ${content?.bytes.toString() ?? "none"}`);
}

describe("uncommitted changes", () => {
  it("are those of tracked, staged, new and deleted files", async () => {
    const repository = new Repository();
    const commit = repository.commit({
      "same.ts": "same",
      "edited.ts": "1",
      "staged.ts": "1",
      "back.ts": "1",
      "gone.ts": "gone gone gone",
      "removed.ts": "1",
      "notes.txt": "1",
    });
    repository.write({ "staged.ts": "2", "added.ts": "2", "back.ts": "2", "kept.ts": "2" });
    git(repository.root, "add", "staged.ts", "added.ts", "back.ts");
    git(repository.root, "rm", "--quiet", "--cached", "removed.ts");
    repository.write({ "edited.ts": "2", "gone.ts": null, "new.ts": "2", "back.ts": "1", "notes.txt": "2" });
    const change = await repository.read();
    expect(summary(change)).toEqual([
      'none -> added.ts "2"',
      'edited.ts "1" -> edited.ts "2"',
      'gone.ts "gone gone gone" -> none',
      'none -> kept.ts "2"',
      'none -> new.ts "2"',
      'staged.ts "1" -> staged.ts "2"',
      "and 1",
    ]);
    expect(change).toMatchObject({
      source: "work_tree",
      baseCommit: commit,
      headCommit: null,
      isComplete: { base: true, head: true },
      unmerged: [],
    });
    expect(different(change.base)).toEqual([
      "added.ts: none",
      "edited.ts: 1",
      "gone.ts: gone gone gone",
      "kept.ts: none",
      "new.ts: none",
      "notes.txt: 1",
      "staged.ts: 1",
    ]);
    expect(change.head.size).toBe(0);
  });

  it("are none in a clean work tree, even if git would have to look at each file", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1", "b.ts": "2" });
    expect(summary(await repository.read())).toEqual([]);
    repository.write({ "a.ts": "2" });
    repository.write({ "a.ts": "1" });
    const change = await repository.read();
    expect([summary(change), different(change.base)]).toEqual([[], []]);
  });

  it("follow renamed files, staged or not", async () => {
    const repository = new Repository();
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");
    repository.commit({ "a.ts": "equal equal", "b.ts": lines, "c.ts": "c" });
    mkdirSync(join(repository.root, "lib"));
    renameSync(join(repository.root, "a.ts"), join(repository.root, "lib/a.ts"));
    git(repository.root, "mv", "b.ts", "z.ts");
    repository.write({ "z.ts": `${lines}more\n`, "c.ts": null, "d.ts": "quite another" });
    expect(summary(await repository.read())).toEqual([
      'c.ts "c" -> none',
      'none -> d.ts "quite another"',
      'a.ts "equal equal" -> lib/a.ts "equal equal"',
      `b.ts ${JSON.stringify(lines)} -> z.ts ${JSON.stringify(`${lines}more\n`)}`,
    ]);
  });

  it("are all files before the first commit, and those of a detached HEAD", async () => {
    const repository = new Repository();
    repository.write({ "a.ts": "1", ".gitignore": "ignored.ts\n", "ignored.ts": "1" });
    git(repository.root, "add", "a.ts");
    repository.write({ "b.ts": "2" });
    const first = await repository.read();
    expect([summary(first), first.baseCommit]).toEqual([
      ['none -> a.ts "1"', 'none -> b.ts "2"', "and 1"],
      null,
    ]);
    repository.commit({});
    const commit = repository.commit({ "a.ts": "3" });
    git(repository.root, "checkout", "--quiet", "--detach");
    repository.write({ "a.ts": "4" });
    expect(await repository.read()).toMatchObject({
      baseCommit: commit,
      files: [{ head: { path: "a.ts" } }],
    });
  });

  it("name what cannot be compared", async () => {
    const repository = new Repository();
    const lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n";
    repository.commit({ "link.ts": "1", "large.ts": "1", "lfs.ts": lfs, "ignored.ts": "1" });
    rmSync(join(repository.root, "link.ts"));
    symlinkSync("/etc/hostname", join(repository.root, "link.ts"));
    repository.write({ "large.ts": "x".repeat(200_000), "lfs.ts": lfs.replace("1\nsize", "2\nsize") });
    repository.write({ "ignored.ts": "2", ".satoriignore": "ignored.ts\n" });
    expect(summary(await repository.read())).toEqual([
      "ignored.ts: ignored",
      "large.ts: too_large",
      "lfs.ts: lfs_pointer",
      "link.ts: link",
      "and 1",
    ]);
  });

  it("never include a file behind a folder that became a link", async () => {
    const repository = new Repository();
    repository.commit({ "lib/a.ts": "inside" });
    writeFile(join(repository.root, "../outside/a.ts"), "outside");
    rmSync(join(repository.root, "lib"), { recursive: true });
    symlinkSync("../outside", join(repository.root, "lib"));
    const change = await repository.read();
    expect(JSON.stringify(summary(change))).not.toContain('"outside');
    expect(summary(change).join()).toContain("link");
  });

  it("are read with the marks of a conflict", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1\n" });
    git(repository.root, "checkout", "--quiet", "-b", "other");
    repository.commit({ "a.ts": "2\n" });
    git(repository.root, "checkout", "--quiet", "main");
    repository.commit({ "a.ts": "3\n" });
    expect(() => git(repository.root, "merge", "--quiet", "other")).toThrow();
    const change = await repository.read();
    expect(change.unmerged).toEqual(["a.ts"]);
    expect(summary(change)[0]).toMatch(/^a\.ts "3\\n" -> a\.ts "<<<<<<< HEAD/);
  });

  it("are those of one folder, or of one codebase among several in a repository", async () => {
    const repository = new Repository();
    repository.commit({ "one/a.ts": "1", "one/in/a.ts": "1", "two/a.ts": "1", "a.ts": "1" });
    repository.write({ "one/a.ts": "2", "one/in/a.ts": "2", "two/a.ts": "2", "a.ts": "2", "one/b.ts": "2" });
    expect(summary(await repository.read({}, "one"))).toEqual([
      'a.ts "1" -> a.ts "2"',
      'none -> b.ts "2"',
      'in/a.ts "1" -> in/a.ts "2"',
    ]);
    const place = { effectiveRoot: repository.root, folder: "one/in", settings: NO_SETTINGS };
    const change = await repository.read({ place });
    expect(summary(change)).toEqual(['one/in/a.ts "1" -> one/in/a.ts "2"']);
    expect(change.base.size).toBe(5);
  });

  it("leave out other repositories, and name a submodule with another commit", async () => {
    const other = new Repository();
    other.commit({ "s.ts": "1" });
    const repository = new Repository();
    git(
      repository.root,
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      other.root,
      "sub",
    );
    repository.commit({ "a.ts": "1" });
    repository.write({ "sub/s.ts": "2", "sub/t.ts": "2" });
    mkdirSync(join(repository.root, "nested"));
    git(join(repository.root, "nested"), "init", "--quiet");
    repository.write({ "nested/n.ts": "1" });
    expect(summary(await repository.read())).toEqual([]);
    git(join(repository.root, "sub"), "commit", "--quiet", "--all", "--message", "next");
    expect(summary(await repository.read())).toEqual(["sub: submodule"]);
  });

  it("leave out files that a sparse checkout has not", async () => {
    const repository = new Repository();
    repository.commit({ "in/a.ts": "1", "out/b.ts": "1" });
    git(repository.root, "sparse-checkout", "set", "in");
    expect(existsSync(join(repository.root, "out/b.ts"))).toBe(false);
    repository.write({ "in/a.ts": "2" });
    expect(summary(await repository.read())).toEqual(['in/a.ts "1" -> in/a.ts "2"']);
    const change = await repository.read({ base: "HEAD" });
    expect(different(change.base)).toEqual(["in/a.ts: 1", "out/b.ts: 1"]);
  });

  it("run nothing that the repository configures", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1", ".gitattributes": "*.ts filter=evil diff=evil\n" });
    const proof = join(repository.root, "../proof");
    const script = join(repository.root, "../run.sh");
    writeFile(script, `#!/bin/sh\ntouch ${proof}\ncat\n`);
    chmodSync(script, 0o755);
    for (const setting of [
      "filter.evil.clean",
      "filter.evil.smudge",
      "filter.evil.process",
      "diff.evil.textconv",
      "diff.evil.command",
      "diff.external",
      "core.fsmonitor",
    ])
      git(repository.root, "config", setting, script);
    repository.write({ "a.ts": "2" });
    expect(summary(await repository.read())).toContain('a.ts "1" -> a.ts "2"');
    const diff = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-2\n\\ No newline at end of file\n+3\n";
    expect(summary(await repository.read({ diff }))).toHaveLength(1);
    expect(existsSync(proof)).toBe(false);
  });

  it("are limited in the files that differ", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1", "b.txt": "1", "c.txt": "1" });
    repository.write({ "a.ts": "2", "b.txt": "2", "c.txt": "2" });
    const limits = ENGINE_LIMITS as { differentFiles: number; comparedFiles: number };
    const { differentFiles, comparedFiles } = limits;
    onTestFinished(() => void Object.assign(limits, { differentFiles, comparedFiles }));
    limits.differentFiles = 2;
    const change = await repository.read();
    expect([different(change.base), change.isComplete]).toEqual([["a.ts: 1"], { base: false, head: true }]);
    limits.comparedFiles = 0;
    expect(summary(await repository.read())).toEqual(["a.ts: limit", "and 2"]);
  });

  it("need a repository", async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder[Symbol.dispose]());
    const repository = new Repository();
    rmSync(join(repository.root, ".git"), { recursive: true });
    expect(await repository.error()).toMatch(/^NOT_A_REPOSITORY/);
    git(repository.root, "init", "--quiet", "--bare");
    expect(await repository.error()).toMatch(/^NOT_A_REPOSITORY: .*without a work tree/);
  });
});

describe("a change between commits", () => {
  it("has both commits' files, whatever is on disk", async () => {
    const repository = new Repository();
    const base = repository.commit({ "a.ts": "1", "b.ts": "1", "gone.ts": "1", "notes.txt": "1" });
    const head = repository.commit({ "a.ts": "2", "gone.ts": null, "new.ts": "2", "notes.txt": "2" });
    repository.commit({ "later.ts": "3" });
    repository.write({ "a.ts": "4", "b.ts": "4", "untracked.ts": "4" });
    const change = await repository.read({ base: "HEAD~2", head: "HEAD~1" });
    expect(summary(change)).toEqual([
      'a.ts "1" -> a.ts "2"',
      'gone.ts "1" -> none',
      'none -> new.ts "2"',
      "and 1",
    ]);
    expect(change).toMatchObject({ source: "commits", baseCommit: base, headCommit: head });
    expect(different(change.base)).toEqual([
      "a.ts: 1",
      "b.ts: 1",
      "gone.ts: 1",
      "later.ts: none",
      "new.ts: none",
      "notes.txt: 1",
      "untracked.ts: none",
    ]);
    expect(different(change.head)).toEqual(["a.ts: 2", "b.ts: 1", "later.ts: none", "untracked.ts: none"]);
  });

  it("can be of merges, of histories that have nothing in common, and of a repository without files", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1" });
    git(repository.root, "checkout", "--quiet", "-b", "side");
    repository.commit({ "b.ts": "1" });
    git(repository.root, "checkout", "--quiet", "main");
    repository.commit({ "c.ts": "1" });
    git(repository.root, "merge", "--quiet", "--no-edit", "side");
    expect(summary(await repository.read({ base: "HEAD^1" }))).toEqual(['none -> b.ts "1"']);
    expect(summary(await repository.read({ base: "HEAD^2", head: "main" }))).toEqual(['none -> c.ts "1"']);
    git(repository.root, "checkout", "--quiet", "--orphan", "other");
    repository.commit({ "a.ts": null, "b.ts": null, "c.ts": null, "z.ts": "1" });
    expect(summary(await repository.read({ base: "side" }))).toHaveLength(2);
    const bare = join(repository.root, "../bare");
    git(repository.root, "clone", "--quiet", "--bare", repository.root, bare);
    const place = { effectiveRoot: bare, folder: "", settings: NO_SETTINGS };
    const change = await repository.read({ place, base: "side", head: "main" });
    expect([summary(change), change.isComplete]).toEqual([
      ['none -> c.ts "1"'],
      { base: false, head: false },
    ]);
    expect([different(change.base), different(change.head)]).toEqual([["c.ts: none"], ["c.ts: 1"]]);
  });

  it("says what is missing in a shallow clone, and refuses what names no commit", async () => {
    const repository = new Repository();
    repository.commit({ "a.ts": "1" });
    repository.commit({ "a.ts": "2" });
    const clone = join(repository.root, "../clone");
    git(repository.root, "clone", "--quiet", "--depth=1", `file://${repository.root}`, clone);
    const place = { effectiveRoot: clone, folder: "", settings: NO_SETTINGS };
    expect(await repository.error({ place, base: "HEAD~1" })).toMatch(/^REF_NOT_FOUND: .*shallow clone/);
    expect(await repository.error({ base: "nothing" })).toMatch(/^REF_NOT_FOUND: base nothing/);
    expect(await repository.error({ base: "HEAD", head: "-x" })).toMatch(/^INVALID_ARGUMENTS: head/);
    expect(await repository.error({ head: "HEAD" })).toMatch(/^INVALID_ARGUMENTS: head needs base/);
    expect(await repository.error({ base: "HEAD", diff: "x" })).toMatch(/^INVALID_ARGUMENTS: diff cannot/);
  });
});

describe("a diff", () => {
  const before: Files = {
    "a.ts": "one\ntwo\nthree\n",
    "gone.ts": "gone\n",
    "old.ts": "1\n2\n3\n4\n5\n6\n",
    "notes.txt": "1\n",
    "wörter.ts": "1\n",
  };
  const after: Files = {
    "a.ts": "one\n2\nthree\n",
    "gone.ts": null,
    "old.ts": null,
    "new.ts": "1\n2\n3\n4\n5\n6\n7\n",
    "notes.txt": "2\n",
    "added.ts": "added",
    "wörter.ts": "2\n",
  };
  const expected = [
    'a.ts "one\\ntwo\\nthree\\n" -> a.ts "one\\n2\\nthree\\n"',
    'none -> added.ts "added"',
    'gone.ts "gone\\n" -> none',
    'old.ts "1\\n2\\n3\\n4\\n5\\n6\\n" -> new.ts "1\\n2\\n3\\n4\\n5\\n6\\n7\\n"',
    'wörter.ts "1\\n" -> wörter.ts "2\\n"',
    "and 1",
  ];

  it.each([
    ["git's", []],
    ["without prefixes", ["--no-prefix"]],
    ["with other prefixes", ["--src-prefix=old/", "--dst-prefix=new/"]],
    ["without lines around changes", ["-U0"]],
    ["with binary patches", ["--binary", "--full-index"]],
  ])("%s, applies to the files on disk, or is one that they have", async (_, options) => {
    const repository = new Repository();
    repository.commit(before);
    repository.commit(after);
    const diff = git(repository.root, "diff", "-M", ...options, "HEAD~1", "HEAD");
    const applied = await repository.read({ diff });
    expect(summary(applied)).toEqual(expected);
    expect([applied.head.size, applied.base.size]).toEqual([0, 7]);
    git(repository.root, "checkout", "--quiet", "HEAD~1");
    const change = await repository.read({ diff });
    expect(summary(change)).toEqual(expected);
    expect([change.base.size, change.head.get("new.ts")?.path, change.head.get("old.ts")]).toEqual([
      0,
      "new.ts",
      null,
    ]);
  });

  it("can be plain, or a series of patches", async () => {
    const repository = new Repository();
    repository.write({ "a.ts": "1\n", "new.ts": "x\n" });
    const plain = "--- a.ts.orig\t2020-01-01\n+++ a.ts\t2020-01-02\n@@ -1 +1 @@\n-1\n+2\n";
    expect(summary(await repository.read({ diff: plain }))).toEqual(['a.ts "1\\n" -> a.ts "2\\n"']);
    const next = "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1,2 @@\n 2\n+3\n";
    expect(summary(await repository.read({ diff: `${plain.replaceAll("a.ts", "a/a.ts")}${next}` }))).toEqual([
      'a.ts "1\\n" -> a.ts "2\\n3\\n"',
    ]);
    const added = "--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+1\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +0,0 @@\n-1\n";
    expect(summary(await repository.read({ diff: added }))).toEqual([
      'a.ts "1\\n" -> none',
      'none -> b.ts "1\\n"',
    ]);
  });

  it("may name paths from the top level of the repository", async () => {
    const repository = new Repository();
    repository.commit({ "one/src/a.ts": "1\n", "two/b.ts": "1\n" });
    repository.write({ "one/src/a.ts": "2\n", "two/b.ts": "2\n" });
    const diff = git(repository.root, "diff");
    expect(summary(await repository.read({ diff }, "one"))).toEqual(['src/a.ts "1\\n" -> src/a.ts "2\\n"']);
    const relative = git(join(repository.root, "one"), "diff", "--relative");
    expect(summary(await repository.read({ diff: relative }, "one"))).toEqual([
      'src/a.ts "1\\n" -> src/a.ts "2\\n"',
    ]);
  });

  it("leaves out binary files, links, submodules and ignored files", async () => {
    const repository = new Repository();
    repository.commit({
      "a.ts": Uint8Array.of(0, 1),
      "b.ts": "1\n",
      "ignored.ts": "1\n",
      ".gitignore": "ignored.ts\n",
    });
    symlinkSync("/etc/hostname", join(repository.root, "link.ts"));
    const hunk = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-1\n+2\n`;
    const diff = [
      "diff --git a/a.ts b/a.ts\nindex 1..2 100644\nBinary files a/a.ts and b/a.ts differ\n",
      "diff --git a/sub b/sub\nindex 1..2 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject 1\n+Subproject 2\n",
      hunk("b.ts"),
      hunk("link.ts"),
      hunk("ignored.ts"),
    ].join("");
    expect(summary(await repository.read({ diff }))).toEqual([
      'b.ts "1\\n" -> b.ts "2\\n"',
      "a.ts: binary",
      "link.ts: link",
      "sub: submodule",
    ]);
  });

  it.each([
    [
      "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\n",
      /line 3, a\.ts has other lines there \(line 1 of the file\)/,
    ],
    [
      "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-1\n+2\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-1\n+2\n",
      /line 6, x\.ts does not exist/,
    ],
    ["--- a/../x.ts\n+++ b/../x.ts\n@@ -1 +1 @@\n-1\n+2\n", /"a\/\.\.\/x\.ts" at its line 1/],
    ["--- /etc/x.ts\n+++ /etc/x.ts\n@@ -1 +1 @@\n-1\n+2\n", /"\/etc\/x\.ts" at its line 1/],
    ["no diff", /has no changed file/],
    ["diff --cc a.ts\n", /merge/],
  ])("that does not apply is refused: %j", async (diff, message) => {
    const repository = new Repository();
    repository.write({ "a.ts": "1\n" });
    expect(await repository.error({ diff })).toMatch(/^INVALID_ARGUMENTS: diff /);
    expect(await repository.error({ diff })).toMatch(message);
  });

  it("of 10 MB with 100,000 hunks takes steps in proportion", async () => {
    const repository = new Repository();
    const lines = Array.from({ length: 9_000 }, (_, at) => `l${at}`);
    repository.write({ "a.ts": `${lines.join("\n")}\n` });
    const hunks = Array.from(
      { length: 100_000 },
      (_, at) => `@@ -${at + 1} +${at + 1} @@\n-l${at}\n+${"m".repeat(70)}\n`,
    );
    let steps = 0;
    const deadline = { ...noDeadline(), check: () => void steps++, pause: () => undefined };
    const reading = readChangeSet(
      { config: { home: "/nowhere", maxFileBytes: 100_000 } as never },
      {
        place: { effectiveRoot: repository.root, folder: "", settings: NO_SETTINGS },
        diff: `--- a/a.ts\n+++ b/a.ts\n${hunks.join("")}`,
      },
      { deadline: deadline as never, signal: undefined },
    );
    await expect(reading).rejects.toThrow(/has other lines there \(line 9001 of the file\)/);
    expect(steps).toBeLessThan(1_000_000);
  });
});
