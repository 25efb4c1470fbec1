/** The language C; calls are resolved by the reader in c-family/. */
import type { LanguageDefinition } from "../../language.ts";
import { C_LEXIS } from "../../lexical/lexical-rules.ts";
import { readDeclarator, readIncludes } from "../c-family/declarators.ts";
import { plainMacroCalls } from "../c-family/macro-calls.ts";
import { hiddenParts, lacksMacros } from "../c-family/hidden.ts";
import { typesAsNames } from "../c-family/macros.ts";

export const c: LanguageDefinition = {
  id: "c",
  aliases: [],
  // Headers of C++ and Objective-C are recognized by content: see detect-language.ts.
  extensions: [".c", ".h"],
  interpreters: ["tcc"],
  lexicalRules: C_LEXIS,
  grammar: {
    wasm: "c",
    queries: ["c/c"],
    readName: readDeclarator,
    readImports: readIncludes,
    loadCallFactsReader: async () => (await import("../c-family/call-facts/read-c-family.ts")).readC,
    rewrite: (text) => plainMacroCalls(typesAsNames(text)),
    hidden: hiddenParts,
    lacksMacros,
  },
};
