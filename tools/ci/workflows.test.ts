/** The workflows for GitHub are valid, and what they name exists. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../check/steps.ts";

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly steps: readonly WorkflowStep[];
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(ROOT, ".github/workflows");
const NAMES = readdirSync(FOLDER).sort();
const textOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
// Valid by the schema, which the first test checks.
const workflowOf = (name: string): Workflow => parse(textOf(name)) as Workflow;
const stepsOf = (name: string): readonly WorkflowStep[] =>
  Object.values(workflowOf(name).jobs).flatMap(({ steps }) => steps);

it("are those of tests and of releases", () => {
  expect(NAMES).toEqual(["ci.yml", "release.yml"]);
});

describe.each(NAMES)("%s", (name) => {
  it("matches GitHub's schema", () => {
    const schema: unknown = JSON.parse(
      readFileSync(join(ROOT, "tools/ci/schemas/github-workflow.schema.json"), "utf8"),
    );
    const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema as object);
    isValid(workflowOf(name));
    expect(isValid.errors).toBeNull();
    // A schema that takes anything would prove nothing.
    const [job] = Object.keys(workflowOf(name).jobs) as [string];
    const { jobs } = workflowOf(name);
    expect(isValid({ ...workflowOf(name), jobs: { ...jobs, [job]: { ...jobs[job], step: [] } } })).toBe(
      false,
    );
  });

  it("takes every action at a commit, and says which version that is", () => {
    const used = [...textOf(name).matchAll(/uses: (.*)/g)].map(([, text]) => text);
    expect(used.length).toBe(stepsOf(name).filter(({ uses }) => uses !== undefined).length);
    for (const text of used) expect(text).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("names scripts of this repository", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = stepsOf(name).flatMap(({ run = "" }) =>
      [...run.matchAll(/npm (?:run ([\w:-]+)|(test))/g)].map(([, script, test]) => script ?? test),
    );
    expect(named).toContain("test");
    for (const script of named) expect(scripts, String(script)).toHaveProperty(String(script));
  });

  it("reads the repository and no more, keeps no credentials, and ends", () => {
    const { permissions, jobs } = workflowOf(name);
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const { uses = "", with: options } of stepsOf(name))
      if (uses.startsWith("actions/checkout@")) expect(options).toEqual({ "persist-credentials": false });
  });
});

describe("tests", () => {
  const { jobs, concurrency } = workflowOf("ci.yml");
  const { strategy, steps } = jobs["test"] as Job;

  it("run on three systems and with each version of Node.js from the oldest that we support", () => {
    expect(strategy?.matrix).toEqual({
      os: ["ubuntu-latest", "macos-latest", "windows-latest"],
      node: [20, 22, 24],
    });
    const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly engines: { readonly node: string };
    };
    expect(engines.node).toMatch(/^>=20\./);
  });

  it("run in full, but for the tests of the built product on Windows", () => {
    const testing = steps.filter(({ run = "" }) => run.includes("npm test"));
    expect(testing.map(({ if: condition, run }) => [condition, run?.trim()])).toEqual([
      ["runner.os != 'Windows'", "npm test"],
      ["runner.os == 'Windows'", "npm run lint\nnpm test -- --project unit"],
    ]);
  });

  it("of an older push are cancelled", () => {
    expect(concurrency).toEqual({ group: "ci-${{ github.ref }}", "cancel-in-progress": true });
  });
});

describe("a release", () => {
  const { on, jobs } = workflowOf("release.yml");

  it("begins with a tag of a version, and is never cancelled halfway", () => {
    expect(on).toEqual({ push: { tags: ["v*"] } });
    expect(workflowOf("release.yml").concurrency["cancel-in-progress"]).toBe(false);
  });

  it("is tested and prepared without an identity, and published by a job that runs nothing else", () => {
    const runs = (job: string): readonly (string | undefined)[] =>
      (jobs[job] as Job).steps.flatMap(({ run }) => run?.trim() ?? []);
    expect(runs("prepare").slice(1)).toEqual(["npm ci", "npm test", "npm run release -- --dry-run"]);
    expect(jobs["prepare"]?.permissions).toBeUndefined();
    expect(jobs["publish"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(runs("publish")).toEqual([
      "sha256sum --check SHA256SUMS",
      'for archive in dist/release/*.tgz; do\n  npm publish "./$archive" --provenance --access public\ndone',
    ]);
  });
});
