/** Finds the words of a question in lines of code. Pure. */

/** Operators at the start of a query, with their values. */
const OPERATORS = /^\s*(?:(?:lang|-?path|must|exclude):(?:"[^"]*"|'[^']*'|\S*)\s*)*/;
const MUST = /(?:^|\s)must:(?:"([^"]*)"|'([^']*)'|(\S+))/g;
/** A line that a query names: app.ts:12, app.ts(12,5), "app.ts", line 12. */
const LINE = /(?:\w:|\w\(|\bline )(\d+)(?!\w)/g;
/** Words that occur in every question and in half of all lines. */
const COMMON = new Set(
  (
    "and are can does for from has have how into not the that this was what when where which who why " +
    "with you"
  ).split(" "),
);
const MIN_CHARS = 3;
/** Endings that distinguish forms of one word: schedules, scheduled, scheduling. */
const ENDING = /(?:ies|ing|ed|es|s|y|e)$/;
/** Such an ending after a stem, if the word ends with it. */
const ENDING_BEHIND = /^(?:ies|ing|ed|es|s|y|e)(?!\p{Ll})/u;

/**
 * Pattern for the stems of a query's words and for the texts of its `must:` operators, ignoring case; null if
 * the query has nothing worth highlighting.
 */
export function questionPattern(query: string): RegExp | null {
  const operators = OPERATORS.exec(query)?.[0] ?? "";
  const words =
    query
      .slice(operators.length)
      .toLowerCase()
      .match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const stems = words.filter((word) => word.length >= MIN_CHARS && !COMMON.has(word)).map(stem);
  const required = [...operators.matchAll(MUST)]
    .map((match) => (match.slice(1).find((text) => text !== undefined) ?? "").toLowerCase())
    .filter((text) => text.trim() !== "");
  if (stems.length + required.length === 0) return null;
  // Longest first, because alternatives are tried in order.
  const alternatives = [...new Set([...required, ...stems])]
    .sort((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .map(escape);
  return new RegExp(alternatives.join("|"), "giu");
}

/**
 * Marks matches, including their endings, where a word or a part of an identifier begins: `read` in `reads`
 * and `canRead`, not in `thread`.
 */
export function highlight(line: string, pattern: RegExp | null, mark: (text: string) => string): string {
  let marked = "";
  let done = 0;
  for (const { start, end } of questionMatches(line, pattern)) {
    marked += line.slice(done, start) + mark(line.slice(start, end));
    done = end;
  }
  return marked + line.slice(done);
}

/** Offset of the first match in a line; 0 if there is none. */
export function firstMatch(line: string, pattern: RegExp | null): number {
  return questionMatches(line, pattern)[0]?.start ?? 0;
}

/** Words of the question that a line contains, in lower case and as the pattern has them. */
export function wordsIn(line: string, pattern: RegExp | null): ReadonlySet<string> {
  return new Set(questionMatches(line, pattern).map(({ word }) => word));
}

/** Line numbers that a query names, for any file. */
export function linesNamed(query: string): ReadonlySet<number> {
  return new Set([...query.matchAll(LINE)].map(([, line]) => Number(line)));
}

/**
 * Matches in a line, sorted by start, without overlaps. `start` and `end` are offsets into the line, `end`
 * exclusive; `word` is the text that the pattern matched, in lower case and without its ending.
 */
export function questionMatches(
  line: string,
  pattern: RegExp | null,
): { word: string; start: number; end: number }[] {
  if (!pattern) return [];
  const found = [...line.matchAll(pattern)].filter(({ index }) => beginsPart(line, index));
  return found.map(({ 0: match, index }) => {
    const end = index + match.length;
    return {
      word: match.toLowerCase(),
      start: index,
      end: end + (ENDING_BEHIND.exec(line.slice(end))?.[0].length ?? 0),
    };
  });
}

function beginsPart(line: string, at: number): boolean {
  return (
    at === 0 ||
    !/\p{L}/u.test(line[at - 1] as string) ||
    !/[\p{L}\p{N}_]/u.test(line[at] as string) ||
    /\p{Lu}/u.test(line[at] as string)
  );
}

function stem(word: string): string {
  const cut = word.replace(ENDING, "");
  return cut.length >= MIN_CHARS ? cut : word;
}

function escape(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
