import { join } from "node:path";
import { LIMITS } from "@satori/contracts";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeFile } from "../testing/trees/tree.ts";
import { listRefs } from "./list-refs.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

function folder(): string {
  const temporary = temporaryFolder();
  onTestFinished(() => temporary[Symbol.dispose]());
  return temporary.path;
}

/** A repository with one commit on `main`. */
function repository(): string {
  const root = join(folder(), "repo");
  writeFile(join(root, "a.ts"), "one\n");
  committed(root);
  return root;
}

describe("the names in a repository", () => {
  it("are local branches, then those of remotes, and tags by version", async () => {
    const root = repository();
    for (const branch of ["topic/z", "älter", "release"]) git(root, "branch", branch);
    for (const tag of ["v1.9", "v1.10", "v1.2"]) git(root, "tag", tag);
    git(root, "tag", "--annotate", "--message", "release", "v2.0");
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD");
    git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
    expect(await listRefs(root)).toEqual({
      branches: ["main", "release", "topic/z", "älter", "origin/main"],
      tags: ["v2.0", "v1.10", "v1.9", "v1.2"],
    });
  });

  it("are limited", async () => {
    const root = repository();
    const head = git(root, "rev-parse", "HEAD").trim();
    const many = Array.from({ length: 2 * LIMITS.maxRefNames }, (_, at) => String(at).padStart(3, "0"));
    for (const name of many)
      for (const ref of [`refs/heads/b${name}`, `refs/tags/t${name}`]) git(root, "update-ref", ref, head);
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD");
    const names = await listRefs(root);
    expect(names?.branches).toEqual(many.slice(0, LIMITS.maxRefNames).map((name) => `b${name}`));
    expect(names?.tags.slice(0, 2)).toEqual(["t099", "t098"]);
    expect(names?.tags).toHaveLength(LIMITS.maxRefNames);
  });

  it("are none before the first commit", async () => {
    const root = folder();
    git(root, "init", "--quiet");
    expect(await listRefs(root)).toEqual({ branches: [], tags: [] });
  });

  it("are null outside a repository", async () => expect(await listRefs(folder())).toBeNull());
});
