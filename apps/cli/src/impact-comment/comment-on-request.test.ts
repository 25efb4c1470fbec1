/** The whole job, with a real repository and a stand-in for `satori impact`. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { IMPACT_MARKER } from "../render/impact-marker.ts";
import { commentOnRequest } from "./comment-on-request.ts";
import { type FakeSite, startFakeSite } from "./testing/fake-site.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "satori-comment-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => void vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null").stubEnv("GIT_CONFIG_NOSYSTEM", "1"));
afterEach(() => void vi.unstubAllEnvs());

const origin = join(folder, "origin");
const SETTINGS = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"];
const git = (at: string, ...args: string[]): string =>
  execFileSync("git", [...SETTINGS, "-C", at, ...args], {
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  }).trim();
const commit = (name: string): string => {
  git(origin, "commit", "--quiet", "--allow-empty", "-m", name);
  return git(origin, "rev-parse", "HEAD");
};
/** `fork` is where `topic` parted from `main`, `merge` merges both. */
const ids = { fork: "", target: "", head: "", merge: "" };
/** Empty commits on `topic`, for `git fast-import`. */
const manyCommits = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const from = at === 0 ? `from ${ids.fork}\n` : "";
    return `commit refs/heads/topic\ncommitter T <t@example.org> ${1_700_000_000 + at} +0000\ndata 1\nt\n${from}`;
  }).join("");
const program = join(folder, "impact.mjs");

beforeAll(() => {
  execFileSync("git", [...SETTINGS, "init", "--quiet", origin]);
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  commit("start");
  ids.fork = commit("fork");
  // More than the first step of deepening fetches, in one process.
  execFileSync("git", ["-C", origin, "fast-import", "--quiet"], { input: manyCommits(60) });
  ids.head = git(origin, "rev-parse", "topic");
  ids.target = commit("main moves on");
  git(origin, "checkout", "--quiet", "--detach");
  git(origin, "merge", "--quiet", "--no-ff", "-m", "merge", "topic");
  ids.merge = git(origin, "rev-parse", "HEAD");
  git(origin, "update-ref", "refs/pull/5/merge", ids.merge);
  git(origin, "checkout", "--quiet", "main");
  // Prints its arguments, as `satori impact` would print a comment.
  writeFileSync(
    program,
    `const { TEXT, CODE } = process.env;
    process.stderr.write("::set-output name=x::y\\n");
    if (process.env.GITHUB_TOKEN ?? process.env.IMPACT_GITLAB_TOKEN) process.stderr.write("LEAKED");
    process.stdout.write(TEXT ?? ${JSON.stringify(`${IMPACT_MARKER}\n`)} + process.argv.slice(2).join(" "));
    process.exitCode = Number(CODE ?? 0);`,
  );
});

const sites: FakeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site[Symbol.asyncDispose]();
});

/** A clone as a job has it. */
function checkout(revision: string, depth: number): string {
  const at = mkdtempSync(join(folder, "clone-"));
  git(at, "init", "--quiet");
  git(at, "remote", "add", "origin", pathToFileURL(origin).href);
  git(at, "fetch", "--quiet", "--no-tags", `--depth=${depth}`, "origin", revision);
  git(at, "checkout", "--quiet", "--detach", revision);
  return at;
}

interface Started {
  readonly code: number;
  readonly log: string;
  readonly site: FakeSite;
}

interface JobChanges {
  readonly environment?: Readonly<Record<string, string>>;
  readonly forImpact?: readonly string[];
  readonly site?: FakeSite;
  readonly writeStatus?: number;
}

async function run(forge: "github" | "gitlab", path: string, changes: JobChanges = {}): Promise<Started> {
  const { environment = {}, forImpact = [], writeStatus } = changes;
  const site = changes.site ?? (await startFakeSite({ forge, ...(writeStatus ? { writeStatus } : {}) }));
  if (!sites.includes(site)) sites.push(site);
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 5, base: { sha: ids.target } } }));
  const ofForge =
    forge === "github"
      ? {
          GITHUB_ACTIONS: "true",
          GITHUB_EVENT_PATH: event,
          GITHUB_REPOSITORY: "o/r",
          GITHUB_API_URL: site.api,
          GITHUB_TOKEN: "secret",
          GITHUB_REF: "refs/pull/5/merge",
          GITHUB_SHA: ids.merge,
        }
      : {
          GITLAB_CI: "true",
          CI_API_V4_URL: site.api,
          CI_PROJECT_ID: "3",
          CI_MERGE_REQUEST_IID: "5",
          CI_MERGE_REQUEST_DIFF_BASE_SHA: ids.fork,
          IMPACT_GITLAB_TOKEN: "secret",
        };
  let log = "";
  const code = await commentOnRequest({
    options: { path, forImpact },
    environment: { PATH: process.env["PATH"], HOME: folder, ...ofForge, ...environment },
    satori: [process.execPath, program],
    write: (text) => void (log += text),
    wait: () => Promise.resolve(),
  });
  expect(log).not.toContain("LEAKED");
  return { code, log, site };
}

const rangeIn = ({ site }: Started): string | undefined =>
  /impact (\S+) --markdown/.exec(site.comments[0]?.body ?? "")?.[1];

