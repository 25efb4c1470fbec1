/** Repositories on which git would hang, queried as by a search and a sync. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findRepository, readGitFile } from "../ignore/git/locations.ts";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { ChangedFiles } from "./changed-files.ts";
import { headCommit, historyReader } from "./read-history.ts";
import { runGit } from "./run-git.ts";
import { stallingFile } from "./stalling-files.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

/** So long that a test would never wait for it. */
const PATIENT = { timeoutMs: 600_000 };

function repository(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return committed(writeTree(join(folder.path, "repo"), "//- a.ts\na\n//- app/b.ts\nb\n"));
}

function pipe(path: string): string {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
  return path;
}

function commitWith(root: string, message: string): string {
  const tree = git(root, "rev-parse", "HEAD^{tree}").trim();
  const file = join(root, "..", "message");
  writeFileSync(file, message);
  return git(root, "commit-tree", tree, "-p", "HEAD", "-F", file).trim();
}

describe.skipIf(process.platform === "win32")(
  "git is not asked of a repository that would hold it up",
  () => {
    it.each([
      "HEAD",
      "config",
      "config.worktree",
      "index",
      "packed-refs",
      "shallow",
      "info/attributes",
      "info/grafts",
      "info/exclude",
      "info/sparse-checkout",
      "objects/info/alternates",
      "objects/info/commit-graph",
      "objects/pack/pack-1.idx",
      "objects/pack/multi-pack-index",
      "refs/heads/main",
      "commondir",
    ])("with a pipe in the place of %s", async (name) => {
      const root = repository();
      const made = pipe(join(root, ".git", name));
      expect(stallingFile({ gitDir: join(root, ".git"), commonDir: join(root, ".git") })).toBe(made);
      expect(await new ChangedFiles(PATIENT.timeoutMs).of(root, { indexState: "", nowMs: 0 })).toSatisfy(
        (files) => files === "failed" || (files as ReadonlySet<string>).size === 0,
      );
      await historyReader(PATIENT)(root, null);
      await headCommit(root, PATIENT);
    });

    it("by a link to a device, or a file that is too large", () => {
      const root = repository();
      const gitDir = join(root, ".git");
      symlinkSync("/dev/zero", join(gitDir, "info", "grafts"));
      expect(stallingFile(findRepository(root))).toBe(join(gitDir, "info", "grafts"));
      rmSync(join(gitDir, "info", "grafts"));
      writeFile(join(gitDir, "info", "attributes"), Buffer.alloc(17 * 1024 * 1024, "\n"));
      expect(stallingFile(findRepository(root))).toBe(join(gitDir, "info", "attributes"));
    });

    it.each([
      "[include]\n\tpath = NAME",
      "[include]\n\tpath = ../PLAIN",
      '[includeIf "gitdir:/nowhere/"]\n\tPath = NAME',
      '[INCLUDE] path = "NAME"',
    ])("with a configuration that says %j", async (text) => {
      const root = repository();
      const made = pipe(join(root, "..", "pipe"));
      writeFile(join(root, "PLAIN"), `[include]\n\tpath = ${made}\n`);
      appendFileSync(join(root, ".git", "config"), `${text.replace("NAME", made)}\n`);
      expect(stallingFile(findRepository(root))).toBe(made);
      await expect(runGit(root, ["rev-parse", "HEAD"], PATIENT)).rejects.toThrow("git would wait for");
    });

    it("with alternates that have a pipe among their packs", () => {
      const root = repository();
      const other = join(root, "..", "objects");
      const made = pipe(join(other, "pack", "pack-1.idx"));
      writeFile(join(root, ".git", "objects", "info", "alternates"), `# shared\n${other}\n`);
      expect(stallingFile(findRepository(root))).toBe(made);
    });

    it("and is asked of others: linked work trees, submodules, packed ones", async () => {
      const root = repository();
      git(root, "gc", "--quiet");
      git(root, "worktree", "add", "--quiet", "../linked");
      for (const folder of [root, join(root, "..", "linked"), join(root, "app")]) {
        expect(stallingFile(findRepository(folder))).toBeNull();
        expect(await new ChangedFiles(PATIENT.timeoutMs).of(folder, { indexState: "", nowMs: 0 })).toEqual(
          new Set(),
        );
      }
      git(root, "checkout", "--quiet", "--detach");
      expect(stallingFile(findRepository(root))).toBeNull();
    });
  },
);

describe("what a repository's configuration names is not read", () => {
  it
    .skipIf(process.platform === "win32")
    .each([
      "mailmap.file",
      "core.attributesFile",
      "diff.orderFile",
      "core.excludesFile",
      "blame.ignoreRevsFile",
      "commit.template",
      "gpg.ssh.allowedSignersFile",
      "core.hooksPath",
    ])("%s", async (setting) => {
    const root = repository();
    git(root, "config", setting, pipe(join(root, "..", "pipe")));
    appendFileSync(join(root, "a.ts"), "more\n");
    expect(await new ChangedFiles(PATIENT.timeoutMs).of(root, { indexState: "", nowMs: 0 })).toEqual(
      new Set(["a.ts"]),
    );
    expect((await historyReader(PATIENT)(root, null))?.commits.length).toBeGreaterThan(0);
  });

  it("nor what the environment names", async () => {
    const root = repository();
    const trace = join(root, "..", "trace");
    vi.stubEnv("GIT_TRACE", trace)
      .stubEnv("GIT_EXTERNAL_DIFF", "false")
      .stubEnv("GIT_ALTERNATE_OBJECT_DIRECTORIES", "/nowhere")
      .stubEnv("GIT_SHALLOW_FILE", "/dev/zero");
    expect((await historyReader(PATIENT)(root, null))?.commits.length).toBeGreaterThan(0);
    expect(() => readFileSync(trace)).toThrow("ENOENT");
  });
});

describe("a commit whose message is enormous", () => {
  it.runIf(process.platform === "linux")(
    "ends git at its limit of memory: the commits before it count, and it is not asked again",
    async () => {
      const root = repository();
      git(root, "reset", "--quiet", "--soft", commitWith(root, `first line\n\n${"x".repeat(40_000_000)}`));
      const head = git(root, "rev-parse", "HEAD").trim();
      expect(await historyReader({ ...PATIENT, memoryBytes: 32 * 1024 * 1024 })(root, null)).toEqual({
        head,
        commits: [],
      });
      expect((await historyReader(PATIENT)(root, null))?.commits.length).toBeGreaterThan(0);
    },
  );
});

it.skipIf(process.platform === "win32")(
  "a file of git's that is a pipe, or a link in a circle, counts as absent",
  () => {
    const root = repository();
    expect(readGitFile(pipe(join(root, "pipe")))).toBeNull();
    symlinkSync("loop", join(root, "loop"));
    expect(readGitFile(join(root, "loop"))).toBeNull();
    expect(readGitFile("/dev/zero")).toBeNull();
  },
);
