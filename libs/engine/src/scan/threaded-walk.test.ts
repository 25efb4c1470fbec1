import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { ENTRY_KINDS, type FolderManifest } from "../model/manifest.ts";
import { manifestOf } from "../testing/trees/manifests.ts";
import "../testing/trees/no-git-settings.ts";
import { TimedTree } from "../testing/trees/timed-tree.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { buildWorker } from "../testing/worker-script.ts";
import { openRules } from "./rules.ts";
import { createThreadedWalker } from "./threaded-walk.ts";
import { type TreeWalker, type WalkInput, walk } from "./walk.ts";

const THREADS = 3;
const SETTINGS = { customExtensions: [], ignorePatterns: ["*.own"] };
const folder = temporaryFolder();
let script: URL;
beforeAll(async () => {
  script = await buildWorker("walk-worker", folder.path);
});
afterAll(() => folder[Symbol.dispose]());

/** A tree of more folders than threads would share one by one, and a last scan of so many files that threads are worth it. */
async function newInput(): Promise<{ tree: TimedTree; input: WalkInput }> {
  const place = temporaryFolder();
  onTestFinished(() => place[Symbol.dispose]());
  const tree = new TimedTree(join(place.path, "code"));
  for (let at = 0; at < 60; at++) tree.writeAll({ [`d${at}/a.ts`]: `${at}`, [`d${at}/sub/b.own`]: "", [`d${at}/sub/c.log`]: "", [`d${at}/sub/deep/e\u0301.ts`]: "", [`d${at}/cafe\u0301/f.ts`]: "" });
  tree.write("d7/.gitignore", "*.log\n");
  tree.wait();
  const first: WalkInput = { root: tree.root, settings: SETTINGS, rules: () => openRules(tree.root, SETTINGS).policy.rootScope(), previous: new Map(), trustsVerdicts: true, maxFileBytes: 100, nowMs: tree.nowMs };
  const { folders } = await walk(first);
  const gone = manifestOf("gone", Array.from({ length: 10_000 }, (_, at) => `file f${at} 1`).join("\n"));
  const previous = new Map([...folders.map(({ manifest }) => manifest), gone].map((known): [string, FolderManifest] => [known.path, known]));
  return { tree, input: { ...first, previous } };
}

/** One that has scanned before: the first scan of a process is threads' work only in the largest trees. */
async function threaded(from = script): Promise<TreeWalker> {
  const scan = createThreadedWalker(from, THREADS);
  using nothing = temporaryFolder();
  await scan({ root: nothing.path, settings: SETTINGS, rules: () => openRules(nothing.path, SETTINGS).policy.rootScope(), previous: new Map(), trustsVerdicts: true, maxFileBytes: 100, nowMs: 0 });
  return scan;
}

it("sees what one thread sees, in the same order", async () => {
  const { tree, input } = await newInput();
  expect(await (await threaded())(input)).toEqual(await walk(input));
  tree.writeAll({ "d3/new.ts": "", "d7/.gitignore": "", "d9/sub/deep/more/x.ts": "" });
  tree.remove("d11");
  const seen = await (await threaded())(input);
  expect(seen).toEqual(await walk(input));
  expect(seen.folders.filter(({ isUnchanged }) => !isUnchanged).map(({ manifest }) => manifest.path)).toEqual(expect.arrayContaining(["", "d3", "d9/sub/deep/more"]));
});

it("takes any number of folders in one", async () => {
  const { input } = await newInput();
  const gone = Array.from({ length: 150_000 }, (_, at): [string, FolderManifest] => [`d0/gone${at}`, manifestOf(`d0/gone${at}`, "")]);
  const previous = new Map([...input.previous, ...gone]);
  expect(await (await threaded())({ ...input, previous })).toEqual(await walk({ ...input, previous }));
});

it("scans again and again, two trees at a time", async () => {
  const [one, other] = [await newInput(), await newInput()];
  const scan = await threaded();
  for (let round = 0; round < 3; round++) {
    one.tree.write(`d${round}/more.ts`, "");
    const [left, right] = await Promise.all([scan(one.input), scan(other.input)]);
    expect([left, right]).toEqual([await walk(one.input), await walk(other.input)]);
  }
});

it("judges like one thread where no earlier verdict counts: nested and anchored rules, folders of any spelling", async () => {
  const { tree, input } = await newInput();
  for (let at = 0; at < 60; at++) {
    tree.writeAll({ [`d${at}/.gitignore`]: "/gen/*.ts\n/sub/out/\n", [`d${at}/gen/a.ts`]: "", [`d${at}/sub/out/b.ts`]: "", [`d${at}/sub/gen/c.ts`]: "" });
    tree.writeAll({ [`d${at}/cafe\u0301/.gitignore`]: "/x.ts\n!/kept.own\n", [`d${at}/cafe\u0301/in/x.ts`]: "", [`d${at}/cafe\u0301/x.ts`]: "" });
  }
  const untrusted = { ...input, trustsVerdicts: false };
  const seen = await (await threaded())(untrusted);
  expect(seen).toEqual(await walk(untrusted));
  const kindOf = (folder: string, name: string): string | undefined => {
    const manifest = seen.folders.find(({ manifest: { path } }) => path === folder)?.manifest;
    return manifest && ENTRY_KINDS[manifest.kinds[manifest.names.indexOf(name)] ?? -1];
  };
  for (let at = 0; at < 60; at++) {
    expect([kindOf(`d${at}/gen`, "a.ts"), kindOf(`d${at}/sub`, "out"), kindOf(`d${at}/sub/gen`, "c.ts")]).toEqual(["ignored_file", "ignored_folder", "file"]);
    expect([kindOf(`d${at}/caf\u00e9`, "x.ts"), kindOf(`d${at}/caf\u00e9/in`, "x.ts")]).toEqual(["ignored_file", "file"]);
  }
});

it("believes no more than one thread does", async () => {
  const { input } = await newInput();
  const doubting = { ...input, readsAll: true };
  const seen = await (await threaded())(doubting);
  expect(seen).toEqual(await walk(doubting));
  expect(seen.folders.filter(({ isUnchanged }) => isUnchanged).flatMap(({ manifest }) => manifest.names.filter((name) => name.endsWith(".ts")))).toEqual([]);
});

it("fails when a thread ends without an answer, rather than take its files for gone", async () => {
  const { input } = await newInput();
  for (const body of ["process.exit(0)", "throw new Error('no')"]) {
    await expect((await threaded(new URL(`data:text/javascript,${body}`)))(input)).rejects.toThrow();
  }
});

it("ends its threads when its caller gives up", async () => {
  const { input } = await newInput();
  const abort = new AbortController();
  const scan = (await threaded(new URL("data:text/javascript,for(;;);")))({ ...input, signal: abort.signal });
  setImmediate(() => abort.abort());
  await expect(scan).rejects.toMatchObject({ code: "CANCELLED" });
});

it("asks nothing of a disk or a thread for a caller who has given up", async () => {
  const { input } = await newInput();
  const rules = (): never => {
    throw new Error("Nobody is to ask for the rules");
  };
  await expect((await threaded())({ ...input, trustsVerdicts: false, rules, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "CANCELLED" });
});
