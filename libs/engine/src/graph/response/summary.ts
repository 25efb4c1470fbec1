/** The message of an answer about calls. Pure. */
import { type CallGraphCoverage, LIMITS, counted, describeLanguageCalls } from "@satori/contracts";
import { describeLinks, describePartlyParsed } from "./coverage.ts";

/** The numbers and names that the message mentions. */
export interface Counts {
  /** Requested definitions. */
  readonly roots: number;
  /** How many of the roots are in the graph, and how many did not fit. */
  readonly followed: number;
  readonly remainingRoots: number;
  /** Other definitions of the name, which were not requested. */
  readonly namesakes: readonly { readonly symbolLabel: string }[];
  readonly nodes: number;
  readonly calls: number;
  /** Uses of a type other than calls. */
  readonly uses: number;
  /** Calls and uses that did not fit. */
  readonly edgesLeft: number;
  readonly left: number;
  readonly remainingFiles: number;
  /** Number of paths with omitted results that the hints do not name. */
  readonly partsLeft: number;
  /** The requested folder, if anything outside it was left out; null otherwise. */
  readonly narrowedTo: string | null;
  /** Names whose callers were not all searched. */
  readonly skippedNames: readonly string[];
  /** Whether the resolution budget ran out. */
  readonly isExhausted: boolean;
  /** Name of the deadline that stopped the traversal; null if it was not reached. */
  readonly deadline: string | null;
  /** The parameters in the requested name that none of the definitions takes. */
  readonly notTaken: string | null;
  /** Whether a requested definition has callers, or callers were not requested. */
  readonly isCalled: boolean;
  /** Labels of the members that the requested type inherits; empty if it declares the member itself. */
  readonly inheritedFrom: readonly string[];
  readonly coverage: CallGraphCoverage;
}

/** Labels listed when several types declare the inherited member. */
const MAX_INHERITED = 3;

/** Explains what the answer means, above all an empty one. */
export function summary(name: string, counts: Counts): string {
  return [
    describeDefinitions(name, counts),
    describeGraph(name, counts),
    describeOmissions(counts),
    describeCoverage(counts.coverage),
    describeByLanguage(counts),
    counts.isCalled ? "" : describePartlyParsed(counts.coverage, "call it"),
    counts.calls + counts.uses === 0 ? describeLinks(counts.coverage) : "",
    describeNamesakes(counts.namesakes),
  ].join("");
}

function describeDefinitions(
  name: string,
  { roots, followed, remainingRoots, notTaken, inheritedFrom }: Counts,
): string {
  const chosen =
    remainingRoots === 0
      ? ""
      : `, of which ${followed} with the most calls ${followed === 1 ? "is" : "are"} followed`;
  const inherited =
    inheritedFrom.length === 0
      ? ""
      : `${name} is inherited: it is ${[...new Set(inheritedFrom)].slice(0, MAX_INHERITED).join(", ")}. `;
  const several =
    roots > 1 ? `${roots} definitions are called ${name}${chosen}; pass a symbolRef to select one. ` : "";
  const unlike =
    notTaken === null
      ? ""
      : `${roots > 1 ? "None of them takes" : "No definition of that name takes"} ${notTaken}. `;
  return `${inherited}${several}${unlike}`;
}

function describeGraph(name: string, { nodes, calls, uses }: Counts): string {
  const edges = [
    ...(calls > 0 || uses === 0 ? [counted(calls, "call")] : []),
    ...(uses > 0 ? [counted(uses, "use")] : []),
  ].join(" and ");
  return calls + uses === 0
    ? `No call to or from ${name} was found within the limits of this request.`
    : `${edges} between ${nodes === 1 ? "1 definition and itself" : `${nodes} definitions`}.`;
}

/** What did not fit, exceeded the budget or the deadline, or was outside the request. */
function describeOmissions({
  edgesLeft,
  left,
  remainingFiles,
  partsLeft: unnamed,
  narrowedTo,
  skippedNames,
  isExhausted,
  deadline,
}: Counts): string {
  const rest =
    left > 0 ? ` ${left} more ${left === 1 ? "definition is" : "definitions are"} beyond the limit.` : "";
  const unshown =
    edgesLeft > 0
      ? ` ${counted(edgesLeft, "more edge")} ${edgesLeft === 1 ? "does" : "do"} not fit in one ` +
        "answer: use a lower depth or a folder."
      : "";
  const unseen =
    remainingFiles > 0
      ? ` ${counted(remainingFiles, "more file")} with calls of that name ` +
        `${remainingFiles === 1 ? "was" : "were"} not searched.`
      : "";
  const unasked =
    unnamed > 0
      ? ` hints.paths lists the ${LIMITS.callGraph.maxParts} largest remaining paths, and omits ` +
        `${unnamed} others.`
      : "";
  const outside = narrowedTo === null ? "" : ` Calls outside ${narrowedTo} are not included.`;
  const [skippedName] = skippedNames;
  const others = skippedNames.length > 1 ? ` and ${counted(skippedNames.length - 1, "other name")}` : "";
  const uncalled =
    skippedName === undefined
      ? ""
      : ` Not all callers by ${skippedName}${others} were searched for: too many files have that name.`;
  const ended = isExhausted
    ? " Resolution reached its limit of steps or files: there may be more calls."
    : "";
  const late = deadline === null ? "" : ` The answer reached ${deadline}: there may be more calls.`;
  return `${rest}${unshown}${unseen}${unasked}${uncalled}${outside}${ended}${late}`;
}

/** Where there may be more calls than could be resolved. */
function describeCoverage({ unresolvedSites, open }: CallGraphCoverage): string {
  const unknown =
    unresolvedSites === 0
      ? ""
      : ` ${unresolvedSites} call ${unresolvedSites === 1 ? "site" : "sites"} could not be resolved and ` +
        "may belong here.";
  const handed = open.find(({ type }) => type === "handed_on");
  const value = handed
    ? ` It is used as a value, first at ${handed.file}:${handed.startLine}, and may be called from there.`
    : "";
  const elsewhere = open.flatMap(({ type, file, startLine }) =>
    type === "named" ? [`${file}:${startLine}`] : [],
  );
  const named =
    elsewhere.length === 0
      ? ""
      : ` Its name appears at ${elsewhere.join(", ")}, where calls are not followed.`;
  return `${unknown}${value}${named}`;
}

function describeByLanguage({ coverage: { languageCalls = [] }, isCalled }: Counts): string {
  const described = describeLanguageCalls(languageCalls, isCalled ? "found" : "none");
  return described === "" ? "" : ` ${described}`;
}

function describeNamesakes(namesakes: Counts["namesakes"]): string {
  const [namesake] = namesakes;
  if (!namesake) return "";
  const omitted =
    namesakes.length === 1
      ? `${namesake.symbolLabel} has the same name but was`
      : `${namesakes.length} others, such as ${namesake.symbolLabel}, have the same name but were`;
  return ` ${omitted} not included: use the qualified name.`;
}
