/**
 * How far the name of a declaration reaches: in which files code can name it, and whether it can be used
 * without being named. `languages/name-reach-rules.ts` has a rule for each language. Pure.
 */
import type { LifeReason } from "@satori/contracts";
import type { SymbolFact } from "./facts.ts";

/** The file of a declaration. */
export interface ReachFile {
  readonly path: string;
  readonly text: string;
  /** The text without comments and strings, of the same length. */
  readonly code: string;
  readonly symbols: readonly SymbolFact[];
}

/**
 * Where code can use a declaration.
 *
 * - `named`: only where it writes the name: in the declaration's file, in its folder, or in any file
 * - `open`: also without writing the name, or from outside the codebase
 */
export type NameReach =
  | {
      readonly kind: "named";
      readonly within: "file" | "folder" | "codebase";
      /** Whether strings with the name can reach it from any file (`object["name"]`). */
      readonly byText: boolean;
      /** Whether code can also reach it through an object that has all exports of its module. */
      readonly byModule: boolean;
    }
  | { readonly kind: "open"; readonly reason: LifeReason; readonly detail: string };

/** What a language says about the reach of names. */
export interface NameReachRule {
  readonly reachOf: (symbol: SymbolFact, parent: SymbolFact | null, file: ReachFile) => NameReach;
  /** Comments that name what they use, although they are comments. Tested on the whole comment. */
  readonly speakingComment: RegExp;
}

/** Only code that writes the name. */
export function named(
  within: "file" | "folder" | "codebase",
  { byText = false, byModule = false }: { readonly byText?: boolean; readonly byModule?: boolean } = {},
): NameReach {
  return { kind: "named", within, byText, byModule };
}

export function open(reason: LifeReason, detail: string): NameReach {
  return { kind: "open", reason, detail };
}

/** For kinds of symbols that no rule covers. */
export function notCovered({ kind }: Pick<SymbolFact, "kind">): NameReach {
  return open("unsupported", `Uses of this kind of symbol (${kind}) cannot be ruled out.`);
}
