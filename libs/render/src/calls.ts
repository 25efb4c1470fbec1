/** Renders callers and callees: trees, and what they do not cover. Pure. */
import {
  type CallEdge,
  type CallGraphNode,
  type CallGraphNote,
  type CallGraphOk,
  type CallTree,
  type Growth,
  LIMITS,
  type RegistrationVia,
  isRegistration,
  type WithArguments,
  callEdges,
  callTrees,
  counted,
  describeLanguageCalls,
  isFunctionKind,
  listed,
} from "@satori/contracts";
import { displayWidth, padStart, truncate, truncateMiddle, truncateStart } from "./width.ts";
import type { View } from "./view.ts";

/** A call graph with the arguments that its answer omits. */
export type CompleteGraph = WithArguments<CallGraphOk>;

const GAP = "  ";
const BRANCH = { between: "├─ ", last: "└─ " } as const;
const STEM = { between: "│  ", last: "   " } as const;

type Confidence = CallEdge["confidence"];

/** From most to least certain. Certain calls need no word. */
const WORDS: { readonly [Sure in Confidence]: string | null } = {
  resolved: null,
  possible: "possible",
  name_match: "matched by name",
};
/** Words for calls by code outside the codebase that is given the function. */
const GIVEN_AS: { readonly [Rule in RegistrationVia]: string } = {
  dependency: "as a dependency",
  event: "for an event",
  route: "for a route",
  task: "as a task",
};
const SURENESS: readonly Confidence[] = ["resolved", "possible", "name_match"];
const DRAWN = { around: "recursion", above: "see above", below: "see below" } as const;

/** What an answer omits: a sentence of its summary (empty if there is none), and lines below the summary. */
export interface Omission {
  readonly sentence: string;
  readonly lines: readonly string[];
}

const NO_OMISSION: Omission = { sentence: "", lines: [] };

/**
 * Trees separated by empty lines, then a summary of the answer as a whole.
 *
 * @param omission what did not fit, and how the reader can see it
 */
export function renderCalls(
  answer: CompleteGraph,
  growth: Growth,
  view: View,
  omission: Omission = NO_OMISSION,
): string {
  const trees = callTrees(answer, growth);
  return [renderCallTrees(answer, growth, view), summaryOf(answer, growth, { trees, view, omission })].join(
    "\n\n",
  );
}

/** Trees separated by empty lines. */
export function renderCallTrees(answer: CompleteGraph, growth: Growth, view: View): string {
  const trees = callTrees(answer, growth);
  const drawn = trees.map((tree) =>
    [
      ...treeLines(tree, { first: "", rest: "" }, answer.effectiveRoot, view),
      ...(trees.length > 1 ? bareLines(tree, answer, growth, view) : []),
    ].join("\n"),
  );
  return drawn.join("\n\n");
}

/** Names whose callers were not searched, and lines that may contain further calls. */
export function openCallLines(answer: CompleteGraph, view: View): string[] {
  return [...notLookedFor(answer, view), ...openLines(answer, view)];
}

/** The indentation of a definition's own line, and of the lines below it. */
interface Lead {
  readonly first: string;
  readonly rest: string;
}

function treeLines(tree: CallTree, lead: Lead, root: string, view: View): string[] {
  const { branches } = tree;
  const below = lead.rest + (branches.length > 0 ? STEM.between : STEM.last);
  const lines = [definitionLine(tree, lead.first, root, view), ...callLines(tree, below, view)];
  for (const [at, branch] of branches.entries()) {
    const kind = at === branches.length - 1 ? "last" : "between";
    lines.push(
      ...treeLines(branch, { first: lead.rest + BRANCH[kind], rest: lead.rest + STEM[kind] }, root, view),
    );
  }
  return lines;
}

