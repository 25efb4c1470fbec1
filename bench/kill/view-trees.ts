/** A repository with two work trees at different versions of the tree, and more commits on demand. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeVersion } from "./tree.ts";

/** Versions that are committed. */
export const VIEW_VERSIONS = 3;

export class ViewTrees {
  /** Paths of the work trees. */
  readonly roots: readonly [string, string];
  private readonly main: string;
  private readonly commits: readonly string[];
  private mainVersion: number | null = null;
  private extraCommits = 0;

  /** @param folder existing folder for the repository and its work trees */
  constructor(folder: string) {
    this.main = join(folder, "main");
    mkdirSync(this.main);
    this.git(this.main, "init", "--quiet", "--initial-branch", "main");
    this.commits = Array.from({ length: VIEW_VERSIONS }, (_, version) => this.commitVersion(version));
    this.roots = [join(folder, "first"), join(folder, "second")];
    for (const root of this.roots)
      this.git(this.main, "worktree", "add", "--quiet", "--detach", root, this.commits[0] as string);
  }

  checkOut(root: string, version: number): void {
    this.git(root, "checkout", "--quiet", "--detach", this.commits[version] as string);
  }

  /** Commits a version once more, with a file that no other commit has; returns the commit's id. */
  newCommit(version: number): string {
    const number = ++this.extraCommits;
    writeFileSync(
      join(this.main, "app", "extra.py"),
      `def extra_${number}():\n    return "ledger ${number}"\n`,
    );
    return this.commitVersion(version);
  }

  private commitVersion(version: number): string {
    writeVersion(this.main, version, this.mainVersion);
    this.mainVersion = version;
    this.git(this.main, "add", "--all", ".");
    this.git(this.main, "commit", "--quiet", "--allow-empty", "--message", `Version ${version}`);
    return this.git(this.main, "rev-parse", "HEAD");
  }

  private git(cwd: string, ...args: string[]): string {
    const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
    return execFileSync("git", [...author, ...args], { cwd, encoding: "utf8" }).trim();
  }
}
