/**
 * The codebase that requests are about: the one in the address, else the last one used, else the first
 * indexed one.
 */
import { keep, kept } from "../kept.ts";
import { pathBelow } from "./paths.ts";

const KEY = "satori.codebase";

/**
 * The root of the innermost codebase that contains a path; the path itself if none does.
 *
 * @param indexed roots, absolute
 */
export function codebaseAround(path: string, indexed: readonly string[]): string {
  const around = indexed.filter((root) => pathBelow(root, path) !== null);
  return around.reduce((best, root) => (root.length > best.length ? root : best), "") || path;
}

/**
 * @param routed the path in the address; empty if it has none. The result is empty if nothing is indexed
 *   either
 */
export function chosenCodebase(routed: string, indexed: readonly string[]): string {
  if (routed !== "") return codebaseAround(routed, indexed);
  const last = kept("browser", KEY);
  return indexed.find((root) => root === last) ?? indexed[0] ?? "";
}

export function keepCodebase(path: string): void {
  if (path !== "" && path !== kept("browser", KEY)) keep("browser", KEY, path);
}
