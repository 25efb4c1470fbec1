/** The jobs of `integrations/` are valid, pinned, name what exists, and put nothing foreign into a script. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "@satori/contracts";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../apps/cli/src/commands/index.ts";
import { readCommentOptions } from "../../apps/cli/src/impact-comment/options.ts";
import { FAILURE_REASONS } from "../../apps/cli/src/impact/fail-on.ts";
import { parseCommandLine } from "../../apps/cli/src/program.ts";
import { ROOT } from "./packages.ts";

const textOf = (path: string): string => readFileSync(join(ROOT, "integrations", path), "utf8");

interface ActionStep {
  readonly name: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

const action = parse(textOf("github/action.yml")) as Action;
const scripts = action.runs.steps.filter(({ run }) => run !== undefined);

/** Arguments of the calls of `satori` in a script; variables stay as they are written. */
function callsIn(script: string): string[][] {
  return [...script.matchAll(/(?:^|\.bin\/)satori"? (.+)$/gm)].map(([, words = ""]) =>
    words.replaceAll('"', "").split(" "),
  );
}

function expectCallsExist(script: string): void {
  const calls = callsIn(script);
  expect(calls.map(([command]) => command)).toEqual(["index", "impact-comment"]);
  const [index = [], comment = []] = calls;
  expect(parseCommandLine(index, COMMANDS, "0.0.0")).toMatchObject({ kind: "command" });
  expect(readCommentOptions(comment.slice(1))).toMatchObject({ path: expect.any(String) });
}

describe("the action for GitHub", () => {
  it("is a composite action whose inputs are described, and all used", () => {
    expect(action.runs.using).toBe("composite");
    for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
      expect([name, typeof description, typeof value]).toEqual([name, "string", "string"]);
      expect(textOf("github/action.yml")).toContain(`\${{ inputs.${name} }}`);
    }
    expect(action.inputs["fail-on"]?.description).toContain(FAILURE_REASONS.join(", "));
  });

  it("has no expression in a script: values are variables, and each is quoted", () => {
    expect(scripts.length).toBeGreaterThan(2);
    for (const { run = "", shell, env = {} } of scripts) {
      expect(run).not.toContain("${{");
      expect(shell).toBe("bash");
      for (const name of Object.keys(env))
        expect(run.replaceAll(/"[^"]*"/g, ""), `${name} outside of quotes`).not.toContain(`$${name}`);
    }
  });

  it("uses inputs and facts of the runner alone, nothing that the pull request's author writes", () => {
    const used = [...textOf("github/action.yml").matchAll(/\$\{\{ ([\w.-]+) \}\}/g)].map(
      ([, name = ""]) => name,
    );
    for (const name of used)
      expect(name).toMatch(
        /^(?:inputs\.(?:path|fail-on|depth|package|token)|runner\.(?:temp|os)|github\.(?:sha|token))$/,
      );
  });

  it("gives the token to one step", () => {
    const withToken = action.runs.steps.filter(({ env }) => env?.["GITHUB_TOKEN"] !== undefined);
    expect(withToken.map(({ name }) => name)).toEqual(["Comment"]);
  });

  it("calls what exists", () => expectCallsExist(scripts.map(({ run }) => run).join("\n")));

  it.each(["github/action.yml", "github/README.md"])("%s takes actions at a commit", (path) => {
    const used = [...textOf(path).matchAll(/uses: (actions\/.*)/g)].map(([, text = ""]) => text);
    expect(used.length).toBeGreaterThan(0);
    for (const text of used) expect(text).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("needs no more permissions than to read code and to write comments", () => {
    const [, workflow = ""] = /```yaml\n(.*?)```/s.exec(textOf("github/README.md")) ?? [];
    expect(parse(workflow)).toMatchObject({
      permissions: { contents: "read", "pull-requests": "write" },
    });
    expect(Object.keys((parse(workflow) as { on: object }).on)).toEqual(["pull_request", "push"]);
  });
});

describe("the job for GitLab", () => {
  const { "satori-impact": job } = parse(textOf("gitlab/satori-impact.yml")) as {
    readonly "satori-impact": {
      readonly image: string;
      readonly script: readonly string[];
      readonly variables: Readonly<Record<string, string>>;
      readonly cache: { readonly paths: readonly string[] };
    };
  };

  it("calls what exists", () => expectCallsExist(job.script.join("\n")));

  it("quotes every variable, and reads none that the merge request's author writes", () => {
    for (const line of job.script) {
      expect(line.replaceAll(/"[^"]*"/g, ""), line).not.toContain("$");
      for (const [, name] of line.matchAll(/\$(\w+)/g))
        expect(["PATH", ...Object.keys(job.variables)]).toContain(name);
    }
  });

  it("sets no variable that Satori would take for a setting it does not have", () => {
    for (const name of Object.keys(job.variables))
      if (name.startsWith("SATORI_")) expect(Object.keys(SETTINGS)).toContain(name);
  });

  it("has an image with a version", () => expect(job.image).toMatch(/^node:\d+\.\d+\.\d+-\w+$/));

  it("indexes neither its cache nor anything outside of the project", () => {
    const [home = ""] = job.cache.paths;
    expect(job.variables["SATORI_HOME"]).toBe(`$CI_PROJECT_DIR/${home}`);
    expect(job.script.join("\n")).toContain(`--ignore ${home}`);
  });
});