/** Name and location, shortened to fit: the name in its middle, the location at its start. */
function definitionLine(
  { node, calls, drawn }: CallTree,
  lead: string,
  root: string,
  { style, columns, symbol, file }: View,
): string {
  const words = [WORDS[surest(calls)], givenAs(calls), drawn && DRAWN[drawn]].filter((word) => word !== null);
  const marks = words.map((word) => `${GAP}${word}`).join("");
  const name = isTopLevel(node) ? "top level" : symbol(node.symbolLabel, node.file);
  const place = `${file(root, node.file)}:${node.span.startLine}`;
  const room =
    columns === null ? Number.POSITIVE_INFINITY : Math.max(0, columns - displayWidth(lead + GAP + marks));
  const shownName = truncateMiddle(name, Math.max(Math.floor(room / 2), room - displayWidth(place)));
  const shownPlace = truncateStart(place, room - displayWidth(shownName));
  return `${lead}${style.symbol(shownName)}${GAP}${style.file(shownPlace)}${style.warning(marks)}`;
}

/**
 * One line per call, with the line number in the caller's file. Calls with a lower confidence than the best
 * one are marked.
 */
function callLines({ calls }: CallTree, lead: string, { style, columns, codeLine, tab }: View): string[] {
  const width = Math.max(...calls.map(({ site }) => String(site.line).length));
  return calls.map(({ site, confidence }) => {
    const word = confidence === surest(calls) ? null : WORDS[confidence];
    const text = `${padStart(String(site.line), width)}${GAP}${word === null ? "" : `${word}: `}${codeLine(site.text.replaceAll("\t", tab))}`;
    return `${lead}${style.quiet(columns === null ? text : truncate(text, Math.max(0, columns - displayWidth(lead))))}`;
  });
}

/** Marks trees without calls if the answer was cut, since their calls may merely not have fitted. */
function bareLines(
  { branches }: CallTree,
  answer: CompleteGraph,
  growth: Growth,
  { style, columns }: View,
): string[] {
  if (branches.length > 0 || !hasNoRoom(answer)) return [];
  const text = `${STEM.last}${nounOf(answer, growth)}s, if any, are beyond the limit`;
  return [style.warning(columns === null ? text : truncate(text, columns))];
}

/** How code outside is given the function, if that is so for all its calls. */
function givenAs(calls: readonly CallEdge[]): string | null {
  const words = new Set(
    calls.map(({ via }) => (via !== undefined && isRegistration(via) ? GIVEN_AS[via] : null)),
  );
  return words.size === 1 ? ([...words][0] ?? null) : null;
}

function surest(calls: readonly CallEdge[]): Confidence {
  return SURENESS.find((sure) => calls.some(({ confidence }) => confidence === sure)) ?? "resolved";
}

/** Top-level code has its file's name as its label, but the file is already shown next to it. */
function isTopLevel({ file, kind, symbolLabel }: CallGraphNode): boolean {
  return kind === "module" && file.slice(file.lastIndexOf("/") + 1) === symbolLabel;
}

interface Summarized {
  readonly trees: readonly CallTree[];
  readonly view: View;
  readonly omission: Omission;
}

/** What was found, what may be missing, and what an empty answer means. */
function summaryOf(answer: CompleteGraph, growth: Growth, summarized: Summarized): string {
  return [
    sentencesOf(answer, growth, summarized),
    ...summarized.omission.lines,
    ...openCallLines(answer, summarized.view),
  ].join("\n");
}

