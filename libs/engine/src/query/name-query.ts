/** Suggests a search if no symbol has the requested name. Pure. */
import { type CallOf, LIMITS } from "@satori/contracts";
import { detectLanguage, isSymbolId } from "@satori/sidecar";
import { firstChars } from "../first-chars.ts";
import { parseQuery } from "./parse-query.ts";

/** Separators between the parts of a qualified name, in any language. */
const SEPARATORS = /::|->|[.#\\]/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * A hint to search the whole codebase for the name; empty if the name has no word to search for, such as a
 * symbol id.
 */
export function searchForName(
  root: string,
  name: string,
): { readonly searchCodebase?: CallOf<"search_codebase"> } {
  const query = isSymbolId(name) ? null : nameQuery(name);
  return query === null
    ? {}
    : { searchCodebase: { tool: "search_codebase", args: { path: root, query, scope: "mixed" } } };
}

/** The last part of a qualified name, as a query that searches for it as text; null if no word remains. */
function nameQuery(name: string): string | null {
  const part = lastPart(name);
  // Leaves two characters for the quotation marks.
  const text = firstChars(part, LIMITS.search.maxQueryChars - 2).trim();
  if (!WORD.test(text)) return null;
  // A text that begins like an operator would be read as one, unless it is quoted.
  return parseQuery(text).text === text ? text : `"${text.replaceAll('"', " ")}"`;
}

/**
 * Last part of a qualified name. File paths and sentences are not qualified names and stay whole; a file name
 * keeps its extension.
 */
function lastPart(name: string): string {
  const isPath = name.includes("/") || /\s/.test(name.trim());
  const parts = isPath ? [] : name.split(SEPARATORS).filter((part) => WORD.test(part));
  const last = parts.at(-1) ?? name;
  const file = parts.slice(-2).join(".");
  return parts.length > 1 && name.endsWith(file) && detectLanguage(file, "") ? file : last;
}
