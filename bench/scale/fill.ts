/** Fills the index of a home with a synthetic codebase, and measures that. */
import { fileURLToPath } from "node:url";
import { LineProcess } from "../support/line-process.ts";
import type { CommandOptions } from "../support/measure.ts";
import { cpuMsOf, peakBytesOf } from "../support/process-account.ts";
import { ROOT } from "../support/product.ts";
import { CHUNKS_PER_FILE } from "./codebase.ts";
import type { FillProgress, FillerTask } from "./filler.ts";

const SCRIPT = fileURLToPath(new URL("filler.ts", import.meta.url));
/** Files between two lines of progress; a multiple of a folder's files. */
const FILES_AT_ONCE = 8_192;

export interface Fill {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Wall time in the store. The rest waits for files to be made. */
  readonly storeMs: number;
  readonly peakBytes: number;
}

export interface FillOptions {
  readonly task: FillerTask;
  readonly options: CommandOptions;
  readonly onProgress: (line: string) => void;
}

export async function fillIndex({ task, options, onProgress }: FillOptions): Promise<Fill> {
  const { files } = task;
  await using filler = new LineProcess([process.execPath, "--import", "tsx", SCRIPT, JSON.stringify(task)], {
    ...options,
    // Node.js looks for tsx from there.
    cwd: ROOT,
  });
  const ask = async (line: string): Promise<FillProgress> =>
    JSON.parse(await filler.ask(line)) as FillProgress;
  const pid = filler.child.pid ?? 0;
  // Answered when the process has loaded the engine, which is not measured.
  await ask("0");
  const [startedMs, cpuBeforeMs] = [performance.now(), cpuMsOf(pid)];
  for (let done = 0; done < files;) {
    done = (await ask(String(Math.min(FILES_AT_ONCE, files - done)))).files;
    const seconds = (performance.now() - startedMs) / 1_000;
    onProgress(
      `filling: ${done * CHUNKS_PER_FILE} of ${files * CHUNKS_PER_FILE} chunks, ${seconds.toFixed()} s`,
    );
  }
  const { storeMs } = await ask("");
  return {
    wallMs: performance.now() - startedMs,
    cpuMs: cpuMsOf(pid) - cpuBeforeMs,
    storeMs,
    peakBytes: peakBytesOf(pid),
  };
}
