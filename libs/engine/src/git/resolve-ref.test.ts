import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { resolveRef } from "./resolve-ref.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

/** A repository with two commits on `main`, and a folder beside it. */
function repository(): { readonly root: string; readonly other: string } {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const root = join(folder.path, "repo");
  writeFile(join(root, "a.ts"), "one\n");
  committed(root);
  writeFile(join(root, "a.ts"), "two\n");
  git(root, "commit", "--quiet", "--all", "--message", "second");
  return { root, other: join(folder.path, "other") };
}

const idOf = (root: string, name: string): string => git(root, "rev-parse", name).trim();
const resolved = (root: string, ref: string): Promise<string> => resolveRef({ root, ref, argument: "base" });

/** Code and message of the refusal. */
async function refusal(root: string, ref: string): Promise<string> {
  return resolved(root, ref).then(
    (id) => `resolved to ${id}`,
    (error: { readonly code: string; readonly message: string }) => `${error.code}: ${error.message}`,
  );
}

describe("a name of a commit", () => {
  it.each([
    "HEAD",
    "HEAD~1",
    "HEAD^",
    "@",
    "@~1",
    "main",
    "main@{1}",
    "refs/heads/main",
    "v1",
    "v1^{commit}",
    "topic/a",
  ])("resolves as git does: %s", async (ref) => {
    const { root } = repository();
    git(root, "tag", "--annotate", "--message", "release", "v1", "HEAD~1");
    git(root, "branch", "topic/a");
    expect(await resolved(root, ref)).toBe(idOf(root, `${ref}^{commit}`));
  });

  it("may be an id, whole or its first digits, a stash, or a branch of a remote", async () => {
    const { root, other } = repository();
    const head = idOf(root, "HEAD");
    expect(await resolved(root, head)).toBe(head);
    expect(await resolved(root, head.slice(0, 8))).toBe(head);
    writeFile(join(root, "a.ts"), "three\n");
    git(root, "stash");
    expect(await resolved(root, "stash@{0}")).toBe(idOf(root, "stash"));
    git(root, "clone", "--quiet", root, other);
    expect(await resolved(other, "origin/main")).toBe(head);
    // A folder of the repository will do.
    writeFile(join(root, "sub/b.ts"), "");
    expect(await resolved(join(root, "sub"), "main")).toBe(head);
  });

  it("is one name if a branch and a tag are the same commit, and several if they are not", async () => {
    const { root } = repository();
    git(root, "branch", "v2");
    git(root, "tag", "v2");
    expect(await resolved(root, "v2")).toBe(idOf(root, "HEAD"));
    git(root, "tag", "--force", "v2", "HEAD~1");
    expect(await refusal(root, "v2")).toBe("REF_AMBIGUOUS: base v2 is several: refs/heads/v2, refs/tags/v2");
    expect(await refusal(root, "v2~1")).toMatch(/^REF_AMBIGUOUS/);
    expect(await resolved(root, "refs/tags/v2")).toBe(idOf(root, "HEAD~1"));
  });

  it("means the commit that was made, whatever replaces it", async () => {
    const { root } = repository();
    const [first, second] = [idOf(root, "HEAD~1"), idOf(root, "HEAD")];
    git(root, "replace", second, first);
    expect(await resolved(root, "main~1")).toBe(first);
    expect(() => git(root, "rev-parse", "--verify", "--quiet", "main~1")).toThrow("failed");
  });
});

