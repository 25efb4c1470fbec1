/**
 * Syncs of a large tree, whose files git examines, find what changed, however it changed and whenever one was
 * killed.
 */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../tools/until.ts";
import { type Cli, cliIn } from "../support/cli.ts";
import { isIndexing } from "../support/index-folder.ts";
import { type Workspace, createWorkspace, writeFile } from "../support/workspace.ts";

/** Most names are of files that are ignored, since reading them is not what this is about. */
const IGNORED_FILES = 5_000;

let workspace: Workspace;
let satori: Cli;
let root: string;
/** Folder of a `git` that records how it is called. */
let bin: string;

beforeAll(async () => {
  workspace = createWorkspace();
  root = workspace.path("large");
  mkdirSync(join(root, "data"), { recursive: true });
  writeFile(join(root, ".gitignore"), "*.skip\n");
  for (let at = 0; at < IGNORED_FILES; at++) writeFileSync(join(root, "data", `${at}.skip`), "");
  for (let at = 0; at < 20; at++)
    writeFile(join(root, "src", `part${at % 4}`, `file${at}.py`), `def job_${at}():\n    return ${at}\n`);
  bin = workspace.path("bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "git"),
    `#!/bin/sh\necho "$*" >> '${join(bin, "calls")}'\nPATH=\${PATH#*:} exec git "$@"\n`,
  );
  chmodSync(join(bin, "git"), 0o755);
  satori = cliIn(workspace, root, { PATH: `${bin}:${process.env["PATH"]}` });
  expect(await satori(["index"])).toMatchObject({ code: 0 });
  // Files settle by the clock of the file system.
  await sleep(2_100);
  expect(await sync()).toEqual([0, 0, 0]);
});
afterAll(() => workspace[Symbol.dispose]());

/** Files added, removed and modified. */
async function sync(environment: Record<string, string> = {}): Promise<(number | undefined)[]> {
  const { envelope } = await satori.json("manage_index", ["sync"], { environment });
  const stats = envelope.status === "ok" ? envelope.stats : undefined;
  return [stats?.added, stats?.removed, stats?.modified];
}

/** Of the state that a sync, or a first run, finds. */
async function merkleRoot(cli: Cli, command: "index" | "sync" = "sync"): Promise<string | null | undefined> {
  expect(await cli([command])).toMatchObject({ code: 0 });
  const { envelope } = await cli.json("manage_index", ["status"]);
  return envelope.status === "ok" ? envelope.index?.merkleRoot : undefined;
}

/** How often git was asked which files have changed. */
function gitCalls(): number {
  const calls = existsSync(join(bin, "calls")) ? readFileSync(join(bin, "calls"), "utf8") : "";
  return calls.split("\n").filter((line) => line.includes(" diff-files ")).length;
}

/** Every file of the index with its size and time. */
function indexFiles(): string[] {
  const folder = join(workspace.home, "indexes", readdirSync(join(workspace.home, "indexes"))[0] ?? "");
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return names
    .map((name) => `${name} ${statSync(join(folder, name)).size} ${statSync(join(folder, name)).mtimeMs}`)
    .filter((line) => !line.startsWith("lock"));
}

test("a sync without changes asks git, and writes nothing", async () => {
  const [calls, files] = [gitCalls(), indexFiles()];
  expect(await sync()).toEqual([0, 0, 0]);
  expect([gitCalls() - calls, indexFiles()]).toEqual([1, files]);
});

test("what changed is found, however it changed, and searches after it find it", async () => {
  const at = (path: string): string => join(root, path);
  const { atime, mtime } = statSync(at("src/part1/file1.py"));
  writeFileSync(at("src/part1/file1.py"), "def gob_1():\n    return 1\n");
  utimesSync(at("src/part1/file1.py"), atime, mtime);
  expect(await sync()).toEqual([0, 0, 1]);
  writeFile(at("src/part2/new.py"), "def fresh():\n    return 1\n");
  rmSync(at("src/part3/file3.py"));
  renameSync(at("src/part0/file0.py"), at("src/part0/file_zero.py"));
  expect(await sync()).toEqual([2, 2, 0]);
  rmSync(at("src/part3/file7.py"));
  symlinkSync("file11.py", at("src/part3/file7.py"));
  appendFileSync(at(".gitignore"), "file19.py\n");
  expect(await sync()).toEqual([0, 2, 1]);
  expect(await sync()).toEqual([0, 0, 0]);
  writeFileSync(at("src/part1/file5.py"), "def settle_the_invoice():\n    return 5\n");
  const { envelope } = await satori.json("search_codebase", ["search", "settle the invoice"]);
  expect("results" in envelope && envelope.results[0]).toMatchObject({ file: "src/part1/file5.py" });
});

test("a sync that is killed at any moment leaves nothing that a later one would miss", async () => {
  for (let kill = 0; kill < 8; kill++) {
    // Every other one leaves all as it was.
    if (kill % 2 === 0)
      writeFileSync(
        join(root, "src", `part${kill % 4}`, `killed${kill}.py`),
        `def killed_${kill}():\n    return ${kill}\n`,
      );
    const { child, finished } = satori.start(["sync"]);
    await Promise.race([until("the lock is taken", () => isIndexing(workspace.home, child.pid)), finished]);
    await sleep(kill * 20);
    child.kill("SIGKILL");
    await finished;
    expect(await merkleRoot(satori), `after kill ${kill}`).toBe(
      await merkleRoot(cliIn({ ...workspace, home: workspace.path(`fresh${kill}`) }, root), "index"),
    );
  }
});

test("without git, a sync finds the same", async () => {
  const nowhere = workspace.path("nowhere");
  mkdirSync(nowhere);
  writeFile(join(root, "src", "part2", "another.py"), "def another():\n    return 2\n");
  expect(await sync({ PATH: nowhere })).toEqual([1, 0, 0]);
  expect(await sync({ PATH: nowhere })).toEqual([0, 0, 0]);
});
