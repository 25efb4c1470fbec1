/** Asks git itself which ignore rule decides about a path, so that tests can compare the policy with it. */
import { spawnSync } from "node:child_process";

/**
 * Git's answer for one path: the last matching rule, of the path or of an ignored folder above it; null for
 * none.
 */
export interface OracleAnswer {
  readonly path: string;
  /** `file:line:pattern`, the file relative to the top level, or with `~/`. */
  readonly rule: string | null;
}

export interface OracleOptions {
  /** Absolute top level of the work tree. */
  readonly topLevel: string;
  /** Absolute home folder with the global excludes file. */
  readonly home: string;
  /** Relative to the top level, with `/`. */
  readonly paths: readonly string[];
  /** The git to run. Default: the one on the path. */
  readonly git?: string;
}

/** One `git check-ignore` for all paths; answers in their order. */
export function askGit({ topLevel, home, paths, git = "git" }: OracleOptions): OracleAnswer[] {
  // `./` keeps a leading `:` from being taken for pathspec magic.
  const input = paths.map((path) => `./${path}\0`).join("");
  const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const args = ["check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin"];
  const { stdout, stderr, status } = spawnSync(git, args, { cwd: topLevel, env, input, maxBuffer: 2 ** 28 });
  if (status === null || status > 1) throw new Error(`git check-ignore failed: ${stderr}`);
  const fields = stdout.toString("utf8").split("\0");
  return paths.map((path, index) => {
    const [source, line, pattern, echoed] = fields.slice(index * 4, index * 4 + 4);
    if (echoed !== `./${path}`) throw new Error(`git check-ignore answered about ${echoed}, not ${path}`);
    return { path, rule: source ? `${source.replace(home, "~")}:${line}:${pattern}` : null };
  });
}
