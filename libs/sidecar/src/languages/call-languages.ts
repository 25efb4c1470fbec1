/** Tells in which languages calls are resolved. */
import { languageById } from "./detect-language.ts";

/** Languages without calls: prose, data, markup, styles, schemas, configuration. */
const NOTHING_TO_CALL: ReadonlySet<string> = new Set([
  "text",
  "markdown",
  "restructuredtext",
  "asciidoc",
  "plaintext",
  "org",
  "tex",
  "json",
  "yaml",
  "toml",
  "ini",
  "xml",
  "html",
  "csv",
  "css",
  "less",
  "sass",
  "graphql",
  "protobuf",
  "terraform",
  "dockerfile",
  "prisma",
  "thrift",
  "typespec",
  "smithy",
  "bicep",
  "gherkin",
  "stylus",
]);

/** Whether call graphs cover files of a language. */
export function resolvesCalls(language: string): boolean {
  const grammar = languageById(language)?.grammar;
  return grammar?.loadCallFactsReader !== undefined || grammar?.callsByName === true;
}

/**
 * The languages among those given that have calls but that call graphs do not cover; each once, ascending.
 */
export function languagesWithoutCalls(languages: Iterable<string>): string[] {
  return [...new Set(languages)]
    .filter((language) => !NOTHING_TO_CALL.has(language) && !resolvesCalls(language))
    .sort();
}
