/** Runs semble, the product that the index benchmark compares to, through a few lines of Python. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pathOption } from "../support/arguments.ts";
import type { Bench } from "../support/benchmark.ts";
import { BenchmarkError, check, missing } from "../support/failure.ts";
import { measure } from "../support/measure.ts";
import { environmentIn } from "../support/product.ts";
import type { IndexRun } from "./index-run.ts";
import { folderBytes } from "./source-size.ts";

const DRIVER = fileURLToPath(new URL("semble_driver.py", import.meta.url));
const REMEDY =
  "Make one with: python3 -m venv V && V/bin/pip install semble, and pass --semble-python V/bin/python.";

export interface SembleOptions {
  readonly python: string | undefined;
  readonly model: string | undefined;
  readonly content: "all" | "code";
  readonly codebase: string;
}

export interface Semble {
  /** Version, model and what it indexes. */
  readonly description: string;
  index(codebase: string, bench: Bench): Promise<IndexRun>;
}

/** Throws with installation instructions if there is no Python or if it has no semble. */
export async function findSemble(
  { python, model, content, codebase }: SembleOptions,
  bench: Bench,
): Promise<Semble> {
  if (python === undefined) throw missing("--semble-python, a Python that has the package semble", REMEDY);
  const path = pathOption(python);
  if (!existsSync(path))
    throw new BenchmarkError(`--semble-python is ${path}, which does not exist. ${REMEDY}`);
  const options = { cwd: bench.folder, environment: environmentIn(bench.folder), signal: bench.signal };
  const version = await measure(
    [path, "-c", "import importlib.metadata as m, semble; print(m.version('semble'))"],
    options,
  ).catch((error: unknown) => {
    throw bench.signal.aborted ? error : missing(`the package semble in ${path}`, REMEDY);
  });
  const made = join(bench.folder, "semble-model");
  if (model === undefined) {
    bench.progress("making a model with random weights for semble");
    await measure([path, DRIVER, "model", codebase, made], options);
  }
  // Only local files are used; a measured run must never wait for a network.
  const environment = {
    ...options.environment,
    SEMBLE_MODEL_NAME: model ?? made,
    HF_HUB_OFFLINE: "1",
    ...(model === undefined ? {} : { HOME: process.env["HOME"] ?? "" }),
  };
  return {
    description:
      `semble ${version.stdout.trim()}, ${model === undefined ? "random weights (cost only)" : model}, ` +
      `content: ${content}.`,
    index: (folder, { signal }) =>
      indexOnce([path, DRIVER, "index", folder], { ...options, environment, signal }, content),
  };
}

async function indexOnce(
  command: readonly string[],
  options: { cwd: string; environment: Record<string, string>; signal: AbortSignal },
  content: string,
): Promise<IndexRun> {
  const index = join(options.cwd, "semble-index");
  const cache = join(options.cwd, "semble-cache");
  try {
    const measured = await measure([...command, index, content], {
      ...options,
      environment: { ...options.environment, SEMBLE_CACHE_LOCATION: cache },
    });
    const { files, chunks, sourceBytes } = JSON.parse(measured.stdout) as {
      files: number;
      chunks: number;
      sourceBytes: number;
    };
    check(files > 0 && chunks > 0, "semble indexed nothing");
    return { ...measured, files, chunks, sourceBytes, indexBytes: folderBytes(index) };
  } finally {
    for (const folder of [index, cache]) rmSync(folder, { recursive: true, force: true });
  }
}
