/** Text answers that list: codebases, files, matching lines. Pure. */
import {
  counted,
  type CodebaseEntry,
  type CodebaseVersion,
  type ListCodebasesOk,
  type ListDirResult,
  type ListPathsOk,
  type RetryHint,
  type SearchTextOk,
  shortCommit,
  sizeText,
  type SmartItem,
  type SmartSearchResult,
  type WorkspaceSearchResult,
} from "@satori/contracts";
import { renderMatches } from "../matches.ts";
import { AGENT_VIEW, agentName } from "./agent-view.ts";
import {
  commonFields,
  joinBlocks,
  jsonLine,
  messageLines,
  nextLines,
  scopeLines,
  type TextParts,
} from "./text-parts.ts";

/** One line per codebase, with its languages, most files first; below it, one per version. */
export function codebasesText(answer: ListCodebasesOk): TextParts {
  const entries = Object.values(answer.codebases).flat();
  return {
    head: { codebases: entries.length, ...commonFields(answer) },
    body: joinBlocks([
      messageLines(answer),
      // The answer says whether the session's scope excludes them.
      entries.length === 0 ? [AGENT_VIEW.wording.sentence(answer.humanText)] : entries.flatMap(codebaseLines),
      scopeLines(answer.sessionScope),
    ]),
    additions: [],
  };
}

/** A codebase, then its versions. */
function codebaseLines(entry: CodebaseEntry): string[] {
  return [codebaseLine(entry), ...(entry.versions ?? []).map(versionLine)];
}

function versionLine({ commit, state, sizeBytes, lastUsedAt }: CodebaseVersion): string {
  const used = lastUsedAt === null ? "" : `, used ${lastUsedAt}`;
  return `  ref ${shortCommit(commit)}  ${state}, ${sizeText(sizeBytes)}${used}`;
}

function codebaseLine({ path, state, languages, ...entry }: CodebaseEntry): string {
  const { files, chunks, lastIndexedAt, progressPct: progress, reason } = entry;
  const facts = [
    `${state}${progress === undefined || progress === null ? "" : ` ${Math.floor(progress)} %`}`,
    counted(files, "file"),
    counted(chunks, "chunk"),
    lastIndexedAt === null ? "never indexed" : `indexed ${lastIndexedAt}`,
    ...languages.map(({ language, files: count }) => `${language} ${count}`),
  ];
  return `${agentName(path)}  ${facts.join(", ")}${reason === undefined ? "" : `; ${sentence(reason)}`}`;
}

/** One path per line, below its codebase if there are several. */
export function pathsText(answer: ListPathsOk): TextParts {
  const { items, total, truncated, scope, hints } = answer;
  return {
    head: { total, truncated: truncated ? true : undefined, ...commonFields(answer) },
    body: joinBlocks([
      [...messageLines(answer), ...retryLines(hints?.retry), ...scopeLines(scope)],
      ...byRepo(items).map(([repo, own]) => [...repoLines(repo), ...own.map(({ path }) => agentName(path))]),
    ]),
    additions: [],
  };
}

/** Matches in grep's format, below their codebase if there are several. */
export function matchesText(answer: SearchTextOk): TextParts {
  const { matches, total, truncated, scope, hints } = answer;
  return {
    head: {
      matches: matches.length,
      total,
      truncated: truncated ? true : undefined,
      ...commonFields(answer),
    },
    body: joinBlocks([
      [...messageLines(answer), ...retryLines(hints?.retry), ...scopeLines(scope)],
      ...byRepo(matches).map(([repo, own]) => [
        ...repoLines(repo),
        ...renderMatches(own, agentName, AGENT_VIEW),
      ]),
    ]),
    additions: [],
  };
}

/** `repo:path`, with the size of files and a slash after folders. */
export function dirText({ entries, total, notes = [] }: ListDirResult): TextParts {
  return {
    head: { entries: entries.length, total },
    body: joinBlocks([
      notes.map(sentence),
      entries.map(
        ({ repo, path, kind, size }) =>
          `${repo}:${agentName(path)}${kind === "dir" ? "/" : ""}` +
          (size === undefined ? "" : `  ${size} bytes`),
      ),
    ]),
    additions: [],
  };
}

/** `repo:path:line:column: text`. */
export function workspaceMatchesText({ matches, total, notes = [] }: WorkspaceSearchResult): TextParts {
  return {
    head: { matches: matches.length, total },
    body: joinBlocks([
      notes.map(sentence),
      matches.map(
        ({ repo, path, line, column, text }) =>
          `${repo}:${agentName(path)}:${line}:${column}: ${AGENT_VIEW.codeLine(text)}`,
      ),
    ]),
    additions: [],
  };
}

/** Items in their order, each with its rank and its lines. */
export function smartText({
  route,
  items,
  notes = [],
  index_calls: calls = [],
}: SmartSearchResult): TextParts {
  return {
    head: { route: route.kind, items: items.length },
    body: joinBlocks([
      [sentence(route.reason), ...notes.map(sentence)],
      ...items.map(itemLines),
      nextLines(calls),
    ]),
    additions: [],
  };
}

function itemLines({ repo, path, start_line: start, end_line: end, ...item }: SmartItem): string[] {
  const { rank, found_by: engine, kind, symbol, text } = item;
  const lines = start === undefined ? "" : `:${start}${end === undefined || end === start ? "" : `-${end}`}`;
  const facts = [
    ...(symbol === undefined ? [] : [agentName(symbol)]),
    ...(kind === undefined ? [] : [kind]),
    `rank ${rank} by ${engine}`,
  ];
  return [
    `${repo}:${agentName(path)}${lines}  ${facts.join(", ")}`,
    // Indented, so that no line of a file looks like the next item.
    ...(text === undefined
      ? []
      : text
          .replace(/\n$/, "")
          .split("\n")
          .map((line) => `  ${line}`)),
  ];
}

function sentence(text: string): string {
  return AGENT_VIEW.wording.sentence(text);
}

function repoLines(repo: string | undefined): string[] {
  return repo === undefined ? [] : [`in ${agentName(repo)}`];
}

/** Items of each codebase, in their order. */
function byRepo<Item extends { readonly repo?: string }>(
  items: readonly Item[],
): (readonly [string | undefined, readonly Item[]])[] {
  const groups = new Map<string | undefined, Item[]>();
  for (const item of items) groups.set(item.repo, [...(groups.get(item.repo) ?? []), item]);
  return [...groups];
}

function retryLines(retry: RetryHint | undefined): string[] {
  if (retry === undefined) return [];
  const { args, files, matches } = retry;
  const found =
    files === undefined
      ? matches === undefined
        ? ""
        : `: ${counted(matches, "matching line")}`
      : `: ${counted(files, "matching file")}`;
  return [`call again with ${jsonLine(args)}${found}`];
}
