/**
 * The strict protocol for commit subjects: each is put to the tree and the history of the commit's parent, as
 * they were just before the change was made.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requiredPath } from "../support/arguments.ts";
import { check } from "../support/failure.ts";
import { questionsOf } from "./questions.ts";
import type { BenchmarkQuestion } from "./score.ts";

/** A repository may lack the content of its largest files. A tree without more is another tree. */
const MOST_ABSENT = 3;

interface CommitQuestion extends BenchmarkQuestion {
  /** Its subject is the question. */
  readonly commit: string;
}

/**
 * Checks out the state before each commit of the set, repository by repository in the order of
 * `repos.dev.json`, from the oldest commit to the newest, and yields its question with the work tree. The work
 * tree keeps that state until the next question is requested.
 *
 * @param gitFolder has a bare repository `owner+name` or `owner+name/repo` for each
 * @param workFolder for the work trees; kept between runs
 * @param repos names; empty for all
 */
export function* questionsAtParents(
  gitFolder: string,
  workFolder: string,
  repos: readonly string[],
): Generator<{ readonly folder: string; readonly question: BenchmarkQuestion }> {
  const sets = requiredPath("SATORI_BENCH_SETS", "folder with the benchmark's questions");
  const all = JSON.parse(readFileSync(join(sets, "repos.dev.json"), "utf8")) as {
    readonly repo: string;
    readonly github: string;
  }[];
  const questions = questionsOf("commits") as CommitQuestion[];
  for (const { repo, github } of all.filter((one) => repos.length === 0 || repos.includes(one.repo))) {
    const named = join(gitFolder, github.replace("/", "+"));
    const bare = existsSync(join(named, "repo")) ? join(named, "repo") : named;
    const folder = join(workFolder, repo);
    const byCommit = new Map(
      questions.filter((one) => one.repo === repo).map((question) => [question.commit, question]),
    );
    if (byCommit.size === 0) continue;
    const newestFirst = git(bare, ["rev-list", "--no-walk=sorted", ...byCommit.keys()])
      .trim()
      .split("\n");
    for (const commit of newestFirst.reverse()) {
      checkOutTree(bare, folder, git(bare, ["rev-parse", `${commit}^`]).trim());
      yield { folder, question: byCommit.get(commit) as CommitQuestion };
    }
  }
}

/**
 * Puts a commit's files into a folder, without writing files that stay the same. In steps of plumbing, because
 * `git checkout` gives up in a repository that lacks the content of one large file.
 */
function checkOutTree(bare: string, folder: string, commit: string): void {
  if (!existsSync(join(folder, ".git"))) {
    mkdirSync(folder, { recursive: true });
    git(folder, ["init", "--quiet"]);
    const objects = git(bare, ["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
    writeFileSync(join(folder, ".git/objects/info/alternates"), objects);
  }
  git(folder, ["update-ref", "--no-deref", "HEAD", commit]);
  git(folder, ["read-tree", "--reset", "HEAD"]);
  git(folder, ["checkout-index", "--all", "--force", "--index", "--quiet"], { mayFail: true });
  git(folder, ["clean", "-fdxq"]);
  const absent = git(folder, ["ls-files", "--deleted"]).split("\n").filter(Boolean);
  check(absent.length <= MOST_ABSENT, `${folder} at ${commit} lacks ${absent.length} files: ${absent[0]}`);
}

function git(folder: string, args: readonly string[], { mayFail = false } = {}): string {
  const { status, stdout, stderr, error } = spawnSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  check(mayFail || status === 0, `git ${args[0]} in ${folder}: ${error?.message ?? stderr}`);
  return stdout;
}
