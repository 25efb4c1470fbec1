import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { committed, git } from "../testing/trees/git.ts";
import { temporaryFolder, writeTree } from "../testing/trees/tree.ts";
import { join } from "node:path";
import { commonAncestor } from "./common-ancestor.ts";

beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

it("is the commit at which two branches parted", async () => {
  using folder = temporaryFolder();
  const root = committed(writeTree(join(folder.path, "repo"), "//- a.ts\na\n"));
  const fork = String(git(root, "rev-parse", "HEAD")).trim();
  git(root, "branch", "other");
  git(root, "commit", "--allow-empty", "-m", "here");
  git(root, "checkout", "-q", "other");
  git(root, "commit", "--allow-empty", "-m", "there");
  expect(await commonAncestor({ root, base: "HEAD", head: "@{-1}" })).toBe(fork);
});

it("unrelated and unknown commits have none", async () => {
  using folder = temporaryFolder();
  const root = committed(writeTree(join(folder.path, "repo"), "//- a.ts\na\n"));
  git(root, "tag", "first");
  git(root, "checkout", "-q", "--orphan", "other");
  git(root, "commit", "--allow-empty", "-m", "unrelated");
  await expect(commonAncestor({ root, base: "first", head: "HEAD" })).rejects.toMatchObject({
    code: "REF_NOT_FOUND",
    message: expect.stringContaining("first and HEAD have no common ancestor"),
  });
  await expect(commonAncestor({ root, base: "none", head: "HEAD" })).rejects.toMatchObject({
    code: "REF_NOT_FOUND",
  });
});
