/** Renders callers and callees for people: trees, and what they do not cover. Pure. */
import { join } from "node:path";
import {
  type CallGraphEcho,
  type CallGraphEdge,
  type CallGraphNode,
  type CallGraphNote,
  type CallGraphOk,
  type CallTree,
  type Growth,
  LIMITS,
  type RegistrationVia,
  type WithArguments,
  callTrees,
  counted,
  describeLanguageCalls,
  isFunctionKind,
  listed,
} from "@satori/contracts";
import { shownPath } from "../codebase.ts";
import { shellWord } from "../words.ts";
import { printableLine } from "../terminal/printable.ts";
import { displayWidth, padStart, truncate, truncateStart } from "../terminal/width.ts";
import type { View } from "./view.ts";

/** A call graph with the arguments that its answer omits. */
export type CompleteGraph = WithArguments<CallGraphOk>;

const GAP = "  ";
const BRANCH = { between: "├─ ", last: "└─ " } as const;
const STEM = { between: "│  ", last: "   " } as const;

type Confidence = CallGraphEdge["confidence"];

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

/** Trees separated by empty lines, then a summary of the answer as a whole. */
export function renderCalls(answer: CompleteGraph, growth: Growth, view: View): string {
  const trees = callTrees(answer, growth);
  const drawn = trees.map((tree) =>
    [
      ...treeLines(tree, { first: "", rest: "" }, answer.effectiveRoot, view),
      ...(trees.length > 1 ? bareLines(tree, answer, growth, view) : []),
    ].join("\n"),
  );
  return [...drawn, summaryOf(answer, growth, trees, view)].join("\n\n");
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

/** Name and location, shortened to fit; of the location, the end is kept. */
function definitionLine(
  { node, calls, drawn }: CallTree,
  lead: string,
  root: string,
  { cwd, style, columns }: View,
): string {
  const words = [WORDS[surest(calls)], givenAs(calls), drawn && DRAWN[drawn]].filter((word) => word !== null);
  const marks = words.map((word) => `${GAP}${word}`).join("");
  const name = printableLine(nameOf(node));
  const place = `${printableLine(shownPath(cwd, join(root, node.file)))}:${node.span.startLine}`;
  const room =
    columns === null ? Number.POSITIVE_INFINITY : Math.max(0, columns - displayWidth(lead + GAP + marks));
  const shownName = truncate(name, Math.max(Math.floor(room / 2), room - displayWidth(place)));
  const shownPlace = truncateStart(place, room - displayWidth(shownName));
  return `${lead}${style.symbol(shownName)}${GAP}${style.file(shownPlace)}${style.warning(marks)}`;
}

/**
 * One line per call, with the line number in the caller's file. Calls with a lower confidence than the best
 * one are marked.
 */
function callLines({ calls }: CallTree, lead: string, { style, columns }: View): string[] {
  const width = Math.max(...calls.map(({ site }) => String(site.line).length));
  return calls.map(({ site, confidence }) => {
    const word = confidence === surest(calls) ? null : WORDS[confidence];
    const text = `${padStart(String(site.line), width)}${GAP}${word === null ? "" : `${word}: `}${printableLine(site.text.replaceAll("\t", GAP))}`;
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
function givenAs(calls: readonly CallGraphEdge[]): string | null {
  const words = new Set(calls.map(({ via }) => (via in GIVEN_AS ? GIVEN_AS[via as RegistrationVia] : null)));
  return words.size === 1 ? ([...words][0] ?? null) : null;
}

function surest(calls: readonly CallGraphEdge[]): Confidence {
  return SURENESS.find((sure) => calls.some(({ confidence }) => confidence === sure)) ?? "resolved";
}

/** Top-level code has its file's name as its label, but the file is already shown next to it. */
function nameOf({ file, kind, symbolLabel }: CallGraphNode): string {
  const isFile = kind === "module" && file.slice(file.lastIndexOf("/") + 1) === symbolLabel;
  return isFile ? "top level" : symbolLabel;
}

/** What was found, what may be missing, and what an empty answer means. */
function summaryOf(answer: CompleteGraph, growth: Growth, trees: readonly CallTree[], view: View): string {
  return [
    sentencesOf(answer, growth, trees, view),
    ...partLines(answer, growth, view),
    ...notLookedFor(answer),
    ...openLines(answer, view),
  ].join("\n");
}

function sentencesOf(answer: CompleteGraph, growth: Growth, trees: readonly CallTree[], view: View): string {
  const sentences = [
    fittingOf(answer, trees),
    foundOf(answer, growth),
    cutOf(answer),
    elsewhereOf(answer, view),
    unresolvedOf(answer),
    byLanguageOf(answer, growth),
    uncoveredOf(answer, view),
    namesakesOf(answer),
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
  const { edges, depth, coverage, hints } = answer;
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
function isFull(answer: CompleteGraph): boolean {
  return hasNoRoom(answer) || (isCut(answer) && !answer.notes.some(isLeftOut));
}

/** How much is missing, which only the answer's message says, and how to see it. */
function cutOf(answer: CompleteGraph): string {
  if (!isFull(answer)) return "";
  const { message = "", hints = {}, limit, depth } = answer;
  const left = message.match(BEYOND) ?? [];
  const next = { limit, depth, ...hints.continue?.args };
  const isShown = next.limit === limit && next.depth === depth;
  const ways =
    next.limit !== limit
      ? [`--limit ${next.limit} shows more: it counts all definitions, including the requested ones.`]
      : isShown
        ? []
        : [`--depth ${next.depth} leaves room for closer ones.`];
  return [
    ...(left.length > 0 ? left : [isShown ? "There are more than fit in one answer." : "There are more."]),
    ...ways,
  ].join(" ");
}

/** Sentences of a message about what did not fit or was not searched. */
const BEYOND =
  /(?<=\. )(?:\d+ more (?:definition|file)s?\b|Resolution reached its limit|The name is too common)[^.]*\./g;

/** Names whose callers were not searched. */
function notLookedFor({ notes }: CompleteGraph): string[] {
  const leftOut = notes.filter(isLeftOut);
  const shown = leftOut.slice(0, MAX_OPEN_LINES).map(({ detail }) => `${GAP}${printableLine(detail)}`);
  return shown.length === 0
    ? []
    : [
        "There may be more callers:",
        ...shown,
        ...(leftOut.length > shown.length
          ? [`${GAP}and ${leftOut.length - shown.length} more; --json names them`]
          : []),
      ];
}

function isLeftOut({ type }: CallGraphNote): boolean {
  return type === "callers_left_out";
}

/** Commands that continue: about one definition, or below each path that contains what was left out. */
function partLines(
  { warnings = [], hints = {}, limit }: CompleteGraph,
  growth: Growth,
  { cwd }: View,
): string[] {
  const { symbolRef, limit: next } = (hints.continue?.args ?? {}) as CallGraphEcho;
  if (!warnings.includes("OUTPUT_TRUNCATED") || !symbolRef || next !== limit) return [];
  const command = `satori ${growth} ${symbolRef.symbolId} --limit ${limit}`;
  const paths = hints.paths ?? [];
  if (paths.length === 0)
    return [`Only ${printableLine(symbolRef.symbolLabel ?? symbolRef.symbolId)}:`, `${GAP}${command}`];
  const shown = paths
    .slice(0, MAX_OPEN_LINES)
    .map((path) => `${GAP}${command} --path ${printableLine(shellWord(shownPath(cwd, path)))}`);
  return [
    "One part at a time:",
    ...shown,
    ...(paths.length > shown.length
      ? [`${GAP}and ${paths.length - shown.length} more; --json names up to ${LIMITS.callGraph.maxParts}`]
      : []),
  ];
}

function elsewhereOf(answer: CompleteGraph, { cwd }: View): string {
  const { path, hints = {} } = answer;
  return hints.everywhere
    ? `${isOfUses(answer) ? "Uses" : "Calls"} outside ${printableLine(shownPath(cwd, path))} are not included.`
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
  const shown = (type: string): string[] =>
    open
      .filter((note) => note.type === type)
      .slice(0, MAX_OPEN_LINES)
      .map((note) => openLine(note, effectiveRoot, view));
  const [handed, named, unresolved] = [
    shown("handed_on"),
    shown("named"),
    [...shown("unresolved_call"), ...shown("unresolved_use")].slice(0, MAX_OPEN_LINES),
  ];
  const rest = unresolvedSites - unresolved.length;
  return [
    ...(handed.length > 0 ? ["Used as a value; calls from there may be missing:", ...handed] : []),
    ...(named.length > 0 ? ["Its name appears where calls are not followed:", ...named] : []),
    ...(unresolved.length > 0
      ? [
          "Not resolved:",
          ...unresolved,
          ...(rest > 0
            ? [`${GAP}and ${rest} more; --json names up to ${LIMITS.callGraph.maxOpenLines}`]
            : []),
        ]
      : []),
  ];
}

const MAX_OPEN_LINES = 5;

function openLine(
  { file, startLine, detail }: CallGraphNote,
  root: string,
  { cwd, style, columns }: View,
): string {
  const place = `${GAP}${printableLine(shownPath(cwd, join(root, file)))}:${startLine}`;
  const code = printableLine(detail.replaceAll("\t", GAP));
  return `${style.file(place)}${GAP}${style.quiet(columns === null ? code : truncate(code, Math.max(0, columns - displayWidth(place) - GAP.length)))}`;
}

function uncoveredOf({ effectiveRoot, coverage }: CompleteGraph, { cwd }: View): string {
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
          files.map((file) => printableLine(shownPath(cwd, join(effectiveRoot, file)))),
          total,
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
function namesakesOf({ namesakes = [] }: CompleteGraph): string {
  const names = [...new Set(namesakes.map(({ symbolLabel }) => printableLine(symbolLabel)))];
  return names.length === 0 ? "" : `Not included, though of the same name: ${names.join(", ")}.`;
}
