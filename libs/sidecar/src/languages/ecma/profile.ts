/** What names of JavaScript and TypeScript say beyond their grammars. */
import type { LanguageProfile } from "../../language-profile.ts";
import { ECMA_CALLS } from "./language-calls.ts";
import { ECMA_REGISTERING } from "./registering-calls.ts";

/** Methods of texts, numbers, lists and objects. */
const LITERAL_METHODS =
  "at charAt charCodeAt codePointAt copyWithin findIndex findLast findLastIndex flat flatMap " +
  "hasOwnProperty isPrototypeOf lastIndexOf localeCompare matchAll normalize padEnd padStart " +
  "propertyIsEnumerable " +
  "reduceRight repeat replaceAll search substr toExponential toFixed toLocaleLowerCase toLocaleString " +
  "toLocaleUpperCase toLowerCase toPrecision toReversed toSorted toSpliced toUpperCase trimEnd " +
  "trimStart unshift valueOf with";

/** Languages that are read as JavaScript or TypeScript. */
export const ECMA_LANGUAGES = ["typescript", "tsx", "javascript", "vue", "svelte", "astro"] as const;

/** The same, for tests of a language. */
export const ECMA_IDS: ReadonlySet<string> = new Set(ECMA_LANGUAGES);

export const ecmaProfile: Partial<LanguageProfile> = {
  languageCalls: ECMA_CALLS,
  registeringCalls: ECMA_REGISTERING,
  literalMethods: new Set(LITERAL_METHODS.split(" ")),
  importStatement:
    /^\s*(?:import\b(?!\s*[(.])|export\s+(?:type\s+)?[{*]|(?:const|let|var)\s[^=]*=\s*require\b)/,
};
