/** What `call_graph` answers when the requested name is a file, or a line in a file that no symbol covers. */
import { join } from "node:path";
import type { CallOf } from "@satori/contracts";
import { hasOutline } from "../files/outline/outline.ts";
import { isWrittenSo, locatedName } from "../files/symbol-lookup/written-name.ts";
import type { Snapshot } from "../store/store.ts";

export interface NamedFile {
  /** A sentence with a leading blank; empty if the name needs no explanation. */
  readonly note: string;
  /** Calls that show what the file declares. */
  readonly hints: FileHints;
}

export interface FileHints {
  readonly fileOutline?: CallOf<"file_outline">;
  readonly readFile?: CallOf<"read_file">;
}

const NO_FILE: NamedFile = { note: "", hints: {} };

/**
 * Finds the one indexed file that a name is, or starts with. Returns an empty note and no hints if no file,
 * or more than one, matches.
 */
export async function namedFile(
  snapshot: Snapshot,
  asked: string,
  { root, check }: { readonly root: string; readonly check: () => void },
): Promise<NamedFile> {
  const located = locatedName(asked);
  const written =
    located?.file ??
    asked
      .trim()
      .replaceAll("\\", "/")
      .replace(/^(?:\.\/)+/, "");
  const [at, ...others] = [...snapshot.files.paths.keys()].filter(
    (file) => (check(), isWrittenSo(snapshot.files.paths[file] as string, written)),
  );
  if (at === undefined || others.length > 0) return NO_FILE;
  const path = snapshot.files.paths[at] as string;
  return { note: noteOn(path, located), hints: await shownFile(snapshot, at, root) };
}

function noteOn(path: string, located: ReturnType<typeof locatedName>): string {
  if (located === null) return " It is a file: use FILE:NAME or FILE:LINE for one of its symbols.";
  return located.line === null ? "" : ` ${path} has no symbol around line ${located.line}.`;
}

/** The call that shows a file's outline, or its text if it has no outline. */
export async function shownFile(snapshot: Snapshot, at: number, root: string): Promise<FileHints> {
  const file = snapshot.files.paths[at] as string;
  const [content] = await snapshot.contents([at]);
  return hasOutline(snapshot.files, at, content?.symbols ?? [])
    ? { fileOutline: { tool: "file_outline", args: { path: root, file } } }
    : { readFile: { tool: "read_file", args: { path: join(root, file) } } };
}
