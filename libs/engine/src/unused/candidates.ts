/** Symbols that may be unused: which are examined, and where code can name them. */
import { UNUSED_KINDS } from "@satori/contracts";
import { type NameReach, type SymbolFact, isPlainName, nameReachRuleOf } from "@satori/sidecar";

/** A symbol that is examined, with the occurrences of its name in its own file. */
export interface ExaminedSymbol {
  readonly file: number;
  readonly fact: SymbolFact;
  readonly language: string;
  /** Where code can name it. What a language's rule leaves open counts as the whole codebase. */
  readonly within: "file" | "folder" | "codebase";
  /** Whether strings of other files can reach it. */
  readonly byText: boolean;
  /** Occurrences in code of its file, outside of itself, of definitions and of lists of exports. */
  readonly usesInFile: number;
  /** Occurrences in code inside of itself. */
  readonly inside: number;
  /** Whether other modules can import it under another name, such as a default export. */
  readonly hasOtherName: boolean;
  /**
   * Line of the first occurrence in a string of its file, if strings may not be told from code there, as in
   * markup within code.
   */
  readonly doubtfulLine: number | null;
}

const KINDS: ReadonlySet<string> = new Set(UNUSED_KINDS);
/** Names that mean that a value is not used, and names that languages use by themselves. */
const PLACEHOLDER = /^(?:_*|__\w+__)$/;

/** Whether a symbol is examined. Variables inside of functions are none of the outline's business. */
export function isExamined(fact: SymbolFact, symbols: readonly SymbolFact[]): boolean {
  if (!KINDS.has(fact.kind) || !isPlainName(fact.name) || PLACEHOLDER.test(fact.name)) return false;
  if (fact.kind !== "variable" && fact.kind !== "constant") return true;
  const around = symbols[fact.parent];
  return around === undefined || around.kind === "namespace" || around.kind === "module";
}

/** The reach of a symbol; anywhere if its language has no rule. */
export function reachOf(
  fact: SymbolFact,
  file: {
    readonly path: string;
    readonly text: string;
    readonly code: string;
    readonly symbols: readonly SymbolFact[];
    readonly language: string;
  },
): Extract<NameReach, { readonly kind: "named" }> {
  const rule = nameReachRuleOf(file.language);
  const reach = rule?.reachOf(fact, file.symbols[fact.parent] ?? null, file);
  // A proof has to count casts and tests that reach private members; for a list, the class is enough.
  if (reach?.kind === "named" && fact.kind === "method" && /\bprivate\b/.test(fact.signature ?? ""))
    return { ...reach, within: "file" };
  return reach?.kind === "named"
    ? reach
    : { kind: "named", within: "codebase", byText: true, byModule: true };
}
