/** A search to go on with where no symbol has the name that was asked for. Pure. */
import { type CallOf, LIMITS } from "@satori/contracts";
import { detectLanguage, isSymbolId } from "@satori/sidecar";
import { firstChars } from "../first-chars.ts";
import { parseQuery } from "./parse-query.ts";

/** What stands between the parts of a qualified name, in any language. */
const SEPARATORS = /::|->|[.#\\]/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * The hint, with the whole codebase searched; empty where the name has no word to search for, as an id of a
 * symbol.
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

/** The last part of a qualified name, as a query that searches for it as text; null where no word remains. */
function nameQuery(name: string): string | null {
  const part = lastPart(name);
  // Two characters are kept for the quotation marks.
  const text = firstChars(part, LIMITS.search.maxQueryChars - 2).trim();
  if (!WORD.test(text)) return null;
  // What begins as an operator does is read as one, unless it is quoted.
  return parseQuery(text).text === text ? text : `"${text.replaceAll('"', " ")}"`;
}

/** The name itself where it is the path of a file or a sentence: these are not qualified. */
function lastPart(name: string): string {
  const isPath = name.includes("/") || /\s/.test(name.trim());
  const parts = isPath ? [] : name.split(SEPARATORS).filter((part) => WORD.test(part));
  const last = parts.at(-1) ?? name;
  const file = parts.slice(-2).join(".");
  return parts.length > 1 && name.endsWith(file) && detectLanguage(file, "") ? file : last;
}
