/**
 * What `integrations/` has for GitHub and GitLab: each script of its steps, run by bash in a shallow clone, with
 * the built product and a stand-in for the site.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CLI_BIN } from "../support/cli.ts";
import { environmentIn } from "../support/environment.ts";
import { type Finished, run } from "../support/process.ts";
import { commit, git } from "../support/repository.ts";
import { createWorkspace, writeFile } from "../support/workspace.ts";

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../integrations/${path}`, import.meta.url)), "utf8");

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const action = parse(textOf("github/action.yml")) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const job = (
  parse(textOf("gitlab/satori-impact.yml")) as {
    readonly "satori-impact": {
      readonly script: readonly string[];
      readonly variables: Readonly<Record<string, string>>;
    };
  }
)["satori-impact"];

const workspace = createWorkspace();
const origin = workspace.path("origin");
const temporary = workspace.path("runner");
const programs = workspace.path("programs");
const ids = { base: "", quiet: "", loud: "" };

const comments: { id: number; body: string }[] = [];
let isReadOnly = false;
let site: Server;
let api = "";

/** A site with one request, whose comments are all by the token's account. */
function startSite(): Server {
  return createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => void (text += part.toString()));
    request.on("end", () => {
      const { method = "", url = "" } = request;
      const send = (status: number, body?: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(body === undefined ? "" : JSON.stringify(body));
      };
      const written = comments.map((comment) => ({
        ...comment,
        user: { login: "me" },
        author: { id: 1 },
        system: false,
      }));
      if (url === "/user") return send(200, { login: "me", id: 1 });
      if (method === "GET") return send(200, written);
      if (isReadOnly) return send(403, { message: "Resource not accessible by integration" });
      const body = text === "" ? "" : (JSON.parse(text) as { readonly body: string }).body;
      if (method === "POST") comments.push({ id: comments.length + 1, body });
      else if (method === "DELETE") comments.splice(0, 1);
      else comments[0] = { id: 1, body };
      return send(200, {});
    });
  });
}

beforeAll(async () => {
  commit(origin, "base", {
    "package.json": '{ "devDependencies": { "vitest": "^3.0.0" } }\n',
    "a.ts": "export function greet(name: string): string {\n  return name;\n}\n",
    "b.ts": 'import { greet } from "./a.ts";\n\nexport const hello = (): string => greet("you");\n',
  });
  git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
  ids.base = git(origin, "rev-parse", "HEAD").trim();
  // A branch whose name would do something if a script contained it.
  git(origin, "checkout", "--quiet", "-b", "topic$(touch${IFS}owned)");
  commit(origin, "quiet", { "README.md": "# Shop\n" });
  ids.quiet = git(origin, "rev-parse", "HEAD").trim();
  commit(origin, "loud", {
    "a.ts": "export function greet(name: string, loud: boolean): string {\n  return name;\n}\n",
  });
  ids.loud = git(origin, "rev-parse", "HEAD").trim();
  // `npm install` puts the built product where npm would.
  mkdirSync(programs, { recursive: true });
  writeFileSync(
    join(programs, "npm"),
    '#!/bin/bash\nset -e\n[[ "$*" == *"--ignore-scripts"*" -- satori-code@"* ]]\nwhile [[ $1 != --prefix ]]; do shift; done\n' +
      `mkdir -p "$2/node_modules/.bin"\nln -sf ${CLI_BIN} "$2/node_modules/.bin/satori"\n`,
  );
  chmodSync(join(programs, "npm"), 0o755);
  site = startSite();
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  api = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  comments.length = 0;
  isReadOnly = false;
});
afterAll(() => {
  site.close();
  workspace[Symbol.dispose]();
});

let clones = 0;
/** A clone with one commit, as a job has it. */
function checkout(revision: string): string {
  const folder = workspace.path(`clone${clones++}`);
  mkdirSync(folder);
  git(folder, "init", "--quiet");
  git(folder, "remote", "add", "origin", pathToFileURL(origin).href);
  git(folder, "fetch", "--quiet", "--depth=1", "origin", revision);
  git(folder, "checkout", "--quiet", "--detach", revision);
  return folder;
}

