/** Symbolic links of a codebase, which are never followed: where they lead, and how answers report them. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { realPath } from "../disk/real-path.ts";
import { relativeTo } from "../model/paths.ts";

/** Where a link leads. `inside` has the path of the target as the index names it; empty for the root. */
export type LinkTarget =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside" }
  | { readonly kind: "missing" };

/**
 * Where a path leads, with all links on it resolved.
 *
 * @param root real
 * @param diskPath relative to the root
 */
export function linkTarget(root: string, diskPath: string): LinkTarget {
  try {
    const inside = relativeTo(root, realPath(join(root, diskPath)));
    return inside === null ? { kind: "outside" } : { kind: "inside", path: inside.normalize("NFC") };
  } catch {
    return { kind: "missing" };
  }
}

/** A path that is a link, or has one on its way. */
export interface LinkedPath {
  readonly path: string;
  /** The first link on the path, or the path itself; relative to the root. */
  readonly link: string;
  /** Where the whole path leads. */
  readonly target: LinkTarget;
}

/** Null if no part of the path is a link. Paths are relative to the root, which is real. */
export function linkOnPath(root: string, path: string): LinkedPath | null {
  const names = path.split("/");
  for (let length = 1; length <= names.length; length++) {
    const link = names.slice(0, length).join("/");
    const isLink = isLinkAt(join(root, link));
    if (isLink === null) return null;
    if (isLink) return { path, link, target: linkTarget(root, path) };
  }
  return null;
}

/** What a path is, in a sentence, and which path to use instead. */
export function linkNote({ path, link, target }: LinkedPath): string {
  const what = path === link ? `${path} is a symbolic link` : `${path} is behind ${link}, a symbolic link`;
  return `${what}${leadsTo(target)}`;
}

function leadsTo(target: LinkTarget): string {
  switch (target.kind) {
    case "inside":
      return target.path === ""
        ? " to the codebase's root."
        : `; it leads to ${target.path}: ask for that path.`;
    case "outside":
      return " that leads out of the codebase: symbolic links are not followed.";
    case "missing":
      return " that leads to nothing.";
  }
}

/** Null if there is nothing at the path. */
function isLinkAt(path: string): boolean | null {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return null;
  }
}