describe("a text that names no commit", () => {
  it.each([
    ["", /^INVALID_ARGUMENTS: base is "", which names nothing$/],
    ["-v", /^INVALID_ARGUMENTS: base is "-v", which starts with a dash/],
    ["--all", /^INVALID_ARGUMENTS: base is "--all"/],
    ["main..HEAD", /^INVALID_ARGUMENTS: base is "main..HEAD", a range, not one commit: compare_versions /],
    ["main...HEAD", /a range/],
    ["^main", /a set of commits/],
    ["main^@", /a set of commits/],
    ["main^-1", /a set of commits/],
    ["main\nHEAD", /^INVALID_ARGUMENTS: base is "main\\nHEAD", which has a character/],
    ["a b", /has a character/],
    ["main:a.ts", /has a character/],
    [":/second", /has a character/],
    ["main^{/second}", /has a character/],
    ["ma*", /has a character/],
    ["ma\0in", /has a character/],
    ["nothing", /^REF_NOT_FOUND: base nothing: no such branch, tag or commit in /],
    ["main~9", /^REF_NOT_FOUND/],
    ["v1^{tree}", /^REF_NOT_FOUND/],
    ["0".repeat(40), /^REF_NOT_FOUND/],
    ["a".repeat(1_000), /^REF_NOT_FOUND/],
  ])("is refused with its value: %j", async (ref, message) => {
    const { root } = repository();
    expect(await refusal(root, ref)).toMatch(message);
  });

  it("is the id of a file", async () => {
    const { root } = repository();
    expect(await refusal(root, idOf(root, "HEAD:a.ts"))).toMatch(/^REF_NOT_FOUND/);
  });

  it("names the branches of remotes that end with it", async () => {
    const { root, other } = repository();
    git(root, "branch", "topic");
    git(root, "clone", "--quiet", root, other);
    expect(await refusal(other, "topic")).toMatch(/ There is origin\/topic\.$/);
  });

  it("may be the start of several ids", async () => {
    const { root } = repository();
    // There are 65,536 starts of four digits: some 300 commits have two that are the same.
    const seen = new Set<string>();
    let start = "";
    for (let made = 0; made < 3_000 && start === ""; made++) {
      const next = git(root, "commit-tree", "-m", `${made}`, "HEAD^{tree}").slice(0, 4);
      if (seen.has(next)) start = next;
      seen.add(next);
    }
    expect(start).not.toBe("");
    expect(await refusal(root, start)).toMatch(/^REF_AMBIGUOUS: base .{4} is the start of several ids/);
  });

  it("is any in a folder without a repository, and HEAD in one without a commit", async () => {
    using folder = temporaryFolder();
    expect(await refusal(folder.path, "HEAD")).toMatch(/^NOT_A_REPOSITORY: .* is not in a git repository$/);
    git(folder.path, "init", "--quiet");
    expect(await refusal(folder.path, "HEAD")).toMatch(/^REF_NOT_FOUND: .*has no commit yet/);
  });

  it("is before the start of a shallow clone, which the message says", async () => {
    const { root, other } = repository();
    git(root, "clone", "--quiet", "--depth", "1", `file://${root}`, other);
    expect(await resolved(other, "HEAD")).toBe(idOf(root, "HEAD"));
    expect(await refusal(other, "HEAD~1")).toMatch(/shallow clone: older commits are missing/);
  });
});

describe("a repository", () => {
  it("may have no work tree, a linked one, or a git folder elsewhere", async () => {
    const { root, other } = repository();
    const head = idOf(root, "HEAD");
    git(root, "worktree", "add", "--quiet", other, "-b", "side");
    expect(await resolved(other, "HEAD")).toBe(head);
    git(root, "clone", "--quiet", "--bare", root, `${other}.git`);
    expect(await resolved(`${other}.git`, "main")).toBe(head);
    renameSync(join(root, ".git"), `${root}-git`);
    writeFile(join(root, ".git"), `gitdir: ${root}-git\n`);
    expect(await resolved(root, "main")).toBe(head);
  });

  it("that git cannot read is an error of its own", async () => {
    const { root } = repository();
    writeFile(join(root, ".git/config"), "[broken\n");
    expect(await refusal(root, "main")).toMatch(/^GIT_FAILED: git cannot read the repository of /);
  });

  it("is not asked once the call was cancelled", async () => {
    const { root } = repository();
    await expect(
      resolveRef({ root, ref: "main", argument: "base" }, AbortSignal.abort()),
    ).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
