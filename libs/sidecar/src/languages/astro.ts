import type { LanguageDefinition } from "../language.ts";
import { astroRanges } from "./embedded/embedded-scripts.ts";
import { astroExpressions } from "./embedded/template-expressions.ts";
import { ecmaSupport } from "./typescript.ts";

export const astro: LanguageDefinition = {
  id: "astro",
  aliases: [],
  extensions: [".astro"],
  grammar: { ...ecmaSupport, wasm: "typescript", embedded: astroRanges, templateExpressions: astroExpressions },
};
