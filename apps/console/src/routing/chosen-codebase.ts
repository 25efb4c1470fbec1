/**
 * Which codebase questions are about: the one that the address is in; where it names none, the last one, else
 * the first that is indexed.
 */
import { keep, kept } from "../kept.ts";
import { pathBelow } from "./paths.ts";

const KEY = "satori.codebase";

/**
 * The root of the codebase that has the path: of several within each other the innermost; the path itself
 * where none has it.
 *
 * @param indexed roots, absolute
 */
export function codebaseAround(path: string, indexed: readonly string[]): string {
  const around = indexed.filter((root) => pathBelow(root, path) !== null);
  return around.reduce((best, root) => (root.length > best.length ? root : best), "") || path;
}

/**
 * @param routed the path in the address, empty where it has none; the answer is empty where nothing is
 * indexed either
 */
export function chosenCodebase(routed: string, indexed: readonly string[]): string {
  if (routed !== "") return codebaseAround(routed, indexed);
  const last = kept("browser", KEY);
  return indexed.find((root) => root === last) ?? indexed[0] ?? "";
}

export function keepCodebase(path: string): void {
  if (path !== "" && path !== kept("browser", KEY)) keep("browser", KEY, path);
}
