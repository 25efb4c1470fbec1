import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Commit } from "../model/history.ts";
import { committed, git } from "../testing/trees/git.ts";
import { type TemporaryFolder, temporaryFolder, writeFile, writeTree } from "../testing/trees/tree.ts";
import { headCommit, historyReader, readHistory } from "./read-history.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

const TREE = `
  //- a.ts
  a
  //- app/b.ts
  b
`;
const LIMITS = { timeoutMs: 5_000 };

function repository(folder: TemporaryFolder): string {
  return committed(writeTree(join(folder.path, "repo"), TREE));
}

/** Writes the files and commits them together with all other new files. */
function commit(root: string, subject: string, ...paths: string[]): void {
  for (const path of paths) writeFile(join(root, path), `${subject}\n`);
  git(root, "add", "--all", ".");
  git(root, "commit", "--quiet", "--allow-empty", "--message", subject);
}

const headOf = (root: string): string => git(root, "rev-parse", "HEAD").trim();
async function commitsOf(root: string): Promise<readonly Commit[] | undefined> {
  return (await readHistory(root, null))?.commits;
}

describe("a history", () => {
  it("has the words of each subject and its files, the newest first", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    commit(root, "Retry failed uploads (#12)", "a.ts", "app/b.ts");
    commit(root, "fix: parseHeader", "a.ts");
    expect(await readHistory(root, null)).toEqual({
      head: headOf(root),
      commits: [
        { words: ["fix", "pars", "header", "parseheader"], paths: ["a.ts"] },
        { words: ["retri", "fail", "upload"], paths: ["a.ts", "app/b.ts"] },
        { words: ["first"], paths: ["a.ts", "app/b.ts"] },
      ],
    });
  });

  it("leaves out commits of no files, of more than twenty, and merges", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    commit(root, "nothing");
    commit(root, "everything", ...Array.from({ length: 21 }, (_, at) => `many/${at}.ts`));
    git(root, "checkout", "--quiet", "-b", "side");
    commit(root, "side", "a.ts");
    git(root, "checkout", "--quiet", "main");
    commit(root, "trunk", "app/b.ts");
    git(root, "merge", "--quiet", "--no-ff", "--message", "merged", "side");
    expect((await commitsOf(root))?.map(({ words }) => words[0]).sort()).toEqual(["first", "side", "trunk"]);
  });

  it("has the beginning of a subject that goes on and on", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    commit(root, `first ${"word ".repeat(10_000)}last`, "a.ts");
    expect((await commitsOf(root))?.[0]?.words).toEqual(["first", "word"]);
  });

  it("of a folder in a repository has its files, relative to it", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    commit(root, "outside", "a.ts");
    commit(root, "inside", "app/b.ts", "app/deep/c.ts");
    expect((await commitsOf(join(root, "app")))?.map(({ paths }) => paths)).toEqual([
      ["b.ts", "deep/c.ts"],
      ["b.ts"],
    ]);
  });

  it.each([
    "with blank.ts",
    " leading.ts",
    'quo"te.ts',
    "tab\tname.ts",
    "new\nline.ts",
    "größe.ts",
    "日本.ts",
    "cafe\u0301.ts",
    "\nline.ts",
    "\u0001.ts",
  ])("names %j as the index does", async (name) => {
    using folder = temporaryFolder();
    const root = repository(folder);
    commit(root, "odd", name);
    expect((await commitsOf(root))?.[0]).toEqual({ words: ["odd"], paths: [name.normalize("NFC")] });
    commit(root, "/odd \u0001", name, "\n0.ts");
    expect((await commitsOf(root))?.[0]).toEqual({
      words: ["odd"],
      paths: ["\n0.ts", name.normalize("NFC")].sort(),
    });
  });

  it("is read where a file is called like the commit", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    writeFile(join(root, headOf(root)), "x");
    expect(await commitsOf(root)).toHaveLength(1);
  });

  it("is read where git's settings would show more, or run something", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    writeFile(join(folder.path, "ran.sh"), `#!/bin/sh\ntouch ${join(folder.path, "ran")}\n`);
    chmodSync(join(folder.path, "ran.sh"), 0o755);
    for (const [name, value] of [
      ["log.showSignature", "true"],
      ["gpg.program", join(folder.path, "ran.sh")],
      ["diff.external", join(folder.path, "ran.sh")],
      ["diff.renames", "copies"],
      ["format.pretty", "fuller"],
      ["log.decorate", "full"],
      ["color.ui", "always"],
      ["core.quotePath", "true"],
      ["i18n.logOutputEncoding", "latin1"],
    ] as const)
      git(root, "config", name, value);
    commit(root, "größer", "ä.ts");
    expect((await commitsOf(root))?.[0]).toEqual({ words: ["größer"], paths: ["ä.ts"] });
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });
});

