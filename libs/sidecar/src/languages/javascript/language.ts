/** The language JavaScript; calls are resolved by the reader in ecma/. */
import type { LanguageDefinition } from "../../language.ts";
import { ECMA_LEXIS } from "../../lexical/lexical-rules.ts";
import { readEcmaImports } from "../ecma/imports.ts";
import { variablesIn } from "../ecma/variables.ts";
import { hiddenWords, listedWordsAsNames, wordsAsNames } from "../ecma/words.ts";

export const javascript: LanguageDefinition = {
  id: "javascript",
  aliases: ["js", "jsx", "mjs", "cjs", "node"],
  extensions: [".js", ".jsx", ".mjs", ".cjs", ".es6"],
  filenames: ["Jakefile"],
  interpreters: ["node", "nodejs"],
  lexicalRules: ECMA_LEXIS,
  grammar: {
    wasm: "javascript",
    queries: ["ecma/ecmascript", "javascript/javascript", "ecma/jsx"],
    wrappers: ["export_statement"],
    constructors: ["constructor"],
    readImports: readEcmaImports,
    definitionsIn: variablesIn,
    rewrite: (text) => wordsAsNames(listedWordsAsNames(text)),
    hidden: hiddenWords,
    loadCallFactsReader: async () => (await import("../ecma/call-facts/read-ecma.ts")).readEcma,
    chunkNodes: ["field_definition"],
  },
};
