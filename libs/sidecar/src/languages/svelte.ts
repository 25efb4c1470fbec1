import type { LanguageDefinition } from "../language.ts";
import { scriptRanges } from "./embedded/embedded-scripts.ts";
import { svelteExpressions } from "./embedded/template-expressions.ts";
import { ecmaSupport } from "./typescript.ts";

export const svelte: LanguageDefinition = {
  id: "svelte",
  aliases: [],
  extensions: [".svelte"],
  grammar: { ...ecmaSupport, wasm: "typescript", embedded: scriptRanges, templateExpressions: svelteExpressions },
};
