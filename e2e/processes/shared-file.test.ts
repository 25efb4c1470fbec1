/** Several processes over one index file, each with a work tree of its own: at once, killed, and clearing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { git } from "../../libs/engine/src/testing/trees/git.ts";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { isIndexing } from "../support/index-folder.ts";
import { startMcp } from "../support/mcp-process.ts";
import { createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const FILES = 150;
const TREES = 4;
const workspace = createWorkspace();
afterAll(() => workspace[Symbol.dispose]());

const main = writeManyModules(workspace.path("main"), FILES);
git(main, "init", "-q", "-b", "main");
git(main, "add", ".");
git(main, "commit", "-q", "-m", "first");
/** Each has a file of its own, and another version of one that all have. */
const trees = Array.from({ length: TREES }, (_, at) => {
  const tree = workspace.path(`tree-${at}`);
  git(main, "worktree", "add", "-q", "--detach", tree);
  writeFile(join(tree, "own.ts"), `export function onlyInTree${at}(): number {\n  return ${at};\n}\n`);
  return tree;
});

/** The answer to a question, without what differs from run to run. */
async function answerOf(satori: Cli, tree: number): Promise<string> {
  const { envelope } = await satori.json("search_codebase", ["search", `onlyInTree${tree} load parcel`]);
  const { meta: _, ...answer } = envelope as { meta: unknown };
  return JSON.stringify(answer).replaceAll(/"checkedAt":"[^"]*"/g, "");
}

const filesOf = (home: string): readonly string[] => readdirSync(join(home, "repositories"));

test("work trees that are indexed at once share a file, and answer like one that is indexed alone", async () => {
  const clis = trees.map((tree) => cliIn(workspace, tree));
  const finished = await Promise.all(clis.map((satori) => satori(["index", "--json"])));
  expect(finished.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    trees.map(() => ({ code: 0, stderr: "" })),
  );
  expect(filesOf(workspace.home)).toHaveLength(1);
  for (const [at, tree] of trees.entries()) {
    const alone = createWorkspace();
    const satori = cliIn(alone, tree);
    await satori(["index", "--quiet"]);
    expect(await answerOf(clis[at] as Cli, at)).toBe(await answerOf(satori, at));
    alone[Symbol.dispose]();
  }
});

test("a killed run harms no other work tree, and the next one completes", async () => {
  const home = createWorkspace();
  const [killed, other] = [cliIn(home, trees[0] as string), cliIn(home, trees[1] as string)];
  await other(["index", "--quiet"]);
  const before = await answerOf(other, 1);
  for (let round = 0; round < 3; round++) {
    const run = killed.start(["index", "--force", "--json"]);
    await until("the run has begun", () => isIndexing(home.home));
    run.child.kill("SIGKILL");
    await run.finished;
    expect(await answerOf(other, 1)).toBe(before);
  }
  expect(await killed(["index", "--quiet"])).toMatchObject({ code: 0 });
  expect(await answerOf(killed, 0)).toContain("onlyInTree0");
  expect(await killed(["doctor"])).toMatchObject({ code: 0 });
  home[Symbol.dispose]();
});

test("a server that reads one goes on while other processes remove and index another again", async () => {
  const home = createWorkspace();
  const [reader = "", removed = ""] = trees;
  const satori = cliIn(home, removed);
  for (const tree of [reader, removed]) await cliIn(home, tree)(["index", "--quiet"]);
  await using server = await startMcp(home, { cwd: reader });
  const ask = async (): Promise<readonly string[]> => {
    const answers = [
      await server.call("search_codebase", { path: reader, query: "onlyInTree0 load parcel" }),
      await server.call("file_outline", { path: reader, file: "own.ts" }),
      await server.call("call_graph", { path: reader, symbol: "loadParcel7" }),
    ];
    return answers.map((answer) =>
      JSON.stringify(answer, (key, value: unknown) =>
        key === "meta" || key === "checkedAt" ? undefined : value,
      ),
    );
  };
  await ask();
  const before = await ask();
  const over = new AbortController();
  const reads = (async () => {
    let count = 0;
    for (; !over.signal.aborted; count++) expect(await ask()).toEqual(before);
    return count;
  })();
  for (let round = 0; round < 3; round++) {
    expect(await satori(["clear"])).toMatchObject({ code: 0 });
    expect(await satori(["index", "--quiet"])).toMatchObject({ code: 0 });
  }
  over.abort();
  expect(await reads).toBeGreaterThan(3);
  expect(filesOf(home.home)).toHaveLength(1);
  expect(await answerOf(satori, 1)).toContain("onlyInTree1");
  home[Symbol.dispose]();
});

test("clearing one while others are indexed and asked leaves theirs whole, and the last takes the file along", async () => {
  const clis = trees.map((tree) => cliIn(workspace, tree));
  const [first, second, ...others] = clis as [Cli, Cli, ...Cli[]];
  const before = await answerOf(second, 1);
  const done = await Promise.all([
    first(["clear"]),
    second(["index", "--force", "--json"]),
    ...others.map((satori, at) => answerOf(satori, at + 2)),
  ]);
  expect(done[0]).toMatchObject({ code: 0 });
  expect(await answerOf(second, 1)).toBe(before);
  for (const satori of [second, ...others]) expect(await satori(["clear"])).toMatchObject({ code: 0 });
  expect(filesOf(workspace.home)).toEqual([]);
});
