import type { LanguageDefinition } from "../language.ts";
import { astroRanges } from "./embedded-scripts.ts";
import { ecmaSupport } from "./typescript.ts";

export const astro: LanguageDefinition = {
  id: "astro",
  aliases: [],
  extensions: [".astro"],
  grammar: { ...ecmaSupport, wasm: "typescript", embedded: astroRanges },
};