describe("nothing new is told", () => {
  it("of the commit that is known", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    expect(await readHistory(root, headOf(root))).toBeNull();
    commit(root, "second", "a.ts");
    expect(await readHistory(root, headOf(join(root, "app")))).toBeNull();
  });

  it("outside of repositories, before the first commit, and without git", async () => {
    using folder = temporaryFolder();
    expect(await readHistory(writeTree(join(folder.path, "plain"), TREE), null)).toBeNull();
    expect(await readHistory("/no/such/folder", null)).toBeNull();
    const fresh = join(folder.path, "fresh");
    mkdirSync(fresh);
    git(fresh, "init", "--quiet");
    expect(await readHistory(fresh, null)).toBeNull();
    const root = repository(folder);
    vi.stubEnv("PATH", folder.path);
    expect(await readHistory(root, null)).toBeNull();
  });

  it("after the call was given up", async () => {
    using folder = temporaryFolder();
    expect(await readHistory(repository(folder), null, AbortSignal.abort())).toBeNull();
  });
});

it("a repository that is gone leaves no commits, once", async () => {
  using folder = temporaryFolder();
  const root = repository(folder);
  const known = headOf(root);
  rmSync(join(root, ".git"), { recursive: true });
  expect(await readHistory(root, known)).toEqual({ head: "", commits: [] });
  expect(await readHistory(root, "")).toBeNull();
});

it("a partial clone lacks objects, and is not asked to fetch them", async () => {
  using folder = temporaryFolder();
  const root = repository(folder);
  commit(root, "second", "a.ts");
  git(root, "config", "uploadpack.allowFilter", "true");
  git(folder.path, "clone", "--quiet", "--no-checkout", "--filter=tree:0", `file://${root}`, "partial");
  const partial = join(folder.path, "partial");
  const objects = (): string => git(partial, "count-objects", "-v");
  const before = objects();
  await readHistory(partial, null);
  expect(objects()).toBe(before);
  // A protocol that the repository itself allows by name could run a program.
  for (const [name, value] of [
    ["remote.origin.url", `ext::sh -c touch% ${join(folder.path, "ran")}`],
    ["protocol.ext.allow", "always"],
    ["protocol.allow", "always"],
  ] as const)
    git(partial, "config", name, value);
  await readHistory(partial, null);
  expect(existsSync(join(folder.path, "ran"))).toBe(false);
});

describe("the commit that is checked out", () => {
  it(
    "is the one that git tells: on a branch, packed, detached, in a work tree, through a symbolic " +
      "reference",
    async () => {
      using folder = temporaryFolder();
      const root = repository(folder);
      const expectHead = async (place: string): Promise<void> =>
        expect(await headCommit(place, LIMITS)).toBe(headOf(place));
      await expectHead(root);
      commit(root, "second", "a.ts");
      git(root, "pack-refs", "--all");
      await expectHead(root);
      await expectHead(join(root, "app"));
      git(root, "worktree", "add", "--quiet", "-b", "other", join(folder.path, "tree"));
      commit(join(folder.path, "tree"), "third", "a.ts");
      await expectHead(join(folder.path, "tree"));
      git(root, "checkout", "--quiet", "--detach", "HEAD~1");
      await expectHead(root);
      git(root, "symbolic-ref", "refs/heads/alias", "refs/heads/other");
      git(root, "symbolic-ref", "HEAD", "refs/heads/alias");
      await expectHead(root);
    },
  );

  it("is none where git's files hold something else", async () => {
    using folder = temporaryFolder();
    const root = repository(folder);
    for (const content of [
      "",
      "ref: refs/heads/../../../etc/passwd\n",
      "ref: refs/heads/gone\n",
      "nonsense\n",
      "\0".repeat(64),
    ]) {
      writeFile(join(root, ".git", "HEAD"), content);
      expect((await headCommit(root, LIMITS)) ?? "").toBe("");
    }
    rmSync(join(root, ".git", "HEAD"));
    symlinkSync("HEAD", join(root, ".git", "HEAD"));
    expect((await headCommit(root, LIMITS)) ?? "").toBe("");
  });
});

/** A repository in which only git can determine the commit, as with a reftable. */
function behindAlias(folder: TemporaryFolder): string {
  const root = repository(folder);
  git(root, "symbolic-ref", "refs/heads/alias", "refs/heads/main");
  git(root, "symbolic-ref", "HEAD", "refs/heads/alias");
  return root;
}

it("what is known stays where git is needed to tell of another commit, and cannot", async () => {
  using folder = temporaryFolder();
  const root = behindAlias(folder);
  const known = headOf(root);
  vi.stubEnv("PATH", folder.path);
  expect(await readHistory(root, known)).toBeNull();
});

it("of a git that hangs, whatever it is told, nothing is kept, and it is not asked again for this commit", async () => {
  using folder = temporaryFolder();
  const root = repository(folder);
  const head = headOf(root);
  writeFile(join(folder.path, "git"), "#!/bin/sh\ntrap '' TERM\nsleep 5\n");
  chmodSync(join(folder.path, "git"), 0o755);
  vi.stubEnv("PATH", `${folder.path}:${process.env["PATH"]}`);
  const read = historyReader({ timeoutMs: 100 });
  expect(await read(root, null)).toEqual({ head, commits: [] });
  expect(await read(root, head)).toBeNull();
});
