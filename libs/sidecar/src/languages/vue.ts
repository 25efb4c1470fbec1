import type { LanguageDefinition } from "../language.ts";
import { scriptRanges } from "./embedded-scripts.ts";
import { ecmaSupport } from "./typescript.ts";

export const vue: LanguageDefinition = {
  id: "vue",
  aliases: [],
  extensions: [".vue"],
  grammar: { ...ecmaSupport, wasm: "typescript", embedded: scriptRanges },
};
