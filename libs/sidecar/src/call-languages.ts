/** In which languages calls are resolved. */
import { languageById } from "./detect-language.ts";

/** Languages that have a grammar and no calls. */
const NOTHING_TO_CALL: ReadonlySet<string> = new Set(["css", "scss", "less", "html"]);

/** Whether call graphs cover files of a language. */
export function resolvesCalls(language: string): boolean {
  return languageById(language)?.grammar?.readFlow !== undefined;
}

/** Of some languages those in which something is called and call graphs do not cover it; each once, ascending. */
export function languagesWithoutCalls(languages: Iterable<string>): string[] {
  return [...new Set(languages)].filter((language) => languageById(language)?.grammar && !resolvesCalls(language) && !NOTHING_TO_CALL.has(language)).sort();
}
