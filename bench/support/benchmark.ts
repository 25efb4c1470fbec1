/**
 * The frame of a benchmark: flags, `--help` and `--json`, a temporary folder, interruption, and the report.
 * What a benchmark measures and how to read it is in the comment at the top of its file, which `--help`
 * prints.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { BenchmarkError, UsageError } from "./failure.ts";
import { type Cell, circumstances, printTable } from "./table.ts";

/** What a running benchmark gets. */
export interface Bench {
  /** An empty folder for the benchmark, canonical path; removed at the end. */
  readonly folder: string;
  /** Aborted on interruption. */
  readonly signal: AbortSignal;
  /** Prints a progress line; also throws when interrupted. */
  progress(line: string): void;
}

export interface Report {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Lines below the table. */
  readonly notes?: readonly string[];
  /** The same for programs: plain figures with their units in their names. */
  readonly results: object;
}

export interface Benchmark<Options extends OptionSpecs> {
  readonly options: Options;
  measure(options: Values<Options>, bench: Bench): Promise<Report>;
}

const COMMON = {
  help: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;
const INTERRUPTED = 130;

type OptionSpecs = NonNullable<ParseArgsConfig["options"]>;
type Values<Options extends OptionSpecs> = ReturnType<typeof parseArgs<{ options: Options }>>["values"];

/** @param file URL of the benchmark's `run.ts` */
export async function runBenchmark<Options extends OptionSpecs>(
  file: string,
  { options, measure }: Benchmark<Options>,
): Promise<void> {
  const path = fileURLToPath(file);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new BenchmarkError("Interrupted."));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  let folder: string | undefined;
  try {
    const { json, help, ...values } = parse(options);
    if (help) return void console.log(opening(readFileSync(path, "utf8")));
    folder = realpathSync(mkdtempSync(join(tmpdir(), "satori-bench-")));
    const report = await measure(values as Values<Options>, {
      folder,
      signal: interruption.signal,
      progress: (line) => say(line, interruption.signal),
    });
    print(basename(dirname(path)), report, json);
  } catch (error) {
    explain(interruption.signal.aborted ? interruption.signal.reason : error);
    process.exitCode = interruption.signal.aborted ? INTERRUPTED : error instanceof UsageError ? 2 : 1;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
  }
}

/** The text of the comment at the top of a file. */
export function opening(source: string): string {
  const [, comment = ""] = /^\s*\/\*\*([\s\S]*?)\*\//.exec(source) ?? [];
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
    .join("\n")
    .trim();
}

function parse<Options extends OptionSpecs>(options: Options): { json: boolean; help: boolean } {
  try {
    // The type of common options is known; the benchmark knows its own options.
    return parseArgs({ options: { ...options, ...COMMON } }).values as { json: boolean; help: boolean };
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}. --help shows all flags.`,
    );
  }
}

function say(line: string, signal: AbortSignal): void {
  signal.throwIfAborted();
  console.error(`  ${line}`);
}

function print(name: string, { title, columns, rows, notes = [], results }: Report, json: boolean): void {
  if (json) return console.log(JSON.stringify({ benchmark: name, ...circumstances(), results }, null, 2));
  printTable(title, columns, rows);
  for (const note of notes) console.log(note);
}

function explain(error: unknown): void {
  console.error(error instanceof BenchmarkError ? error.message : error);
}
