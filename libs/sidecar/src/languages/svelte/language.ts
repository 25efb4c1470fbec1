/** The language Svelte: scripts, and expressions in templates, are read as TypeScript. */
import type { LanguageDefinition } from "../../language.ts";
import { COMPONENT_LEXIS } from "../../lexical/lexical-rules.ts";
import { scriptRanges } from "../embedded/embedded-scripts.ts";
import { svelteExpressions } from "../embedded/template-expressions.ts";
import { svelteVariables } from "./reactive.ts";
import { snippetCode } from "./snippets.ts";
import { ecmaSupport } from "../typescript/language.ts";

export const svelte: LanguageDefinition = {
  id: "svelte",
  aliases: [],
  extensions: [".svelte"],
  lexicalRules: COMPONENT_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "typescript",
    definitionsIn: svelteVariables,
    embedded: scriptRanges,
    templateExpressions: svelteExpressions,
    templateDefinitions: snippetCode,
  },
};
