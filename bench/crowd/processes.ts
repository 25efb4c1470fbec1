/**
 * Processes as the operating system lists them: their memory, and whether any are left. Without `/proc`,
 * nothing is known.
 */
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readOf, residentBytesOf } from "../support/process-account.ts";
import { median } from "../support/statistics.ts";

const SAMPLE_MS = 500;

/** Memory of one process over its lifetime. Absent if the system does not report it. */
export interface MemoryCourse {
  readonly name: string;
  /** Median resident set size in each third of the time. */
  readonly thirdsBytes: readonly [first: number, middle: number, last: number];
  readonly peakBytes: number;
}

export class MemoryWatch implements Disposable {
  private readonly samples = new Map<string, number[]>();
  private readonly timer: NodeJS.Timeout;

  /** @param pids process ids by name */
  constructor(pids: ReadonlyMap<string, number>) {
    this.timer = setInterval(() => {
      for (const [name, pid] of pids) {
        const bytes = residentBytesOf(pid);
        if (!Number.isNaN(bytes)) this.samples.set(name, [...(this.samples.get(name) ?? []), bytes]);
      }
    }, SAMPLE_MS);
  }

  /** By name; numbers in names are in numeric order. */
  courses(): MemoryCourse[] {
    const inOrder = [...this.samples].sort(
      ([left], [right]) => left.length - right.length || (left < right ? -1 : 1),
    );
    return inOrder.map(([name, samples]) => {
      const third = Math.ceil(samples.length / 3);
      const [first, middle, last] = [
        median(samples.slice(0, third)),
        median(samples.slice(third, -third)),
        median(samples.slice(-third)),
      ];
      return { name, thirdsBytes: [first, middle, last], peakBytes: Math.max(...samples) };
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }
}

const SETTLE_MS = 5_000;
const LOOK_MS = 100;

/**
 * Processes whose environment contains a text, which all their descendants inherit; each as `pid command`.
 * Processes that end within some seconds do not count.
 */
export async function leftProcesses(marker: string): Promise<string[]> {
  for (const startedMs = performance.now(); ; await sleep(LOOK_MS)) {
    const left = processesWith(marker);
    if (left.length === 0 || performance.now() - startedMs > SETTLE_MS) return left;
  }
}

function processesWith(marker: string): string[] {
  return pidsOfAll().flatMap((pid) => {
    const isOne = pid !== process.pid && (readOf(pid, "environ") ?? "").includes(marker);
    return isOne ? [`${pid} ${(readOf(pid, "cmdline") ?? "").replaceAll("\0", " ").trim()}`] : [];
  });
}

function pidsOfAll(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
