/** One version of a file from git, and the symbols in it. */
import type { SymbolFact, TextRange } from "@satori/sidecar";
import { codeTokens } from "../lexical/code-tokens.ts";
import { type LineRange, linesOf } from "./line-changes.ts";

/** A version with what its analysis says. */
export interface AnalyzedVersion {
  readonly text: string;
  readonly lines: readonly string[];
  readonly symbols: readonly SymbolFact[];
  readonly comments: readonly TextRange[];
}

/** A symbol in one version of its file. */
export interface TrackedSymbol extends LineRange {
  readonly kind: SymbolFact["kind"];
  readonly name: string;
  readonly label: string;
  /** See `codeTokens`. */
  readonly tokens: readonly string[];
}

/** A symbol of an analyzed version. */
export function trackedSymbol(
  { text, comments }: Pick<AnalyzedVersion, "text" | "comments">,
  fact: SymbolFact,
): TrackedSymbol {
  const { kind, name, label, startLine, endLine } = fact;
  return { kind, name, label, startLine, endLine, tokens: codeTokens(text, fact, comments) };
}

/** Lines of a symbol in its version. */
export function linesOfSymbol(lines: readonly string[], { startLine, endLine }: LineRange): string[] {
  return lines.slice(startLine - 1, endLine);
}

/** A version with the analysis of its text. */
export function analyzedVersion(
  text: string,
  { symbols, comments }: Pick<AnalyzedVersion, "symbols" | "comments">,
): AnalyzedVersion {
  return { text, lines: linesOf(text), symbols, comments };
}
