/** Finds the pull or merge request that a CI job is about, in what GitHub or GitLab tell the job. */
import { readFileSync } from "node:fs";

export type Environment = Readonly<Record<string, string | undefined>>;

/** How the commit before the change is found. */
export type ChangeBase =
  /**
   * Where the checked-out branch parted from `target`. If the merge that the site makes for a job is checked
   * out, the tip of the target, which is its first parent.
   */
  | { readonly kind: "target"; readonly target: string; readonly merge: string | null }
  /** This commit. */
  | { readonly kind: "commit"; readonly id: string };

interface Common {
  /** Number of the request in its project. */
  readonly number: number;
  /** Address of the REST API, without a slash at its end. */
  readonly api: string;
  /** Null if the job has none. */
  readonly token: string | null;
  readonly base: ChangeBase;
}

export interface GitHubRequest extends Common {
  readonly forge: "github";
  /** `OWNER/NAME` */
  readonly repository: string;
  /** Address of the site, for access to the repository. */
  readonly site: string;
  /** File for the summary of the job; null if there is none. */
  readonly summary: string | null;
}

export interface GitLabRequest extends Common {
  readonly forge: "gitlab";
  readonly projectId: string;
}

export type ReviewRequest = GitHubRequest | GitLabRequest;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Why there is no request to comment on. */
export interface NoRequest {
  readonly reason: string;
  /** Whether the job is set up wrongly, instead of run for something else than a request. */
  readonly isProblem: boolean;
}

/** Every value is checked before it becomes part of an address or of a command. */
export function reviewRequestIn(environment: Environment): ReviewRequest | NoRequest {
  if (environment["GITHUB_ACTIONS"] === "true") return gitHubRequest(environment);
  if (environment["GITLAB_CI"] === "true") return gitLabRequest(environment);
  return { reason: "this is neither a job of GitHub Actions nor one of GitLab CI", isProblem: true };
}

function gitHubRequest(environment: Environment): GitHubRequest | NoRequest {
  const request = pullRequestIn(environment["GITHUB_EVENT_PATH"]);
  if (request === null) return { reason: "this job is not about a pull request", isProblem: false };
  const { number, base } = request;
  const repository = environment["GITHUB_REPOSITORY"] ?? "";
  if (!Number.isSafeInteger(number) || !COMMIT.test(base) || !/^[\w.-]+\/[\w.-]+$/.test(repository))
    return { reason: "the event of this job describes no pull request of a repository", isProblem: true };
  return {
    forge: "github",
    number,
    repository,
    api: addressOf(environment["GITHUB_API_URL"], "https://api.github.com"),
    site: addressOf(environment["GITHUB_SERVER_URL"], "https://github.com"),
    token: environment["GITHUB_TOKEN"] || null,
    summary: environment["GITHUB_STEP_SUMMARY"] || null,
    base: {
      kind: "target",
      target: base,
      merge:
        environment["GITHUB_REF"] === `refs/pull/${number}/merge`
          ? (environment["GITHUB_SHA"] ?? null)
          : null,
    },
  };
}

/** Number and base of the event's pull request; null if there is none. */
function pullRequestIn(file: string | undefined): { readonly number: number; readonly base: string } | null {
  try {
    const event = JSON.parse(readFileSync(file ?? "", "utf8")) as {
      readonly pull_request?: { readonly number?: unknown; readonly base?: { readonly sha?: unknown } };
    };
    const request = event.pull_request;
    return request ? { number: Number(request.number), base: String(request.base?.sha) } : null;
  } catch {
    return null;
  }
}

function gitLabRequest(environment: Environment): GitLabRequest | NoRequest {
  const iid = environment["CI_MERGE_REQUEST_IID"];
  if (!iid) return { reason: "this job is not about a merge request", isProblem: false };
  const projectId = environment["CI_PROJECT_ID"] ?? "";
  const base = environment["CI_MERGE_REQUEST_DIFF_BASE_SHA"] ?? "";
  const api = environment["CI_API_V4_URL"];
  if (!/^\d+$/.test(iid) || !/^\d+$/.test(projectId) || !COMMIT.test(base) || !api)
    return { reason: "the variables of this job describe no merge request of a project", isProblem: true };
  return {
    forge: "gitlab",
    number: Number(iid),
    projectId,
    api: addressOf(api, ""),
    token: environment["IMPACT_GITLAB_TOKEN"] || null,
    // Only set in pipelines for merged results, which check out a merge.
    base: environment["CI_MERGE_REQUEST_TARGET_BRANCH_SHA"]
      ? { kind: "target", target: base, merge: environment["CI_COMMIT_SHA"] ?? null }
      : { kind: "commit", id: base },
  };
}

function addressOf(address: string | undefined, standard: string): string {
  return (address || standard).replace(/\/+$/, "");
}
