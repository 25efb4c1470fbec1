/** The words of a question, found again in lines of code. Pure. */

/** Operators at the beginning of a question, and what they hold. */
const OPERATORS = /^\s*(?:(?:lang|-?path|must|exclude):(?:"[^"]*"|'[^']*'|\S*)\s*)*/;
const MUST = /(?:^|\s)must:(?:"([^"]*)"|'([^']*)'|(\S+))/g;
/** What names a line: app.ts:12, app.ts(12,5), "app.ts", line 12. */
const LINE = /(?:\w:|\w\(|\bline )(\d+)(?!\w)/g;
/** Words that stand in every question and in half of all lines. */
const COMMON = new Set(
  (
    "and are can does for from has have how into not the that this was what when where which who why " +
    "with you"
  ).split(" "),
);
const MIN_CHARS = 3;
/** Endings by which forms of one word differ: schedules, scheduled, scheduling. */
const ENDING = /(?:ies|ing|ed|es|s|y|e)$/;
/** One of them behind a stem, where the word ends with it. */
const ENDING_BEHIND = /^(?:ies|ing|ed|es|s|y|e)(?!\p{Ll})/u;

/**
 * Matches the beginnings of a question's words and what `must:` asks for, whatever their case; null when it
 * has none worth showing.
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
  // Longer ones first: alternatives are tried in order.
  const alternatives = [...new Set([...required, ...stems])]
    .sort((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .map(escape);
  return new RegExp(alternatives.join("|"), "giu");
}

/**
 * Marks the words, with their endings, where a word or a part of an identifier begins: `read` in `reads` and
 * `canRead`, not in `thread`.
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

/** Where the first of them begins; 0 where there is none. */
export function firstMatch(line: string, pattern: RegExp | null): number {
  return questionMatches(line, pattern)[0]?.start ?? 0;
}

/** Which words of the question a line has, as the pattern has them. */
export function wordsIn(line: string, pattern: RegExp | null): ReadonlySet<string> {
  return new Set(questionMatches(line, pattern).map(({ word }) => word));
}

/** Numbers of the lines that a question names, whatever their file. */
export function linesNamed(query: string): ReadonlySet<number> {
  return new Set([...query.matchAll(LINE)].map(([, line]) => Number(line)));
}

/**
 * Where they stand, as offsets into the line: without overlaps, by where they begin. `word` is the pattern's,
 * in lower case.
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
