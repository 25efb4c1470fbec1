/** Which files are beside the program: they take the room that it leaves. */
import { isBesideCode } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

export function besideProgramIn({
  files: { pathClasses },
}: {
  readonly files: Pick<FileTable, "pathClasses">;
}): (file: number) => boolean {
  return (file) => isBesideCode(pathClasses[file] ?? 0);
}
