<<<<<<< HEAD:libs/engine/src/graph/test-or-example.ts
/** Which files are beside the program: they take the room that it leaves. */
import { isTestOrExample } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

export function testOrExampleIn({
=======
/**
 * Tells which files are not part of the program proper (tests, examples, generated code, …). Answers list the
 * program first, and such files only where room remains.
 */
import { isBesideCode } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

/** Returns a test for files of an index, by their path class. */
export function besideProgramIn({
>>>>>>> c3:libs/engine/src/graph/beside-program.ts
  files: { pathClasses },
}: {
  readonly files: Pick<FileTable, "pathClasses">;
}): (file: number) => boolean {
  return (file) => isTestOrExample(pathClasses[file] ?? 0);
}
