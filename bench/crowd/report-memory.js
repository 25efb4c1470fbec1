/**
 * Loaded into every thread of a measured server, with `--expose-gc`: on SIGUSR2, all threads collect garbage,
 * and the main thread writes what they hold to the file that SATORI_BENCH_MEMORY names.
 */
import { renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

/** Idle threads answer within milliseconds. */
const ANSWER_MS = 2_000;
/** Some objects are freed only when finalizers of others have run. */
const COLLECTIONS = 3;

const requests = new BroadcastChannel("bench-memory-requests");
const answers = new BroadcastChannel("bench-memory-answers");
for (const channel of [requests, answers]) channel.unref();

async function collected() {
  for (let left = COLLECTIONS; left > 0; left--) {
    globalThis.gc();
    await sleep(10);
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heapUsed, external, arrayBuffers };
}

async function report() {
  const threads = [];
  answers.onmessage = ({ data }) => threads.push(data);
  requests.postMessage("collect");
  threads.push(await collected());
  await sleep(ANSWER_MS);
  const file = process.env.SATORI_BENCH_MEMORY;
  writeFileSync(`${file}.new`, JSON.stringify(threads));
  renameSync(`${file}.new`, file);
}

if (isMainThread) process.on("SIGUSR2", () => void report());
else requests.onmessage = async () => answers.postMessage(await collected());
