import type { LanguageDefinition } from "../language.ts";
import { COMPONENT_LEXIS } from "../lexis/lexis.ts";
import { scriptRanges } from "./embedded/embedded-scripts.ts";
import { vueExpressions } from "./embedded/template-expressions.ts";
import { ecmaSupport } from "./typescript.ts";

export const vue: LanguageDefinition = {
  id: "vue",
  aliases: [],
  extensions: [".vue"],
  lexis: COMPONENT_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "typescript",
    embedded: scriptRanges,
    templateExpressions: vueExpressions,
  },
};
