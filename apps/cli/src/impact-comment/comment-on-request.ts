/** Runs `satori impact` on the change of a pull or merge request, and posts what it prints. */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { printable, printableLine } from "@satori/render";
import { type CommentResult, type CommentStore, keepComment } from "./comments.ts";
import { type ComparedCommits, comparedCommits } from "./compared-commits.ts";
import { gitHubComments } from "./github-comments.ts";
import { gitLabNotes } from "./gitlab-notes.ts";
import type { CommentOptions } from "./options.ts";
import { RequestFailure } from "./requests.ts";
import { type Environment, type ReviewRequest, reviewRequestIn } from "./review-request.ts";

export interface CommentJob {
  readonly options: CommentOptions;
  readonly environment: Environment;
  /** Program and first arguments of the command line. */
  readonly satori: readonly [string, ...string[]];
  /** Writes to the job's log. */
  readonly write: (text: string) => void;
  readonly wait: (delayMs: number) => Promise<void>;
}

/** Where GitLab's job finds the text as an artifact if it cannot be posted. */
const TEXT_FILE = "satori-impact.md";
/** Access to the site, which the process that reads the code does not need. */
const SITE_TOKENS =
  /^(?:GITHUB_TOKEN|IMPACT_GITLAB_TOKEN|CI_JOB_TOKEN|CI_REPOSITORY_URL|ACTIONS_(?:RUNTIME|ID_TOKEN_REQUEST)_TOKEN)$/;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const COMMENT_ATTEMPTS = 3;
const COMMENT_DELAY_MS = 2_000;

/**
 * Returns the exit code: that of `satori impact`, and 1 if there is nothing to compare. A comment that cannot
 * be posted does not fail the job: the text is written where the job shows it. Never throws.
 */
export async function commentOnRequest(job: CommentJob): Promise<number> {
  const { write } = job;
  const request = reviewRequestIn(job.environment);
  if ("reason" in request) {
    write(`No comment: ${request.reason}.\n`);
    return request.isProblem ? 1 : 0;
  }
  let commits: ComparedCommits;
  try {
    commits = comparedCommits(request.base, {
      folder: resolve(job.options.path),
      environment: job.environment,
      access: accessOf(request),
    });
  } catch (error) {
    write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const { text, code } = impactOf(commits, request.forge, job);
  if (text === null) return code;
  write(`${await publish(text, request, job)}\n`);
  return code;
}

/**
 * What `satori impact` prints, and its exit code: 1 with a text is what `--fail-on` asks for. Null without an
 * answer.
 */
function impactOf(
  { base, head }: ComparedCommits,
  forge: ReviewRequest["forge"],
  { options, environment, satori, write }: CommentJob,
): { readonly text: string | null; readonly code: number } {
  const [program, ...first] = satori;
  const args = [
    ...first,
    "impact",
    `${base}..${head}`,
    "--markdown",
    "--path",
    options.path,
    ...options.forImpact,
  ];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: "utf8",
    env: Object.fromEntries(Object.entries(environment).filter(([name]) => !SITE_TOKENS.test(name))),
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error) write(`error: satori impact did not run: ${printableLine(error.message)}\n`);
  if (stderr) write(forge === "github" ? withoutCommands(printable(stderr)) : printable(stderr));
  const code = status ?? 1;
  const isAnswer = code === 0 || (code === 1 && stdout !== "");
  return { text: isAnswer ? stdout : null, code };
}

/** Text with names from the code: GitHub's runner must not take a line of it for a command. */
function withoutCommands(text: string): string {
  const end = randomUUID();
  return `::stop-commands::${end}\n${text.endsWith("\n") ? text : `${text}\n`}::${end}::\n`;
}

const WORDS: Readonly<Record<CommentResult, string>> = {
  created: "The comment was created.",
  updated: "The comment was updated.",
  unchanged: "The comment is up to date.",
  removed: "There is nothing to report: the comment was removed.",
  nothing: "There is nothing to report.",
};

/** Posts the text, or writes it where the job shows it. Returns a line for the log. */
async function publish(text: string, request: ReviewRequest, { write, wait }: CommentJob): Promise<string> {
  if (request.token !== null) {
    const store: CommentStore =
      request.forge === "github" ? gitHubComments(request, { wait }) : gitLabNotes(request, { wait });
    const result = await posted(store, text, wait);
    if (typeof result === "string") return WORDS[result];
    // Forks get a token that may only read.
    write(`The comment was not posted: ${result.message}\n`);
  } else write("The comment was not posted: the job has no token.\n");
  return text === "" ? WORDS.nothing : keepText(text, request);
}

/** Repeats the whole search: an attempt that seems to have failed may have created the comment. */
async function posted(
  store: CommentStore,
  text: string,
  wait: CommentJob["wait"],
): Promise<CommentResult | RequestFailure> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await keepComment(store, text);
    } catch (error) {
      const failure =
        error instanceof RequestFailure ? error : new RequestFailure(null, printableLine(String(error)));
      const mayPass = failure.status === null || failure.status === 404 || failure.status >= 500;
      if (!mayPass || attempt === COMMENT_ATTEMPTS) return failure;
      await wait(COMMENT_DELAY_MS);
    }
  }
}

function keepText(text: string, request: ReviewRequest): string {
  try {
    if (request.forge === "github" && request.summary !== null) {
      appendFileSync(request.summary, text);
      return "It is in the summary of the job.";
    }
    writeFileSync(TEXT_FILE, text);
    return `It is in ${TEXT_FILE}.`;
  } catch (error) {
    return `It could not be written either: ${printableLine(String(error))}`;
  }
}

/** Access for git by the job's token, by variables: arguments would be visible to other processes. */
function accessOf(request: ReviewRequest): Environment {
  if (request.forge === "gitlab" || request.token === null) return {};
  const credentials = Buffer.from(`x-access-token:${request.token}`).toString("base64");
  return {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${request.site}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${credentials}`,
  };
}
