/**
 * `kill -9` at any moment: an index is the one before or the one after, never half, and the next command
 * makes it right.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { isIndexing } from "../support/index-folder.ts";
import { type Workspace, createWorkspace, writeFile, writeManyModules } from "../support/workspace.ts";

const FILES = 100;
const shared = createWorkspace();
afterAll(() => shared[Symbol.dispose]());

/** A tree of its own, so that its state is what a test makes it. */
function newSetting(): { workspace: Workspace; root: string; satori: Cli } {
  const workspace = createWorkspace();
  onTestFinished(() => workspace[Symbol.dispose]());
  const root = writeManyModules(workspace.path("parcels"), FILES);
  return { workspace, root, satori: cliIn(workspace, root) };
}

const QUESTIONS = [
  ["search", "load the changed parcel of a depot", "--limit", "50"],
  ["outline", "depot8/new.ts"],
];

/** What an index answers, without the times at which it was made and what is said of a run that failed. */
async function answers(satori: Cli): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const question of QUESTIONS) {
    const { stdout, stderr } = await satori([...question, "--json"]);
    expect(stderr).toBe("");
    found.push(
      JSON.parse(stdout, (key, value: unknown) =>
        ["meta", "freshnessDecision", "stalenessBucket", "indexedAt", "warnings"].includes(key)
          ? undefined
          : value,
      ),
    );
  }
  return found;
}

/** What a new index of the tree answers, and how long a run takes here. */
async function freshAnswers(
  workspace: Workspace,
  root: string,
): Promise<{ fresh: unknown[]; runMs: number }> {
  const satori = cliIn({ ...workspace, home: workspace.path("fresh-home") }, root);
  const startedMs = performance.now();
  await satori(["index"]);
  const runMs = performance.now() - startedMs;
  const fresh = await answers(satori);
  rmSync(workspace.path("fresh-home"), { recursive: true });
  return { fresh, runMs };
}

/**
 * Starts a command and kills it after some part of the time that a run takes, counted from when it took the
 * lock.
 */
async function killAfter(
  satori: Cli,
  workspace: Workspace,
  args: readonly string[],
  waitMs: number,
): Promise<void> {
  const { child, finished } = satori.start(args);
  await Promise.race([until("the lock is taken", () => isIndexing(workspace.home, child.pid)), finished]);
  await sleep(waitMs);
  child.kill("SIGKILL");
  await finished;
}

/** Moments in a run; the first is certainly in the middle of one, however fast the machine is by then. */
const MOMENTS = [0, 0.4];

describe("killed at any moment", () => {
  test("a first run leaves nothing or all, and a search makes the rest", async () => {
    const { workspace, root, satori } = newSetting();
    const { fresh, runMs } = await freshAnswers(workspace, root);
    for (const moment of MOMENTS) {
      await killAfter(satori, workspace, ["index"], moment * runMs);
      const { envelope } = await satori.json("search_codebase", ["search", "loadParcel77", "--no-index"]);
      if (envelope.status === "ok") expect(envelope.coverage).toMatchObject({ files: FILES });
      else expect(envelope).toMatchObject({ status: "not_indexed" });
      expect(await answers(satori), `${moment}`).toEqual(fresh);
      await satori(["clear"]);
    }
  });

  test("a rebuild leaves the index before it or the one after", async () => {
    const { workspace, root, satori } = newSetting();
    const { fresh, runMs } = await freshAnswers(workspace, root);
    await satori(["index"]);
    for (const moment of MOMENTS) {
      await killAfter(satori, workspace, ["index", "--force"], moment * runMs);
      expect((await satori.json("manage_index", ["status"])).envelope, `${moment}`).toMatchObject({
        status: "ok",
        index: { files: FILES },
      });
      expect(await answers(satori), `${moment}`).toEqual(fresh);
      expect((await satori.json("manage_index", ["sync"])).envelope).toMatchObject({
        stats: { added: 0, removed: 0, modified: 0 },
      });
    }
  });

  test("a sync leaves what the next one finishes, be it that of a search", async () => {
    const { workspace, root, satori } = newSetting();
    await satori(["index"]);
    for (const [at, moment] of MOMENTS.entries()) {
      changeTree(root, at);
      const { fresh, runMs } = await freshAnswers(workspace, root);
      // A sync takes the lock before it reads the tree, and is over sooner than a run.
      await killAfter(satori, workspace, ["sync"], moment * runMs * 0.8);
      if (at % 2 === 0) expect(await satori(["sync"])).toMatchObject({ code: 0 });
      expect(await answers(satori), `${moment}`).toEqual(fresh);
      expect((await satori.json("manage_index", ["sync"])).envelope).toMatchObject({
        stats: { added: 0, removed: 0, modified: 0 },
      });
    }
  });
});

/** Another version of the tree: most files differ, some are gone, some are new. */
function changeTree(root: string, version: number): void {
  writeManyModules(root, FILES);
  for (let at = version % 3; at < FILES; at += 2)
    writeFile(
      join(root, `depot${at % 50}`, `parcel${at}.ts`),
      `export function changedParcel${version}of${at}(): number {\n  return ${at};\n}\n`,
    );
  for (let at = version; at < 50; at += 5)
    rmSync(join(root, `depot${at}`, `parcel${at}.ts`), { force: true });
  writeFile(join(root, "depot8/new.ts"), `export const newIn${version} = ${version};\n`);
}
