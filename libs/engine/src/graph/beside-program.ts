/** Which files are beside the program: they take the room that it leaves. */
import { isBeside } from "../lexical/path-class.ts";
import type { FileTable } from "../store/store.ts";

export function besideProgram({
  files: { pathClasses },
}: {
  readonly files: Pick<FileTable, "pathClasses">;
}): (file: number) => boolean {
  return (file) => isBeside(pathClasses[file] ?? 0);
}
