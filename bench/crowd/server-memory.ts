/** Memory of a running `satori-mcp` after all its threads have collected garbage. Linux. */
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { BenchmarkError } from "../support/failure.ts";
import { McpServer } from "../support/mcp-server.ts";
import type { CommandOptions } from "../support/measure.ts";
import { readOf } from "../support/process-account.ts";
import { MCP } from "../support/product.ts";
import { sum } from "../support/statistics.ts";

const PRELOAD = new URL("report-memory.js", import.meta.url).href;
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;
const MAX_COLLECTIONS = 8;
const SETTLED = 0.995;

export interface ServerMemory {
  /** Resident set size: pages that are mapped several times count each time. */
  readonly residentBytes: number;
  /** Proportional set size: every page counts once. */
  readonly proportionalBytes: number;
  /** Pages of no file: heaps, array buffers, memory of SQLite and of WebAssembly. */
  readonly anonymousBytes: number;
  /** JavaScript objects of all threads. */
  readonly heapBytes: number;
  /** Array buffers of all threads. */
  readonly bufferBytes: number;
}

/** Starts a server whose memory can be measured. */
export function startMeasured(options: CommandOptions, reportFile: string): Promise<McpServer> {
  const environment = { ...options.environment, SATORI_BENCH_MEMORY: reportFile };
  return McpServer.start({ ...options, environment }, [
    process.execPath,
    "--expose-gc",
    "--import",
    PRELOAD,
    MCP,
  ]);
}

/** Memory once further collections free next to nothing: freed pages are given back step by step. */
export async function memoryOf(server: McpServer, reportFile: string): Promise<ServerMemory> {
  let memory = await collected(server, reportFile);
  for (let left = MAX_COLLECTIONS; left > 0; left--) {
    const before = memory;
    memory = await collected(server, reportFile);
    if (memory.residentBytes > before.residentBytes * SETTLED) break;
  }
  return memory;
}

async function collected(server: McpServer, reportFile: string): Promise<ServerMemory> {
  rmSync(reportFile, { force: true });
  process.kill(server.pid, "SIGUSR2");
  const threads = await reported(reportFile);
  const rollup = readOf(server.pid, "smaps_rollup") ?? "";
  const bytesOf = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? Number.NaN) * 1024;
  return {
    residentBytes: bytesOf("Rss"),
    proportionalBytes: bytesOf("Pss"),
    anonymousBytes: bytesOf("Anonymous"),
    heapBytes: sum(threads.map(({ heapUsed }) => heapUsed)),
    bufferBytes: sum(threads.map(({ arrayBuffers }) => arrayBuffers)),
  };
}

interface ThreadMemory {
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}

async function reported(file: string): Promise<readonly ThreadMemory[]> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as ThreadMemory[];
    } catch {
      await sleep(LOOK_MS);
    }
  }
  throw new BenchmarkError("The server does not report its memory.");
}
