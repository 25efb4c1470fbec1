import type { LanguageDefinition } from "../language.ts";
import { C_LEXIS } from "../lexis/lexis.ts";
import { readDeclarator, readIncludes } from "./c-family/declarators.ts";
import { hiddenParts } from "./c-family/hidden.ts";
import { typesAsNames } from "./c-family/macros.ts";

export const c: LanguageDefinition = {
  id: "c",
  aliases: [],
  // What of the headers is C++ or Objective-C is told by their content: see detect-language.ts.
  extensions: [".c", ".h"],
  interpreters: ["tcc"],
  lexis: C_LEXIS,
  grammar: {
    wasm: "c",
    queries: ["c"],
    readName: readDeclarator,
    readImports: readIncludes,
    loadFlowReader: async () => (await import("../flow/readers/c-family.ts")).readC,
    rewrite: typesAsNames,
    hidden: hiddenParts,
  },
};
