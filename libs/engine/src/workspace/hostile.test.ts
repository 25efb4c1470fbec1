/**
 * Whatever the input of the tools, no answer contains anything from outside the roots, and nothing is a
 * defect.
 */
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { WORKSPACE_TOOLS, type WorkspaceToolName } from "@satori/contracts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callTool } from "../call-tool.ts";
import { TestPlace } from "../testing/engine.ts";
import { type TestWorkspace, openWorkspace } from "../testing/workspace.ts";

/** Fewer where each run starts ripgrep in both roots. */
const RUNS: Readonly<Record<WorkspaceToolName, number>> = {
  list_dir: 150,
  workspace_read: 500,
  workspace_search: 60,
  smart_search: 60,
};

let workspace: TestWorkspace;
beforeAll(() => {
  workspace = openWorkspace(`
    //- docs/guide.md
    # Guide
    //- docs/a/both.md
    docs
    //- code/a/both.md
    code
    //- code/src/app.ts
    export const app = 1;
    //- outside/secret.txt
    KEEP-THIS-TO-YOURSELF
  `);
  symlinkSync(join(workspace.folder, "outside"), join(workspace.docs, "leak"));
  symlinkSync(join(workspace.folder, "outside/secret.txt"), join(workspace.code, "a/leak.md"));
  symlinkSync("..", join(workspace.code, "up"));
});
afterAll(() => workspace[Symbol.asyncDispose]());

/** Existing names, ways out of the roots, and invalid parts of paths, combined at random. */
function paths(): fc.Arbitrary<string> {
  const there = fc.constantFrom(
    "a",
    "a/both.md",
    "guide.md",
    "src",
    "src/app.ts",
    "leak",
    "leak/secret.txt",
    "a/leak.md",
    "up",
    "up/docs/guide.md",
    "up/outside/secret.txt",
    "..",
    "../docs",
    "../outside/secret.txt",
    ".",
  );
  const odd = fc.constantFrom(
    "",
    "%2e%2e",
    "..\\",
    "~",
    "*",
    "**",
    "[",
    "a\0",
    "\ud800",
    "\n",
    " ",
    "nothing",
  );
  const relative = fc
    .array(fc.oneof({ weight: 5, arbitrary: there }, { weight: 1, arbitrary: odd }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join("/"));
  return fc.oneof(
    relative,
    fc
      .tuple(fc.constantFrom("docs", "code", ""), relative)
      .map(([root, rest]) => `${workspace.folder}/${root}/${rest}`),
    fc.constantFrom("/", "/etc/passwd", "//", "C:\\x", "-x"),
    fc.string({ unit: "binary", minLength: 1 }),
  );
}

function argumentsOf(tool: WorkspaceToolName): fc.Arbitrary<object> {
  const repo = fc.constantFrom("docs", "code", undefined);
  const query = fc.oneof(
    fc.constantFrom("KEEP-THIS", "KEEP THIS", "/KEEP.*/", "secret.txt", "*.txt"),
    paths(),
    paths().map((path) => `"${path}"`),
    paths().map((path) => `/${path}|x/`),
    fc.tuple(paths(), paths()).map((parts) => parts.join(" ")),
  );
  const globs = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("*.md", "src/", "**", "outside/", "secret.txt", "leak/**") },
      { weight: 1, arbitrary: paths() },
    ),
    { maxLength: 2 },
  );
  const drawn: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    list_dir: { path: paths(), depth: fc.integer({ min: 1, max: 10 }) },
    workspace_read: { path: paths() },
    workspace_search: { query, regex: fc.boolean(), include_globs: globs, exclude_globs: globs },
    smart_search: { query },
  }[tool];
  return fc
    .record({ repo, ...drawn })
    .map((args) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)));
}

it.each(WORKSPACE_TOOLS)("%s", async (tool) => {
  const runs = fc.asyncProperty(argumentsOf(tool), async (args) => {
    const answer = await workspace.call(tool, args);
    // An answer may repeat the request, but not the file's content.
    expect(JSON.stringify(answer)).not.toContain("KEEP-THIS-TO-YOURSELF");
    if ("code" in answer)
      expect([answer.code, JSON.stringify(args)]).not.toEqual(["INTERNAL", JSON.stringify(args)]);
  });
  await fc.assert(runs, { seed: 7, numRuns: RUNS[tool] });
});

it("shows nothing of a root whose place a link to elsewhere has taken", async () => {
  await using own = new TestPlace({
    "served/docs/a.md": "# A\n",
    "served/code/a.ts": "export {};\n",
    "outside/secret.txt": "KEEP-THIS-TO-YOURSELF\n",
  });
  const [served, docs, code] = ["served", "served/docs", "served/code"].map((folder) =>
    own.tree.at(folder),
  ) as [string, string, string];
  const { engine } = own.engine({ config: { workspaceRoots: { docs, code } } });
  renameSync(code, own.tree.at("served/was"));
  symlinkSync(own.tree.at("outside"), code);
  const call = {
    baseFolder: served,
    roots: [],
    confinedTo: [served],
    session: undefined,
    log: () => undefined,
  };
  const answers = await Promise.all([
    callTool(engine, "workspace_read", { path: "secret.txt", repo: "code" }, call),
    callTool(engine, "list_dir", { repo: "code" }, call),
    callTool(engine, "workspace_search", { query: "KEEP", repo: "code" }, call),
  ]);
  expect(answers).toMatchObject(answers.map(() => ({ code: "PATH_OUTSIDE_ROOTS" })));
});
