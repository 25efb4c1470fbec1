/** Real git repositories for tests, the same whoever runs them. */
import { spawnSync } from "node:child_process";

/**
 * Runs git in a folder, without the settings of the person or of a hook around the tests. Throws when git
 * fails.
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

/** Makes a repository of a folder, with all that is in it committed. */
export function committed(folder: string): string {
  git(folder, "init", "--quiet");
  git(folder, "add", "--all", ".");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", "first");
  return folder;
}
