/** The message of an answer about uses. Pure. */
import { type CallGraphCoverage, type SymbolKind, counted, describeLanguageCalls } from "@satori/contracts";
import { describeLinks, describePartlyParsed } from "../response/coverage.ts";
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
    coverage,
  }: UsesCounts,
): string {
  const { unresolvedSites, languageCalls = [], open } = coverage;
  const [kind, ...otherKinds] = new Set(asked.map((symbol) => symbol.kind));
  const what = kind !== undefined && otherKinds.length === 0 ? kindInWords(kind) : "not a function";
  const included =
    remainingRoots > 0 ? `, of which the first ${asked.length - remainingRoots} are included` : "";
  const several =
    asked.length > 1
      ? `${asked.length} definitions are called ${name}${included}; pass a symbolRef to select one. `
      : "";
  const found =
    uses === 0 ? `No use of ${name} was found` : `${counted(uses, "use")} in ${counted(users, "definition")}`;
  const rest =
    left > 0 ? ` ${counted(left, "more definition")} ${left === 1 ? "is" : "are"} beyond the limit.` : "";
  const unseen =
    remainingFiles > 0
      ? ` ${counted(remainingFiles, "more file")} with that name ` +
        `${remainingFiles === 1 ? "was" : "were"} not searched.`
      : "";
  const cut = isCut ? " The name is too common for a complete search." : "";
  const ended = deadline === null ? "" : ` The answer reached ${deadline}: there may be more uses.`;
  const outside = narrowedTo === null ? "" : ` Uses outside ${narrowedTo} are not included.`;
  const unknown =
    unresolvedSites === 0 ? "" : ` ${counted(unresolvedSites, "use")} of that name could not be resolved.`;
  const further =
    depth > 1
      ? " Uses are followed one step only: to go on, follow the callers of a function that uses it."
      : "";
  const elsewhere = open.flatMap(({ type, file, startLine }) =>
    type === "named" ? [`${file}:${startLine}`] : [],
  );
  const named = elsewhere.length === 0 ? "" : ` Its name appears at ${elsewhere.join(", ")}.`;
  const byLanguage = describeLanguageCalls(languageCalls, uses === 0 ? "none" : "found");
  const unread = uses > 0 ? "" : describePartlyParsed(coverage, "use it") + describeLinks(coverage);
  const [namesake] = namesakes;
  const others = namesake
    ? ` ${namesake.symbolLabel} has the same name but was not included: use the qualified name.`
    : "";
  return (
    `${several}${name} is ${what}, so uses are shown instead of calls. ` +
    `${found}.${rest}${unseen}${cut}${ended}${outside}${unknown}${named}${unread}${further}${others}` +
    (byLanguage === "" ? "" : ` ${byLanguage}`)
  );
}

/** A kind with its article: `an enum member`. */
export function kindInWords(kind: SymbolKind): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind.replaceAll("_", " ")}`;
}
