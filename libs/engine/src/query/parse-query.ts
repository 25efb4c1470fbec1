/**
 * Parses a query into operators and free text. Operators are read up to the first word that is none, and only
 * within the first 200 characters; anything later that looks like one is text. Pure.
 *
 *   lang:ts  path:src/**  -path:vendor/**  must:"exact text"  exclude:deprecated
 */

/** A query, split into operators and free text. */
export interface ParsedQuery {
  /** The question, without operators. */
  readonly text: string;
  /** As written, each kind in order. */
  readonly lang: readonly string[];
  readonly path: readonly string[];
  readonly notPath: readonly string[];
  readonly must: readonly string[];
  readonly exclude: readonly string[];
}

/** Characters within which an operator has to begin. */
const OPERATOR_ZONE = 200;
const KEYS = {
  "lang:": "lang",
  "path:": "path",
  "-path:": "notPath",
  "must:": "must",
  "exclude:": "exclude",
} as const;
type OperatorKey = keyof typeof KEYS;

/** Splits a query into operators and free text. Never throws. */
export function parseQuery(query: string): ParsedQuery {
  const found = {
    lang: [] as string[],
    path: [] as string[],
    notPath: [] as string[],
    must: [] as string[],
    exclude: [] as string[],
  };
  let at = skipBlanks(query, 0);
  while (at < Math.min(query.length, OPERATOR_ZONE)) {
    const key = (Object.keys(KEYS) as OperatorKey[]).find((candidate) => query.startsWith(candidate, at));
    if (!key) break;
    const { value, end } = readValue(query, at + key.length);
    // `must:` without a value is text.
    if (value === "") break;
    found[KEYS[key]].push(value);
    at = skipBlanks(query, end);
  }
  return { text: query.slice(at).trim(), ...found };
}

/** Words of a text that look like operators but count as text; without duplicates. */
export function lateOperators(text: string): readonly string[] {
  return [
    ...new Set(
      [...text.matchAll(/(?<=\s)(?:lang|-?path|must|exclude):[^\s:]\S*/g)].map(([written]) => written),
    ),
  ];
}

/**
 * Text of a query that parses to the same value; null if there is none, as for a free text that begins like
 * an operator.
 */
export function writeQuery(parsed: ParsedQuery): string | null {
  const operators = Object.entries(KEYS).flatMap(([key, kind]) =>
    parsed[kind].map(
      (value) => `${key}${/^[^\s"'\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`,
    ),
  );
  const written = [...operators, parsed.text].join(" ").trim();
  return JSON.stringify(parseQuery(written)) === JSON.stringify(parsed) ? written : null;
}

/** Reads a value up to the next space, or to the closing quote; `\` makes the next character literal. */
function readValue(query: string, from: number): { value: string; end: number } {
  const first = query[from];
  const quote = first === '"' || first === "'" ? first : null;
  let value = "";
  let at = quote ? from + 1 : from;
  for (; at < query.length; at++) {
    const char = query[at] as string;
    if (char === "\\" && at + 1 < query.length) value += query[++at];
    else if (quote ? char === quote : /\s/.test(char)) break;
    else value += char;
  }
  return { value, end: quote ? Math.min(at + 1, query.length) : at };
}

function skipBlanks(query: string, from: number): number {
  let at = from;
  while (at < query.length && /\s/.test(query[at] as string)) at++;
  return at;
}
