/** Searches by text alone: for quoted text, and as a substitute in a root without an index. */
import type { WorkspaceMatch } from "@satori/contracts";
import type { CallContext } from "../../engine-context.ts";
import { tokenizeQuery } from "../../lexical/tokens.ts";
import { compareText } from "../../model/paths.ts";
import type { SearchedRoot } from "../roots.ts";
import type { TextRequest, TextSearcher } from "../text.ts";
import { type Finding, type Findings, findings } from "./finding.ts";

/** Sorted by path, then line. */
export async function byLines(
  searchRoot: TextSearcher,
  root: SearchedRoot,
  asked: TextRequest,
  call: CallContext,
): Promise<Findings> {
  const { matches, isCut, notes } = await searchRoot(root, asked, call);
  return findings(matches.map(findingOf), { isCut, notes });
}

/** Lines from which the best are chosen. */
const MAX_LINES = 2_000;
/** Words of a question that are searched. */
const MAX_WORDS = 16;
/** Shorter words are in every line, except in scripts without blanks. */
const LEAST_CHARS = 3;

/** Files that contain most of the question's words first, each with its best line. */
export async function byWords(
  searchRoot: TextSearcher,
  root: SearchedRoot,
  query: string,
  call: CallContext,
): Promise<Findings> {
  const words = [...new Set(tokenizeQuery(query))]
    .filter((word) => word.length >= LEAST_CHARS || /[^\0-\x7f]/.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return findings([]);
  const { matches, isCut, notes } = await searchRoot(
    root,
    { query: words.join("|"), isRegex: true, isCaseSensitive: false, maxResults: MAX_LINES },
    call,
  );
  return findings(linesByWords(matches, words).map(findingOf), { isCut, notes });
}

/** After the tiers of definitions. */
const MENTION_TIER = 2;

/** Lines that contain a name; those that look like its declaration come first. */
export async function byMention(
  searchRoot: TextSearcher,
  root: SearchedRoot,
  name: string,
  call: CallContext,
): Promise<Findings> {
  const { matches, isCut, notes } = await searchRoot(
    root,
    { query: name, isRegex: false, isCaseSensitive: true, maxResults: MAX_LINES },
    call,
  );
  return findings(
    declaringFirst(matches, name).map((match) => ({ ...findingOf(match), tier: MENTION_TIER })),
    { isCut, notes },
  );
}

function findingOf({ repo, path, line, text }: WorkspaceMatch): Finding {
  return { repo, path, found_by: "text", start_line: line, end_line: line, text };
}

// Sorts lines that were found by their text, for a root without an index. Pure.

/**
 * One line per file: the one with most of the words. Files with more of the words come first, where a word
 * weighs less the more files contain it; then files with the better line; then by path.
 *
 * @param words in lower case, without duplicates
 */
export function linesByWords(matches: readonly WorkspaceMatch[], words: readonly string[]): WorkspaceMatch[] {
  const files = new Map<
    string,
    {
      readonly held: Set<string>;
      readonly lines: { readonly match: WorkspaceMatch; readonly held: readonly string[] }[];
    }
  >();
  for (const match of matches) {
    const file = files.get(match.path) ?? { held: new Set(), lines: [] };
    files.set(match.path, file);
    const text = match.text.toLowerCase();
    const held = words.filter((word) => text.includes(word));
    for (const word of held) file.held.add(word);
    file.lines.push({ match, held });
  }
  const filesWith = new Map(
    words.map((word) => [word, [...files.values()].filter(({ held }) => held.has(word)).length]),
  );
  // Sums in the order of the words, so that the result does not depend on the order of the matches.
  const weightOf = (held: { has(word: string): boolean }): number =>
    words.reduce((sum, word) => (held.has(word) ? sum + 1 / (filesWith.get(word) ?? 1) : sum), 0);
  const ranked = [...files.values()].flatMap((file) => {
    const weighed = file.lines.map(({ match, held }) => ({ match, weight: weightOf(new Set(held)) }));
    const best = weighed.sort(
      (left, right) => right.weight - left.weight || left.match.line - right.match.line,
    )[0];
    return best ? [{ match: best.match, lineWeight: best.weight, weight: weightOf(file.held) }] : [];
  });
  ranked.sort(
    (left, right) =>
      right.weight - left.weight ||
      right.lineWeight - left.lineWeight ||
      compareText(left.match.path, right.match.path),
  );
  return ranked.map(({ match }) => match);
}

const DECLARES =
  "class|const|def|enum|fn|fun|func|function|impl|interface|let|module|namespace|object|protocol|record|struct|trait|type|val|var";

/** Lines that look like a declaration of the name come first; otherwise keeps the order. */
export function declaringFirst(matches: readonly WorkspaceMatch[], name: string): WorkspaceMatch[] {
  // In Go, the receiver is between the keyword and the name.
  const declares = new RegExp(
    `(?:^|[^\\p{L}\\p{N}_])(?:${DECLARES})\\s+(?:\\([^)]*\\)\\s*)?${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_])`,
    "u",
  );
  const [declaring, others] = [true, false].map((isWanted) =>
    matches.filter(({ text }) => declares.test(text) === isWanted),
  );
  return [...(declaring ?? []), ...(others ?? [])];
}
