/** The language Astro: scripts, and expressions in templates, are read as TypeScript. */
import type { LanguageDefinition } from "../../language.ts";
import { COMPONENT_LEXIS } from "../../lexical/lexical-rules.ts";
import { astroRanges } from "../embedded/embedded-scripts.ts";
import { astroExpressions } from "../embedded/template-expressions.ts";
import { ecmaSupport } from "../typescript/language.ts";

export const astro: LanguageDefinition = {
  id: "astro",
  aliases: [],
  extensions: [".astro"],
  lexicalRules: COMPONENT_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "typescript",
    embedded: astroRanges,
    templateExpressions: astroExpressions,
  },
};
