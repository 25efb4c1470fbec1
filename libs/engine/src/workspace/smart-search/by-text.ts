/** Searches by text alone: for quoted text, and as a substitute in a root without an index. */
import type { WorkspaceMatch } from "@satori/contracts";
import type { CallContext } from "../../engine-context.ts";
import { tokenizeQuery } from "../../lexical/tokens.ts";
import { type Finding, type Findings, findings } from "./finding.ts";
import type { SearchedRoot } from "../roots.ts";
import type { TextRequest, TextSearcher } from "../text.ts";
import { declaringFirst, linesByWords } from "./words.ts";

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
