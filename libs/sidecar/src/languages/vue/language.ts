/** The language Vue: scripts, and expressions in templates, are read as TypeScript. */
import type { LanguageDefinition } from "../../language.ts";
import { COMPONENT_LEXIS } from "../../lexical/lexical-rules.ts";
import { scriptRanges } from "../embedded/embedded-scripts.ts";
import { vueExpressions } from "../embedded/template-expressions.ts";
import { ecmaSupport } from "../typescript/language.ts";

export const vue: LanguageDefinition = {
  id: "vue",
  aliases: [],
  extensions: [".vue"],
  lexicalRules: COMPONENT_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "typescript",
    embedded: scriptRanges,
    templateExpressions: vueExpressions,
  },
};