function sentencesOf(answer: CompleteGraph, growth: Growth, { trees, view, omission }: Summarized): string {
  const sentences = [
    fittingOf(answer, trees),
    foundOf(answer, growth),
    omission.sentence,
    elsewhereOf(answer, view),
    unresolvedOf(answer),
    byLanguageOf(answer, growth),
    uncoveredOf(answer, view),
    namesakesOf(answer, view),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/**
 * How many definitions match. If there are more than are drawn, only the answer's own message tells how many.
 */
function fittingOf({ message = "" }: CompleteGraph, trees: readonly CallTree[]): string {
  const [, all, which] =
    /^(\d+) definitions are called .+?, (of which [^;]+); pass a symbolRef/s.exec(message) ?? [];
  if (all !== undefined) return `${all} definitions match, ${which}.`;
  return trees.length > 1 ? `${trees.length} definitions match.` : "";
}

function foundOf(answer: CompleteGraph, growth: Growth): string {
  const { depth, coverage, hints } = answer;
  const edges = callEdges(answer);
  const noun = nounOf(answer, growth);
  if (edges.length > 0) {
    const far = new Set(edges.map(({ from, to }) => (growth === "callers" ? from : to)));
    const lines = new Set(edges.map(({ site }) => `${site.line}:${site.file}`));
    const isMixed = noun !== "user" && edges.some(({ kind }) => kind === "use");
    const found = isMixed
      ? `${counted(far.size, "definition")} that ${far.size === 1 ? "calls or uses" : "call or use"} it`
      : counted(far.size, noun);
    return (
      `${isFull(answer) ? `The first ${found.replace(/^1 /, "")}` : found}${depth > 1 && noun !== "user" ? ` to depth ${depth}` : ""}, ` +
      `on ${counted(lines.size, "line")}.`
    );
  }
  if (hasNoRoom(answer)) return `No room for ${noun}s.`;
  if (isCut(answer)) return `No ${noun}s found, but the search was incomplete.`;
  const byLanguage = growth === "callers" ? (coverage.languageCalls ?? []) : [];
  if (hints?.everywhere || coverage.unresolvedSites + coverage.open.length + byLanguage.length > 0)
    return `No ${noun}s found.`;
  if (noun === "user") return "No users found: nothing in the indexed code is known to use it.";
  return growth === "callers"
    ? "No callers found: no call in the indexed code is known to lead here."
    : "No callees found: it calls nothing that the indexed code defines.";
}

function nounOf(answer: CompleteGraph, growth: Growth): string {
  return isOfUses(answer) ? "user" : growth === "callers" ? "caller" : "callee";
}

function isCut({ warnings = [] }: CompleteGraph): boolean {
  return warnings.includes("OUTPUT_TRUNCATED");
}

function hasNoRoom(answer: CompleteGraph): boolean {
  return isCut(answer) && answer.nodes.length >= answer.limit;
}

/**
 * Whether the answer was cut for lack of room or of steps. If everything known fitted, names that were not
 * searched get lines of their own.
 */
export function isFull(answer: CompleteGraph): boolean {
  return hasNoRoom(answer) || (isCut(answer) && !answer.notes.some(isLeftOut));
}

/** Names whose callers were not searched. */
function notLookedFor({ notes }: CompleteGraph, view: View): string[] {
  const leftOut = notes.filter(isLeftOut);
  return leftOut.length === 0
    ? []
    : ["There may be more callers:", ...listOf(leftOut, ({ detail }) => view.name(detail), view)];
}

/** Indented lines; if there are more than are shown, with their number. */
function listOf<Item>(items: readonly Item[], line: (item: Item) => string, view: View): string[] {
  const shown = items.slice(0, view.maxListed ?? items.length);
  return [
    ...shown.map((item) => `${GAP}${line(item)}`),
    ...(items.length > shown.length
      ? [`${GAP}and ${items.length - shown.length} more${view.wording.rest(null)}`]
      : []),
  ];
}

function isLeftOut({ type }: CallGraphNote): boolean {
  return type === "callers_left_out";
}

function elsewhereOf(answer: CompleteGraph, { folder }: View): string {
  const { path, hints = {} } = answer;
  return hints.everywhere
    ? `${isOfUses(answer) ? "Uses" : "Calls"} outside ${folder(path)} are not included.`
    : "";
}

function unresolvedOf(answer: CompleteGraph): string {
  const { unresolvedSites: sites } = answer.coverage;
  if (sites === 0) return "";
  return isOfUses(answer)
    ? `${counted(sites, "use")} of that name could not be resolved.`
    : `${counted(sites, "call site")} that may belong here could not be resolved.`;
}

/** Which calls the language makes by itself, so that they may be missing. */
function byLanguageOf(
  { edges, roots, coverage: { languageCalls = [] } }: CompleteGraph,
  growth: Growth,
): string {
  return growth === "callers"
    ? describeLanguageCalls(languageCalls, edges.some(({ to }) => roots.includes(to)) ? "found" : "none")
    : "";
}

/** Whether the symbol is used but not called: there are no calls of it, and it is not a function. */
function isOfUses({ nodes, edges, roots }: CompleteGraph): boolean {
  return (
    edges.every(({ kind }) => kind === "use") &&
    !nodes.some((node) => roots.includes(node.symbolId) && isFunctionKind(node.kind))
  );
}

/** The first lines that may contain further calls. */
function openLines(
  { effectiveRoot, coverage: { open, unresolvedSites } }: CompleteGraph,
  view: View,
): string[] {
  const most = view.maxListed ?? open.length;
  const shown = (type: string): string[] =>
    open
      .filter((note) => note.type === type)
      .slice(0, most)
      .map((note) => openLine(note, effectiveRoot, view));
  const [handed, named, unresolved] = [
    shown("handed_on"),
    shown("named"),
    [...shown("unresolved_call"), ...shown("unresolved_use")].slice(0, most),
  ];
  const rest = unresolvedSites - unresolved.length;
  return [
    ...(handed.length > 0 ? ["Used as a value; calls from there may be missing:", ...handed] : []),
    ...(named.length > 0 ? ["Its name appears where calls are not followed:", ...named] : []),
    ...(unresolved.length > 0
      ? [
          "Not resolved:",
          ...unresolved,
          ...(rest > 0 ? [`${GAP}and ${rest} more${view.wording.rest(LIMITS.callGraph.maxOpenLines)}`] : []),
        ]
      : []),
  ];
}

function openLine(
  { file, startLine, detail }: CallGraphNote,
  root: string,
  { style, columns, codeLine, tab, file: shown }: View,
): string {
  const place = `${GAP}${shown(root, file)}:${startLine}`;
  const code = codeLine(detail.replaceAll("\t", tab));
  return `${style.file(place)}${GAP}${style.quiet(columns === null ? code : truncate(code, Math.max(0, columns - displayWidth(place) - GAP.length)))}`;
}

/** A sentence about code that the graph does not cover; empty if there is none. */
export function uncoveredOf({ effectiveRoot, coverage }: CompleteGraph, view: View): string {
  const {
    unparsedFiles,
    partlyParsedFiles,
    unsupportedLanguages,
    unparsed = [],
    partlyParsed = [],
    unfollowedLinks = 0,
  } = coverage;
  const named = (files: readonly string[], total: number): string =>
    files.length === 0
      ? ""
      : ` (${listed(
          files.map((file) => view.file(effectiveRoot, file)),
          total,
          view.maxListed ?? files.length,
        )})`;
  const parts = [
    unsupportedLanguages.length > 0 ? `calls in ${unsupportedLanguages.join(", ")}` : "",
    unparsedFiles > 0
      ? `${counted(unparsedFiles, "file")} that could not be parsed${named(unparsed, unparsedFiles)}`
      : "",
    partlyParsedFiles > 0
      ? `parts of ${counted(partlyParsedFiles, "file")} that could not be parsed` +
        named(partlyParsed, partlyParsedFiles)
      : "",
    unfollowedLinks > 0 ? `code behind ${counted(unfollowedLinks, "symbolic link")}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `Not covered: ${parts.join("; ")}.`;
}

/** Names of the namesakes, for further requests. */
function namesakesOf({ namesakes = [] }: CompleteGraph, { name }: View): string {
  const names = [...new Set(namesakes.map(({ symbolLabel }) => name(symbolLabel)))];
  return names.length === 0 ? "" : `Not included, though of the same name: ${names.join(", ")}.`;
}
