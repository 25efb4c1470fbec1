/**
 * Tells which files are not part of the program proper (tests, examples, generated code, …). Answers list the
 * program first, and such files only where room remains.
 */
import { isTestOrExample } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

/** Returns a test for files of an index, by their path class. */
export function testOrExampleIn({
  files: { pathClasses },
}: {
  readonly files: Pick<FileTable, "pathClasses">;
}): (file: number) => boolean {
  return (file) => isTestOrExample(pathClasses[file] ?? 0);
}
