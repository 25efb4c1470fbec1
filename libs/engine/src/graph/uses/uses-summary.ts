/** The message of an answer about uses. Pure. */
import { type CallGraphCoverage, type SymbolKind, counted } from "@satori/contracts";
import type { SymbolMatch } from "../../files/symbol-lookup/find-symbol.ts";

export interface UsesCounts {
  /** The requested definitions. `remainingRoots` of them are not in the answer. */
  readonly asked: readonly SymbolMatch[];
  readonly remainingRoots: number;
  /** Functions of that name, which were not requested. */
  readonly namesakes: readonly SymbolMatch[];
  readonly uses: number;
  /** Definitions that contain the uses. */
  readonly users: number;
  readonly left: number;
  readonly remainingFiles: number;
  readonly isCut: boolean;
  /** Name of the deadline that stopped the search; null if it was not reached. */
  readonly deadline: string | null;
  /** The requested folder, if anything outside it was left out; null otherwise. */
  readonly narrowedTo: string | null;
  readonly depth: number;
  readonly coverage: CallGraphCoverage;
}

/** Explains what the answer means, above all an empty one. */
export function usesSummary(
  name: string,
  {
    asked,
    remainingRoots,
    namesakes,
    uses,
    users,
    left,
    remainingFiles,
    isCut,
    deadline,
    narrowedTo,
    depth,
    coverage: { unresolvedSites, open },
  }: UsesCounts,
): string {
  const [kind, ...otherKinds] = new Set(asked.map((symbol) => symbol.kind));
  const what = kind !== undefined && otherKinds.length === 0 ? kindInWords(kind) : "no function";
  const several =
    asked.length > 1
      ? `${asked.length} definitions are called ` +
        `${name}${remainingRoots > 0 ? `, of which the first ${asked.length - remainingRoots} are asked of` : ""}; ` +
        "give a symbolRef to ask of one. "
      : "";
  const found =
    uses === 0 ? `No use of ${name} was found` : `${counted(uses, "use")} in ${counted(users, "definition")}`;
  const rest =
    left > 0 ? ` ${counted(left, "more definition")} ${left === 1 ? "is" : "are"} beyond the limit.` : "";
  const unseen =
    remainingFiles > 0
      ? ` ${counted(remainingFiles, "more file")} with that name ${remainingFiles === 1 ? "was" : "were"} not ` +
        "looked at."
      : "";
  const cut = isCut ? " So many places have its words that not all were looked at." : "";
  const ended = deadline === null ? "" : ` The answer reached ${deadline}: there may be more uses.`;
  const outside = narrowedTo === null ? "" : ` What is outside of ${narrowedTo} was not asked for.`;
  const unknown =
    unresolvedSites === 0
      ? ""
      : ` At ${counted(unresolvedSites, "place")} with that name nothing tells whether it is meant.`;
  const further =
    depth > 1 ? " Uses are followed one step: ask of a function that uses it for who calls that." : "";
  const elsewhere = open.flatMap(({ type, file, startLine }) =>
    type === "named" ? [`${file}:${startLine}`] : [],
  );
  const named = elsewhere.length === 0 ? "" : ` Its name stands at ${elsewhere.join(", ")}.`;
  const [namesake] = namesakes;
  const others = namesake
    ? ` ${namesake.symbolLabel} has that name as well and was not asked of: ask by the qualified name.`
    : "";
  return (
    `${several}${name} is ${what}, which is used and not called. ` +
    `${found}.${rest}${unseen}${cut}${ended}${outside}${unknown}${named}${further}${others}`
  );
}

/** A kind with its article: `an enum member`. */
export function kindInWords(kind: SymbolKind): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind.replaceAll("_", " ")}`;
}
