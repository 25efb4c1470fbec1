/** What the rest of the engine asks workers for, and the same without workers. */
import { throwIfAborted } from "../errors.ts";
import type { AnalyzedOutcome } from "../model/analyzed-file.ts";
import type { DeclaredOutcome } from "../model/declared-file.ts";
import type { FileOutcome } from "../model/indexed-file.ts";
import { analyzeFile } from "./analyze-file.ts";
import { declareFile } from "./declare-file.ts";
import { indexFile } from "./run-task.ts";
import type { AnalyzeTask, DeclareTask, IndexTask } from "./work-task.ts";

// Each of them yields one outcome per task, in the order of the tasks. A file that cannot be read, or that
// breaks its parser, is an outcome like any other. Throws `CANCELLED`.

/** Prepares files for the index. */
export interface FilePreparer extends AsyncDisposable {
  prepare(tasks: readonly IndexTask[], signal?: AbortSignal): AsyncIterable<FileOutcome>;
}

/** Reads the symbols of versions of files. */
export interface VersionAnalyzer {
  analyze(tasks: readonly AnalyzeTask[], signal?: AbortSignal): AsyncIterable<AnalyzedOutcome>;
}

/** Reads what versions of files declare. */
export interface FileDeclarer {
  declare(tasks: readonly DeclareTask[], signal?: AbortSignal): AsyncIterable<DeclaredOutcome>;
}

/** A preparer without workers, for tests. */
export function createInlinePreparer(maxFileBytes: number): FilePreparer {
  return {
    prepare: (tasks, signal) =>
      inThisThread(tasks, signal, (task) => indexFile(task, maxFileBytes, "parsed")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Analyzes versions without workers, for tests. */
export const INLINE_ANALYZER: VersionAnalyzer = {
  analyze: (tasks, signal) => inThisThread(tasks, signal, (task) => analyzeFile(task, "parsed")),
};

/** Reads declarations without workers, for tests. */
export const INLINE_DECLARER: FileDeclarer = {
  declare: (tasks, signal) => inThisThread(tasks, signal, (task) => declareFile(task, "parsed")),
};

async function* inThisThread<Task, Outcome>(
  tasks: readonly Task[],
  signal: AbortSignal | undefined,
  run: (task: Task) => Promise<Outcome>,
): AsyncGenerator<Outcome> {
  for (const task of tasks) {
    throwIfAborted(signal);
    yield await run(task);
  }
}
