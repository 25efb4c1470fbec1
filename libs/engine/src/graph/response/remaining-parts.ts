/**
 * Folders and files to ask about for results that did not fit into an answer; each is a request of its own.
 * Pure.
 */
import { LIMITS } from "@satori/contracts";
import { compareText, parentOf } from "../../model/paths.ts";

interface Part {
  readonly path: string;
  /** Files in the folder `path`, or the file `path` itself. */
  readonly files: readonly string[];
}

export interface RemainingParts {
  /** Ascending. */
  readonly paths: readonly string[];
  /** How many parts are not named because there are more than `maxParts`. */
  readonly more: number;
}

/**
 * The paths for `hints.paths`. Empty if the request has several roots, or if a higher limit shows more at
 * once.
 */
export function partsToAsk(
  files: readonly string[],
  folder: string,
  { asked, limit }: { readonly asked: number; readonly limit: number },
): RemainingParts {
  return asked > 1 || limit < LIMITS.limit.maximum ? { paths: [], more: 0 } : remainingParts(files, folder);
}

/**
 * Splits a folder into parts that contain the files. Splits the largest part until every part is small enough
 * or another split would exceed `maxParts`; if the folder itself has more children than that, keeps those
 * with the most files. Narrows each part to the innermost folder around its files. Returns no parts if there
 * is nothing to split.
 *
 * @param files relative to the root of the codebase, at or below the folder
 */
export function remainingParts(files: readonly string[], folder: string): RemainingParts {
  const { maxParts, maxFilesOfPart } = LIMITS.callGraph;
  let parts: readonly Part[] = childrenOf({ path: folder, files });
  for (;;) {
    const [largest, ...others] = byFiles(parts);
    const children = largest && largest.files.length > maxFilesOfPart ? childrenOf(largest) : [];
    if (children.length === 0 || others.length + children.length > maxParts) break;
    parts = [...others, ...children];
  }
  const kept = byFiles(parts).slice(0, maxParts);
  return {
    paths: kept.map(({ files: inside }) => commonPath(inside)).sort(compareText),
    more: parts.length - kept.length,
  };
}

/**
 * The innermost folder that contains all the files, or the path of a single file. Narrowing avoids repeating
 * what the answer has already shown of the folders around it.
 */
function commonPath([first = "", ...others]: readonly string[]): string {
  let path = first;
  for (const file of others)
    while (path !== "" && file !== path && !file.startsWith(`${path}/`)) path = parentOf(path);
  return path;
}

function byFiles(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort(
    (left, right) => right.files.length - left.files.length || compareText(left.path, right.path),
  );
}

/** The parts directly inside a part; empty for a file. */
function childrenOf({ path, files }: Part): readonly Part[] {
  const children = new Map<string, string[]>();
  const start = path === "" ? 0 : path.length + 1;
  for (const file of files.filter((other) => other !== path)) {
    const end = file.indexOf("/", start);
    const child = end === -1 ? file : file.slice(0, end);
    const known = children.get(child);
    if (known) known.push(file);
    else children.set(child, [file]);
  }
  return [...children].map(([child, inside]) => ({ path: child, files: inside }));
}
