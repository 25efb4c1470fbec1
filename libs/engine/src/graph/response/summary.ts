/** What an answer about calls says in words. Pure. */
import { type CallGraphCoverage, LIMITS, counted } from "@satori/contracts";

export interface Counts {
  /** Definitions that were asked for. */
  readonly roots: number;
  /** Those of them for which there was room, and for which there was none. */
  readonly followed: number;
  readonly remainingRoots: number;
  /** Others of the name, which were not asked for. */
  readonly namesakes: readonly { readonly symbolLabel: string }[];
  readonly nodes: number;
  readonly calls: number;
  /** Of a type, where it is not called. */
  readonly uses: number;
  /** Calls and uses for which there was no room. */
  readonly edgesLeft: number;
  readonly left: number;
  readonly remainingFiles: number;
  /** Paths with what was left out that the hints do not name. */
  readonly partsLeft: number;
  /** The folder outside of which something was left out; null where nothing was. */
  readonly narrowedTo: string | null;
  /** Names by which callers were not all looked for. */
  readonly skippedNames: readonly string[];
  /** Whether the budget of resolving ran out. */
  readonly isExhausted: boolean;
  /** The deadline by which not all was followed; null where it was not reached. */
  readonly deadline: string | null;
  /** What the name says of parameters that none of the definitions takes. */
  readonly notTaken: string | null;
  /** What the type that was named has it as from others; none where it has it itself. */
  readonly inheritedFrom: readonly string[];
  readonly coverage: CallGraphCoverage;
}

/** Of one name that several types give. */
const MAX_INHERITED = 3;

/** Says what an answer means, an empty one above all. */
export function summary(name: string, counts: Counts): string {
  return [
    describeDefinitions(name, counts),
    describeGraph(name, counts),
    describeOmissions(counts),
    describeCoverage(counts.coverage),
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

/** What there was no room, budget or time for, and what was not asked for. */
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
      ? " " +
        `${remainingFiles === 1 ? "1 more file with calls of that name was" : `${remainingFiles} more files with calls of that name were`} ` +
        "not searched."
      : "";
  const unasked =
    unnamed > 0
      ? ` hints.paths lists the ${LIMITS.callGraph.maxParts} largest remaining paths, and omits ` +
        `${unnamed} others.`
      : "";
  const outside = narrowedTo === null ? "" : ` Calls outside ${narrowedTo} are not included.`;
  const [leftName] = skippedNames;
  const uncalled =
    leftName === undefined
      ? ""
      : " Not all callers by " +
        `${leftName}${skippedNames.length === 1 ? "" : ` and ${counted(skippedNames.length - 1, "other name")}`} ` +
        "were searched for: too many files have that name.";
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

function describeNamesakes(namesakes: Counts["namesakes"]): string {
  const [namesake] = namesakes;
  return namesake
    ? " " +
        `${namesakes.length === 1 ? `${namesake.symbolLabel} has the same name but was` : `${namesakes.length} others, such as ${namesake.symbolLabel}, have the same name but were`} ` +
        "not included: use the qualified name."
    : "";
}
