/** For each language whose uses are compared, the program that resolves its names. */
import type { SymbolFact } from "@satori/sidecar";
import type { OracleLanguage, Question } from "../oracles/index.ts";
import { printedByClang } from "../oracles/clang.ts";
import { goSays } from "../oracles/go/go.ts";
import { javaSays } from "../oracles/java/java.ts";
import { type KnownUses, usesPrinted } from "./known-uses.ts";
import { pythonUses } from "./python-uses.ts";
import { rustUses } from "./rust-uses.ts";
import { typescriptUses } from "./typescript-uses.ts";

export interface UsesOracle {
  /** Kinds of symbols that are compared, in the order of the table. */
  readonly kinds: readonly SymbolFact["kind"][];
  /** Lines that import or re-export names: names there are no uses. */
  readonly importing: RegExp;
  ask(question: Question): Promise<KnownUses>;
}

/** For C and C++. */
const INCLUDING = /^\s*(?:#\s*include\b|using\s+(?:namespace\s+)?[\w:]+;)/;

export const USES_ORACLES: Partial<Record<OracleLanguage, UsesOracle>> = {
  typescript: {
    kinds: ["interface", "type", "enum", "enum_member", "variable", "constant", "field", "property"],
    importing: /^\s*(?:import\b|export\s+(?:type\s+)?[{*])/,
    ask: async ({ root, files }) => typescriptUses(root, files),
  },
  go: {
    kinds: ["struct", "interface", "type", "constant", "variable", "field"],
    importing: /^\s*(?:import|package)\b/,
    ask: async (question) => usesPrinted(goSays(question, "uses")),
  },
  java: {
    kinds: ["class", "interface", "enum", "enum_member", "constant", "field"],
    importing: /^\s*(?:import|package)\b/,
    ask: async (question) => usesPrinted(javaSays(question, "uses")),
  },
  python: {
    kinds: ["class", "variable", "field"],
    importing: /^\s*(?:from\s+\S+\s+)?import\b/,
    ask: ({ root, files, python, server, progress }) => pythonUses(root, files, { python, server }, progress),
  },
  rust: {
    kinds: ["struct", "enum", "trait", "type", "enum_member", "constant", "variable", "field"],
    importing: /^\s*(?:(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:\\{]|extern\s+crate\b)/,
    ask: async ({ root, analyzer, temporary }) => rustUses(root, analyzer, temporary),
  },
  c: {
    kinds: ["struct", "enum", "type", "enum_member", "macro", "variable", "constant", "field"],
    importing: INCLUDING,
    ask: async (question) => usesPrinted(printedByClang("clang_uses.py", "c", question)),
  },
  cpp: {
    kinds: ["class", "struct", "enum", "type", "enum_member", "macro", "variable", "constant", "field"],
    importing: INCLUDING,
    ask: async (question) => usesPrinted(printedByClang("clang_uses.py", "cpp", question)),
  },
};
