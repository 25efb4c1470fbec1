/**
 * Where to look for what an answer had no room for: folders and files, each of which is a question of its
 * own. Pure.
 */
import { LIMITS } from "@satori/contracts";
import { compareText, parentOf } from "../../model/paths.ts";

interface Part {
  readonly path: string;
  /** In it, or it alone. */
  readonly files: readonly string[];
}

export interface RemainingParts {
  /** Ascending. */
  readonly paths: readonly string[];
  /** Parts beyond as many as may be named. */
  readonly more: number;
}

/**
 * What `hints.paths` names of what is left: nothing where several are asked of, or where a higher limit shows
 * more at once.
 */
export function partsToAsk(
  files: readonly string[],
  folder: string,
  { asked, limit }: { readonly asked: number; readonly limit: number },
): RemainingParts {
  return asked > 1 || limit < LIMITS.limit.maximum ? { paths: [], more: 0 } : remainingParts(files, folder);
}

/**
 * Cuts a folder into parts that hold the files, the largest first, until each is small enough or there are as
 * many as may be; of more in one folder those with the most files. Each is as narrow as its files allow; none
 * for what cannot be cut.
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

/** The innermost folder around files, or the only one: what an answer has shown already lies around it. */
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

/** Empty for a file. */
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
