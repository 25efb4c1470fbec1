import type { LanguageDefinition } from "../language.ts";
import { ECMA_LEXIS } from "../lexis/lexis.ts";
import { readEcmaImports } from "./ecma/imports.ts";
import { listedWordsAsNames, usingAsName } from "./ecma/words.ts";

export const javascript: LanguageDefinition = {
  id: "javascript",
  aliases: ["js", "jsx", "mjs", "cjs", "node"],
  extensions: [".js", ".jsx", ".mjs", ".cjs", ".es6"],
  filenames: ["Jakefile"],
  interpreters: ["node", "nodejs"],
  lexis: ECMA_LEXIS,
  grammar: {
    wasm: "javascript",
    queries: ["ecmascript", "javascript", "jsx"],
    wrappers: ["export_statement"],
    constructors: ["constructor"],
    readImports: readEcmaImports,
    rewrite: (text) => usingAsName(listedWordsAsNames(text)),
    loadFlowReader: async () => (await import("../flow/readers/ecma.ts")).readEcmaFlow,
    chunkNodes: ["field_definition"],
  },
};
