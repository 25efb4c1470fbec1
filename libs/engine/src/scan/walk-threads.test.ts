import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startChild } from "../testing/child-script.ts";
import { temporaryFolder } from "../testing/trees/tree.ts";
import { type WalkPart, WalkThreads } from "./walk-threads.ts";

const PART: WalkPart = { root: "/", settings: { customExtensions: [], ignorePatterns: [] }, trustsVerdicts: true, maxFileBytes: 1, nowMs: 0, readsAll: false, folders: [], previous: [] };
/** Answers each part with the number of parts that it has been given. */
const COUNTING = new URL(`data:text/javascript,import { parentPort } from "node:worker_threads"; let parts = 0; parentPort.on("message", () => parentPort.postMessage({ unchanged: [String(++parts)], changed: [], unreadable: [] }));`);

it("threads stay, one for each scan at a time, and three of them when all is done", async () => {
  const threads = new WalkThreads(COUNTING, 3);
  const scan = async (): Promise<string | undefined> => (await threads.scan(PART, undefined)).unchanged[0];
  expect([await scan(), await scan(), await scan()]).toEqual(["1", "2", "3"]);
  expect(await Promise.all([scan(), scan(), scan(), scan(), scan()])).toEqual(["4", "1", "1", "1", "1"]);
  expect((await Promise.all([scan(), scan(), scan(), scan()])).filter((parts) => parts === "1")).toEqual(["1"]);
});

it("a thread that is about to end for want of work is given none", async () => {
  const threads = new WalkThreads(COUNTING, 1, 2);
  for (let round = 0; round < 24; round++) {
    expect(await threads.scan(PART, undefined)).toMatchObject({ unchanged: [expect.any(String)] });
    await sleep(round % 5);
  }
});

it("a thread that was stopped and had answered by then is given none", async () => {
  const threads = new WalkThreads(COUNTING, 1);
  await threads.scan(PART, undefined);
  const abort = new AbortController();
  const stopped = threads.scan(PART, abort.signal);
  // It answers while this thread is at work, which sees the signal first.
  for (const startedMs = performance.now(); performance.now() - startedMs < 100; );
  abort.abort();
  await stopped;
  expect(await threads.scan(PART, undefined)).toMatchObject({ unchanged: ["1"] });
});

it.each([["stopped before it begins", "AbortSignal.abort()", PART], ["that cannot be asked for", "undefined", "{ root: () => 0 }"]])("a scan %s leaves no thread, which would keep the process", async (_, signal, part) => {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const script = `
    import { WalkThreads } from "./walk-threads.ts";
    const scan = new WalkThreads(new URL(${JSON.stringify(COUNTING.href)}), 1).scan(${typeof part === "string" ? part : JSON.stringify(part)}, ${signal});
    console.log(JSON.stringify(await scan.catch(({ name }) => name)));
  `;
  const child = await startChild(script, import.meta.url, folder.path);
  onTestFinished(() => child.kill());
  expect(await child.nextLine()).toBe(typeof part === "string" ? '"DataCloneError"' : '{"unchanged":[],"changed":[],"unreadable":[]}');
  expect(await child.ended).toBe(0);
}, 20_000);
