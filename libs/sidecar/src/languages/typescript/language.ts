/** The languages TypeScript and TSX; calls are resolved by the reader in ecma/. */
import type { GrammarSupport, LanguageDefinition } from "../../language.ts";
import { ECMA_LEXIS } from "../../lexical/lexical-rules.ts";
import { readEcmaImports } from "../ecma/imports.ts";
import { variablesIn } from "../ecma/variables.ts";
import { hiddenTypeWords, wordsAsNames } from "../ecma/words.ts";
import { endSignatures } from "./signatures.ts";

/** Settings shared by TypeScript and the languages that embed it. */
export const ecmaSupport: Omit<GrammarSupport, "wasm"> = {
  queries: ["ecma/ecmascript", "typescript/typescript"],
  wrappers: ["export_statement", "ambient_declaration"],
  constructors: ["constructor"],
  readImports: readEcmaImports,
  definitionsIn: variablesIn,
  rewrite: (text) => endSignatures(wordsAsNames(text)),
  hidden: hiddenTypeWords,
  loadCallFactsReader: async () => (await import("../ecma/call-facts/read-ecma.ts")).readEcma,
};

export const typescript: LanguageDefinition = {
  id: "typescript",
  aliases: ["ts", "mts", "cts"],
  extensions: [".ts", ".mts", ".cts"],
  interpreters: ["tsx", "ts-node", "deno", "bun"],
  lexicalRules: ECMA_LEXIS,
  grammar: { ...ecmaSupport, wasm: "typescript" },
};

export const tsx: LanguageDefinition = {
  id: "tsx",
  aliases: [],
  extensions: [".tsx"],
  lexicalRules: ECMA_LEXIS,
  grammar: {
    ...ecmaSupport,
    wasm: "tsx",
    rewrite: wordsAsNames,
    queries: [...ecmaSupport.queries, "ecma/jsx"],
  },
};
