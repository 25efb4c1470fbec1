/** Git repositories for tests of versions, independent of the user who runs them. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { writeFile } from "./workspace.ts";

/** Runs git in a folder. Returns its output; throws if it fails. */
export function git(folder: string, ...args: string[]): string {
  const settings = ["user.name=Test", "user.email=test@example.org", "commit.gpgSign=false"];
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["-c", "init.defaultBranch=main", ...settings.flatMap((setting) => ["-c", setting]), ...args],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
      },
    },
  );
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** Writes files and commits everything, in a repository that is made if there is none; tags the commit. */
export function commit(root: string, tag: string, files: Readonly<Record<string, string>> = {}): void {
  for (const [path, content] of Object.entries(files)) writeFile(join(root, path), content);
  git(root, "init", "--quiet");
  git(root, "add", "--all", ".");
  git(root, "commit", "--quiet", "--allow-empty", "--message", tag);
  git(root, "tag", tag);
}