describe("compares", () => {
  it("the merge that GitHub checks out with its first parent, in the shallowest clone", async () =>
    expect(rangeIn(await run("github", checkout(ids.merge, 1)))).toBe(`${ids.target}..${ids.merge}`));

  it("the branch itself with where it parted from the target, in shallow clones and in whole ones", async () => {
    for (const depth of [1, 5, 1_000])
      expect(rangeIn(await run("github", checkout(ids.head, depth)))).toBe(`${ids.fork}..${ids.head}`);
  });

  it("a branch on GitLab with the base that GitLab names", async () =>
    expect(rangeIn(await run("gitlab", checkout(ids.head, 1)))).toBe(`${ids.fork}..${ids.head}`));

  it("a merged result on GitLab with its first parent", async () => {
    const environment = { CI_MERGE_REQUEST_TARGET_BRANCH_SHA: ids.target, CI_COMMIT_SHA: ids.merge };
    const started = await run("gitlab", checkout(ids.merge, 1), { environment });
    expect(rangeIn(started)).toBe(`${ids.target}..${ids.merge}`);
  });

  it("nothing if the base cannot be fetched, and says what to change", async () => {
    const path = checkout(ids.head, 1);
    git(path, "remote", "set-url", "origin", join(folder, "nowhere"));
    const { code, log, site } = await run("github", path);
    expect([code, site.requests]).toEqual([1, []]);
    expect(log).toMatch(/^error: the commit to compare with cannot be fetched: .+fetch-depth: 0/);
  });
});

describe("posts", () => {
  const path = (): string => checkout(ids.merge, 1);

  it("one comment, and removes it when a later push has nothing to say", async () => {
    const first = await run("github", path(), { forImpact: ["--fail-on=removed"] });
    expect(first).toMatchObject({ code: 0, log: expect.stringContaining("The comment was created.") });
    expect(first.site.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/--path \S+ --fail-on=removed$/),
    ]);
    const { site } = first;
    const second = await run("github", path(), { site, environment: { TEXT: `${IMPACT_MARKER}\nnew` } });
    expect(second.log).toContain("The comment was updated.");
    const third = await run("github", path(), { site, environment: { TEXT: "" } });
    expect(third.log).toContain("the comment was removed.");
    expect(site.comments).toEqual([]);
    const fourth = await run("github", path(), { site, environment: { TEXT: "" } });
    expect(fourth).toMatchObject({ code: 0, log: expect.stringContaining("There is nothing to report.") });
    expect(site.comments).toEqual([]);
  });

  it("what --fail-on asks for, and ends with its code", async () => {
    const { code, site } = await run("github", path(), { environment: { CODE: "1" } });
    expect([code, site.comments.length]).toEqual([1, 1]);
  });

  it("nothing if satori impact fails", async () => {
    const { code, site } = await run("github", path(), { environment: { CODE: "3", TEXT: "" } });
    expect([code, site.requests]).toEqual([3, []]);
    const error = await run("github", path(), { environment: { CODE: "1", TEXT: "" } });
    expect([error.code, error.site.requests]).toEqual([1, []]);
  });

  it("into the summary of the job if the token may only read, and does not fail", async () => {
    const summary = join(folder, "summary.md");
    const environment = { GITHUB_STEP_SUMMARY: summary };
    const { code, log } = await run("github", path(), { environment, writeStatus: 403 });
    expect(code).toBe(0);
    expect(log).toMatch(/not posted: POST \S+: 403 .+\nIt is in the summary of the job\.\n$/);
    expect(readFileSync(summary, "utf8")).toContain(IMPACT_MARKER);
  });

  it("into a file on GitLab without a token, and nothing if there is nothing to say", async () => {
    const before = process.cwd();
    const at = checkout(ids.head, 1);
    process.chdir(mkdtempSync(join(folder, "job-")));
    const none = { IMPACT_GITLAB_TOKEN: "" };
    try {
      const quiet = await run("gitlab", at, { environment: { ...none, TEXT: "" } });
      expect([quiet.code, existsSync("satori-impact.md")]).toEqual([0, false]);
      const { code, log } = await run("gitlab", at, { environment: none });
      expect([code, log]).toEqual([0, expect.stringContaining("It is in satori-impact.md.")]);
      expect(readFileSync("satori-impact.md", "utf8")).toContain(IMPACT_MARKER);
    } finally {
      process.chdir(before);
    }
  });
});

it("a line of satori impact is no command of GitHub's runner", async () => {
  const { log } = await run("github", checkout(ids.merge, 1));
  expect(log).toMatch(/^::stop-commands::([\w-]{36})\n::set-output name=x::y\n::\1::\n/);
});

it.each<[string, Readonly<Record<string, string>>, number]>([
  ["outside of CI", { GITHUB_ACTIONS: "" }, 1],
  ["for a push", { GITHUB_EVENT_PATH: join(folder, "none.json") }, 0],
  ["with an odd repository", { GITHUB_REPOSITORY: "o/r/../x?" }, 1],
])("%s there is no request", async (_, environment, code) => {
  const started = await run("github", folder, { environment });
  expect(started).toMatchObject({ code, log: expect.stringMatching(/^No comment: .+\.\n$/) });
  expect(started.site.requests).toEqual([]);
});
