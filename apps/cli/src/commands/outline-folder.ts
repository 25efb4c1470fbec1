/** `satori outline` of a folder: its files with what they declare, and its subfolders. */
import { join, relative, sep } from "node:path";
import { LIMITS, type ListPathsOk, counted, rootOf } from "@satori/contracts";
import { locateInCodebase, shownPath } from "../codebase.ts";
import { type Answer, type CommandContext, type CommandOptions, numberOrText } from "../command.ts";
import { CommandError, commandEnvelope, EXIT } from "../failure.ts";
import { type OutlinedFile, type Subfolder, outermost, renderFolder } from "../render/folder-outline.ts";
import { viewOf } from "../render/view.ts";
import { callWithIndex } from "../runs/first-use.ts";
import type { Session } from "../session.ts";
import { shellWord } from "../words.ts";

/**
 * The files of a folder by path, each with its declarations, up to a limit; then its subfolders. Without an
 * index, the answer is that of `file_outline` for its first file.
 */
export async function outlineFolder(
  context: CommandContext,
  session: Session,
  folder: string,
  options: CommandOptions,
): Promise<Answer> {
  const startedMs = performance.now();
  const limit = limitOf(options);
  const listing = await session.call("list_paths", { path: folder, max_results: LIMITS.listPaths.maximum });
  if (listing.status !== "ok") return { envelope: listing, text: "" };
  const { here, folders } = contentsOf(listing, folder);
  const files: OutlinedFile[] = [];
  for (const file of here.slice(0, limit)) {
    const { root, file: path, indexable } = locateInCodebase(join(folder, file), session);
    const answer = await callWithIndex(context, session, {
      tool: "file_outline",
      args: { path: root, file: path, limitSymbols: LIMITS.outline.default },
      root: indexable,
    });
    if (answer.status === "error" || !("outline" in answer)) return { envelope: answer, text: "" };
    const symbols = answer.outline?.symbols ?? null;
    files.push({
      file,
      symbols: symbols?.length ?? null,
      hasMore: answer.hasMore,
      declarations: symbols === null ? [] : outermost(symbols),
    });
  }
  const durationMs = Math.round(performance.now() - startedMs);
  const payload = {
    path: folder,
    files,
    folders,
    totalFiles: here.length,
    truncated: here.length > files.length,
  };
  return {
    envelope: commandEnvelope("outline", payload, durationMs),
    text:
      files.length + folders.length === 0
        ? ""
        : renderFolder(
            { files, folders },
            (path) => shownPath(session.cwd, join(folder, path)),
            viewOf(context, session),
          ).join("\n"),
    notes: notesOf({ listing, files, folders, hidden: here.length - files.length }, folder, session),
  };
}

/** Files directly in the folder, and its subfolders with their numbers of files. */
function contentsOf(
  listing: ListPathsOk,
  folder: string,
): { readonly here: readonly string[]; readonly folders: readonly Subfolder[] } {
  const here: string[] = [];
  const below = new Map<string, number>();
  for (const { path } of listing.items) {
    const [first = "", ...rest] = relative(folder, join(rootOf(listing) ?? folder, path)).split(sep);
    if (rest.length === 0) here.push(first);
    else below.set(first, (below.get(first) ?? 0) + 1);
  }
  return { here, folders: [...below].map(([name, files]) => ({ folder: name, files })) };
}

/** Throws `INVALID_ARGUMENTS`. */
function limitOf(options: CommandOptions): number {
  const { minimum, maximum, default: usual } = LIMITS.folderOutline;
  const limit = numberOrText(options["limit"]) ?? usual;
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= minimum && limit <= maximum)
    return limit;
  throw new CommandError(
    "INVALID_ARGUMENTS",
    `for a folder, --limit is a number of files from ${minimum} to ${maximum}, not ${String(limit)}`,
    EXIT.usage,
  );
}

interface Listed {
  readonly listing: ListPathsOk;
  readonly files: readonly OutlinedFile[];
  readonly folders: readonly Subfolder[];
  readonly hidden: number;
}

function notesOf({ listing, files, folders, hidden }: Listed, folder: string, { cwd }: Session): string[] {
  const shown = (path: string): string => shellWord(shownPath(cwd, join(folder, path)));
  const [file] = files;
  const [below] = folders;
  const { maximum } = LIMITS.folderOutline;
  if (file === undefined && below === undefined)
    return [`${shown("")} has no files that the ignore rules keep; satori why ${shown("")} explains why`];
  return [
    ...(hidden > 0
      ? [
          `${counted(hidden, "more file")}: raise --limit (up to ${maximum}); satori paths ${shown("")} lists all`,
        ]
      : []),
    ...(listing.truncated ? [`files beyond the first ${listing.items.length} are not counted`] : []),
    `satori outline ${shown(file?.file ?? below?.folder ?? "")} shows more`,
  ];
}
