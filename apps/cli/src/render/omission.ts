/** What an answer about calls omits, and the options and commands that show it. Pure. */
import { type CallGraphEcho, type Growth, LIMITS } from "@satori/contracts";
import { type CompleteGraph, isFull, type Omission, printableLine } from "@satori/render";
import { atOption } from "../version-option.ts";
import { shellWord } from "../words.ts";

const GAP = "  ";
const MAX_PARTS = 5;

/** The sentence and the lines of an answer whose calls did not all fit. */
export function omissionOf(answer: CompleteGraph, growth: Growth, shown: (path: string) => string): Omission {
  return { sentence: cutOf(answer), lines: partLines(answer, growth, shown) };
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

/** Commands that continue: about one definition, or below each path that contains what was left out. */
function partLines(
  { warnings = [], hints = {}, limit, commit }: CompleteGraph,
  growth: Growth,
  shown: (path: string) => string,
): string[] {
  const { symbolRef, limit: next } = (hints.continue?.args ?? {}) as CallGraphEcho;
  if (!warnings.includes("OUTPUT_TRUNCATED") || !symbolRef || next !== limit) return [];
  const command = `satori ${growth} ${symbolRef.symbolId} --limit ${limit}${atOption({ commit })}`;
  const paths = hints.paths ?? [];
  if (paths.length === 0)
    return [`Only ${printableLine(symbolRef.symbolLabel ?? symbolRef.symbolId)}:`, `${GAP}${command}`];
  const first = paths
    .slice(0, MAX_PARTS)
    .map((path) => `${GAP}${command} --path ${printableLine(shellWord(shown(path)))}`);
  return [
    "One part at a time:",
    ...first,
    ...(paths.length > first.length
      ? [`${GAP}and ${paths.length - first.length} more; --json names up to ${LIMITS.callGraph.maxParts}`]
      : []),
  ];
}
