/** Which files are beside the program: they take the room that it leaves. */
import { isTestOrExample } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

export function testOrExampleIn({
  files: { pathClasses },
}: {
  readonly files: Pick<FileTable, "pathClasses">;
}): (file: number) => boolean {
  return (file) => isTestOrExample(pathClasses[file] ?? 0);
}
