/** The language C++; calls are resolved by the reader in c-family/. */
import { type LanguageDefinition, TYPE_NAME } from "../../language.ts";
import { C_LEXIS } from "../../lexical/lexical-rules.ts";
import { readDeclarator, readIncludes } from "../c-family/declarators.ts";
import { plainMacroCalls } from "../c-family/macro-calls.ts";
import { hiddenParts, lacksMacros } from "../c-family/hidden.ts";
import { typesAsNames } from "../c-family/macros.ts";

export const cpp: LanguageDefinition = {
  id: "cpp",
  aliases: ["c++", "cc", "cxx", "cuda"],
  extensions: [
    ".cc",
    ".cpp",
    ".cxx",
    ".c++",
    ".hh",
    ".hpp",
    ".hxx",
    ".h++",
    ".ipp",
    ".inl",
    ".tpp",
    ".ixx",
    ".cppm",
    ".cu",
    ".cuh",
    ".ino",
  ],
  lexicalRules: C_LEXIS,
  grammar: {
    wasm: "cpp",
    queries: ["cpp/cpp", "c/c"],
    wrappers: ["template_declaration"],
    constructors: [TYPE_NAME],
    readName: readDeclarator,
    readImports: readIncludes,
    loadCallFactsReader: async () => (await import("../c-family/call-facts/read-c-family.ts")).readCpp,
    rewrite: (text) => plainMemberPointers(plainMacroCalls(typesAsNames(text))),
    hidden: hiddenParts,
    lacksMacros,
  },
};

// The pattern starts with a word, so that runs of blanks are not scanned once for each blank.
const MEMBER_POINTER = /\b(?=[A-Za-z_])(?:\w{1,100}(?:<[^<>(){};]{0,200}>)?::){1,20}(?=\*)/g;

/** Replaces `int Store::*field`, which the grammar reads as a field named `Store`, by `int        *field`. */
function plainMemberPointers(text: string): string {
  return text.includes("::*") ? text.replace(MEMBER_POINTER, (path) => " ".repeat(path.length)) : text;
}
