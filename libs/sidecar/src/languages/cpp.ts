import { type LanguageDefinition, TYPE_NAME } from "../language.ts";
import { readDeclarator, readIncludes } from "./c-family.ts";
import { hiddenMacros, typesAsNames } from "./c-macros.ts";

export const cpp: LanguageDefinition = {
  id: "cpp",
  aliases: ["c++", "cc", "cxx", "cuda"],
  extensions: [".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".ixx", ".cppm", ".cu", ".cuh", ".ino"],
  grammar: {
    wasm: "cpp",
    queries: ["cpp", "c"],
    wrappers: ["template_declaration"],
    constructors: [TYPE_NAME],
    readName: readDeclarator,
    readImports: readIncludes,
    loadFlowReader: async () => (await import("../flow/readers/c-family.ts")).readCpp,
    rewrite: typesAsNames,
    hidden: hiddenMacros,
  },
};