const shell = (
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Finished> =>
  run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    environment: {
      ...environmentIn(workspace),
      PATH: `${programs}:${process.env["PATH"] ?? ""}`,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...environment,
    },
  });

/** The action's scripts, one after the other, as its runner runs them. Returns the end of the last one. */
async function runAction(folder: string, inputs: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const event = workspace.path("event.json");
  writeFile(event, JSON.stringify({ pull_request: { number: 5, base: { sha: ids.base } } }));
  const filled = (text: string): string =>
    text.replace(/\$\{\{ (inputs|runner)\.([\w-]+) \}\}/g, (_, context: string, name: string) =>
      context === "runner"
        ? temporary
        : name === "token"
          ? "secret"
          : (inputs[name] ?? action.inputs[name]?.default ?? ""),
    );
  let last: Finished = { code: 1, stdout: "", stderr: "", signal: null };
  for (const { run: script, env = {} } of action.runs.steps) {
    if (script === undefined) continue;
    last = await shell(script, folder, {
      RUNNER_TEMP: temporary,
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: "o/r",
      GITHUB_API_URL: api,
      GITHUB_REF: "refs/pull/5/merge",
      GITHUB_SHA: ids.loud,
      GITHUB_HEAD_REF: "topic$(touch${IFS}owned)",
      GITHUB_STEP_SUMMARY: workspace.path("summary.md"),
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
    });
    if (last.code !== 0) break;
  }
  return last;
}

const runJob = (folder: string, variables: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  shell(job.script.join("\n"), folder, {
    ...job.variables,
    SATORI_HOME: workspace.home,
    GITLAB_CI: "true",
    CI_API_V4_URL: api,
    CI_PROJECT_ID: "3",
    CI_MERGE_REQUEST_IID: "5",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: ids.base,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "topic$(touch${IFS}owned)",
    IMPACT_GITLAB_TOKEN: "secret",
    ...variables,
  });

describe("the action for GitHub", () => {
  test("posts a comment, fails if it shall, and removes the comment when nothing is left to say", async () => {
    const ended = await runAction(checkout(ids.loud), { "fail-on": "signature" });
    expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining("The comment was created.")]);
    expect(comments).toEqual([{ id: 1, body: expect.stringMatching(/^<!-- satori-impact -->\n/) }]);
    expect(comments[0]?.body).toContain("- `b.ts:3` too few arguments: `export const hello");
    const quiet = await runAction(checkout(ids.quiet));
    expect([quiet.code, quiet.stdout]).toEqual([0, expect.stringContaining("the comment was removed.")]);
    expect(comments).toEqual([]);
  });

  test("writes the summary for a fork, whose token may only read", async () => {
    isReadOnly = true;
    expect(await runAction(checkout(ids.loud))).toMatchObject({ code: 0 });
    expect(readFileSync(workspace.path("summary.md"), "utf8")).toContain("too few arguments");
  });
});

describe("the job for GitLab", () => {
  test("posts a comment, and says nothing if there is nothing to say", async () => {
    expect(await runJob(checkout(ids.quiet))).toMatchObject({ code: 0 });
    expect(comments).toEqual([]);
    const ended = await runJob(checkout(ids.loud));
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("The comment was created.")]);
    expect(comments[0]?.body).toContain("too few arguments");
  });

  test("keeps the text as a file without a token, and fails if it shall", async () => {
    const folder = checkout(ids.loud);
    const ended = await runJob(folder, { IMPACT_GITLAB_TOKEN: "", IMPACT_FAIL_ON: "signature" });
    expect(ended.code).toBe(1);
    expect(readFileSync(join(folder, "satori-impact.md"), "utf8")).toContain("too few arguments");
  });
});
