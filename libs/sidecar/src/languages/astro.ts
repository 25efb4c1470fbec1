import type { LanguageDefinition } from "../language.ts";
import { COMPONENT_LEXIS } from "../lexis/lexis.ts";
import { astroRanges } from "./embedded/embedded-scripts.ts";
import { astroExpressions } from "./embedded/template-expressions.ts";
import { ecmaSupport } from "./typescript.ts";

export const astro: LanguageDefinition = {
  id: "astro",
  aliases: [],
  extensions: [".astro"],
  lexis: COMPONENT_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "typescript",
    embedded: astroRanges,
    templateExpressions: astroExpressions,
  },
};
