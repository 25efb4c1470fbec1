/** Real git repositories for tests, independent of the user who runs them. */
import { spawnSync } from "node:child_process";

/**
 * Runs git in a folder, without the user's settings and without the variables of a git hook that runs the
 * tests. Returns its output. Throws if git fails.
 */
export function git(folder: string, ...args: string[]): string {
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.org",
    "-c",
    "commit.gpgSign=false",
    "-c",
    "init.defaultBranch=main",
  ];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const { status, stdout, stderr, error } = spawnSync("git", [...identity, ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return stdout;
}

/** Makes a folder a repository, commits everything in it, and returns the folder. */
export function committed(folder: string): string {
  git(folder, "init", "--quiet");
  git(folder, "add", "--all", ".");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "first");
  return folder;
}
