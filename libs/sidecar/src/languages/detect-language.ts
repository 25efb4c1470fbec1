/**
 * Detects a file's language by name, extension and `#!` line, and the language of C headers by content. Pure.
 */
import type { LanguageDefinition } from "../language.ts";
import { LANGUAGES } from "./index.ts";

/** Language of a file that no rule recognizes. */
export const UNKNOWN_LANGUAGE = "text";

const byName = new Map<string, LanguageDefinition>();
const byExtension = new Map<string, LanguageDefinition>();
const byInterpreter = new Map<string, LanguageDefinition>();
const byId = new Map<string, LanguageDefinition>();
const byAlias = new Map<string, string>();

for (const language of LANGUAGES) {
  byId.set(language.id, language);
  for (const alias of [language.id, ...language.aliases])
    if (!byAlias.has(alias)) byAlias.set(alias, language.id);
  for (const name of language.filenames ?? []) if (!byName.has(name)) byName.set(name, language);
  for (const extension of language.extensions)
    if (!byExtension.has(extension)) byExtension.set(extension, language);
  for (const program of language.interpreters ?? [])
    if (!byInterpreter.has(program)) byInterpreter.set(program, language);
}

/**
 * The language of a file, or null if none is recognized.
 *
 * @param path relative or absolute, with `/`
 * @param text the file's text; only the beginning is read
 */
export function detectLanguage(path: string, text: string): LanguageDefinition | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const known = byName.get(name) ?? languageByExtension(name);
  if (known?.id === "c" && /\.h$/i.test(name)) return byId.get(headerLanguage(text)) ?? known;
  return known ?? languageByInterpreter(text);
}

/**
 * Tries every suffix, the longest first: for `a.test.ts`, `.test.ts` and then `.ts`. A leading dot does not
 * start an extension.
 */
function languageByExtension(name: string): LanguageDefinition | undefined {
  const lower = name.toLowerCase();
  for (let dot = lower.indexOf(".", 1); dot !== -1; dot = lower.indexOf(".", dot + 1)) {
    const language = byExtension.get(lower.slice(dot));
    if (language) return language;
  }
  return undefined;
}

function languageByInterpreter(text: string): LanguageDefinition | null {
  if (!text.startsWith("#!")) return null;
  const words = text.slice(2, 200).split("\n", 1)[0]?.trim().split(/\s+/) ?? [];
  const named = words[0]?.endsWith("/env")
    ? words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="))
    : words[0];
  const program = named?.slice(named.lastIndexOf("/") + 1).replace(/[\d.]+$/, "");
  return (program && byInterpreter.get(program)) || null;
}

const CPP =
  /^[ \t]*(?:class\s+\w|enum\s+(?:class|struct)\s|namespace\b|template\s*<|using\s+\w|(?:public|private|protected)\s*:|virtual\s)|^[^"\n]*\bstd::\w/m;

/**
 * Tells the languages of headers apart by words that no C header has at the start of a line, outside
 * comments. A header that tests `__OBJC__` is also meant for other languages.
 */
function headerLanguage(text: string): "c" | "cpp" | "objective-c" {
  const code = text.slice(0, 50_000).replace(/\/\*(?:[^]*?\*\/|[^]*)|\/\/.*/g, "");
  if (/^[ \t]*@(?:interface|protocol|implementation)\b/m.test(code) && !code.includes("__OBJC__"))
    return "objective-c";
  return CPP.test(code) ? "cpp" : "c";
}

/** The definition of a language id; undefined for `text` and unknown ids. */
export function languageById(id: string): LanguageDefinition | undefined {
  return byId.get(id);
}

/** The id for a name or alias (`ts` → `typescript`), or null. Case does not matter. */
export function languageIdOf(nameOrAlias: string): string | null {
  const lower = nameOrAlias.toLowerCase();
  return byAlias.get(lower) ?? (lower === UNKNOWN_LANGUAGE ? UNKNOWN_LANGUAGE : null);
}

/** All language ids including `text`, ascending. */
export function languageIds(): string[] {
  return [...byId.keys(), UNKNOWN_LANGUAGE].filter((id, at, all) => all.indexOf(id) === at).sort();
}
