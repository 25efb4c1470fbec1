/** A codebase that is indexed for a benchmark and queried file by file. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { ManageIndexOk } from "@satori/contracts";
import type { Bench } from "./benchmark.ts";
import { check } from "./failure.ts";
import { type CommandOptions, measure } from "./measure.ts";
import { CLI, environmentIn, parseEnvelope } from "./product.ts";

export interface IndexedCodebase {
  /** Options for commands that query it. */
  readonly options: CommandOptions;
  /** All files below the folder, relative to it, ascending. */
  readonly files: readonly string[];
}

/** Indexes a codebase with the built command line, in the benchmark's own home. */
export async function indexedCodebase(codebase: string, bench: Bench): Promise<IndexedCodebase> {
  const options: CommandOptions = {
    cwd: bench.folder,
    environment: environmentIn(bench.folder),
    signal: bench.signal,
  };
  bench.progress(`indexing ${codebase}`);
  const { index } = parseEnvelope<ManageIndexOk>(
    (await measure([process.execPath, CLI, "index", "--json", codebase], options)).stdout,
  );
  check(index !== undefined && index.chunks > 0, `nothing of ${codebase} was indexed`);
  const entries = readdirSync(codebase, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return {
    options,
    files: entries.map(({ parentPath, name }) => relative(codebase, join(parentPath, name))).sort(),
  };
}
