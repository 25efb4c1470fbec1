/** The tokens that a file's path adds to its chunks. Pure. */
import { nameOf } from "../model/paths.ts";
import { tokenize } from "./tokens.ts";

/** File names without a meaning of their own; the folder's name is used instead. */
const NAMELESS = new Set(["index", "__init__", "mod", "lib", "main", "init", "package-info"]);

/** File name without folders and without its last extension; `.gitignore` is unchanged. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The name that people use for a file: its stem, or its folder's name for `index.ts` and the like. */
export function callName(path: string): string {
  const stem = stemOf(path);
  if (!NAMELESS.has(stem.toLowerCase())) return stem;
  return path.split("/").at(-2) ?? stem;
}

/**
 * Tokens for the path field of the lexical index: those of the stem twice, then those of the last three
 * folders.
 */
export function pathTokens(path: string): string[] {
  const stem = tokenize(stemOf(path));
  return [...stem, ...stem, ...tokenize(path.split("/").slice(0, -1).slice(-3).join(" "))];
}

/**
 * Stemmed parts of the call name, without the compound. A question that contains all of them names the file.
 */
export function callNameParts(path: string): string[] {
  const name = callName(path).replaceAll(/[^\p{L}\p{N}_]+/gu, "_");
  const compound = name.toLowerCase();
  const tokens = tokenize(name);
  const parts = tokens.filter((token) => token !== compound);
  return [...new Set(parts.length > 0 ? parts : tokens)];
}
