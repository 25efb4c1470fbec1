/** What a document cites as proof: tests, by file and name, and experiments. Pure. */

export interface QuotedTest {
  readonly file: string;
  readonly name: string;
}

/** A section of numbered requirements. */
export interface Requirements {
  readonly title: string;
  /** Text of each requirement with its proofs; white space is collapsed to single blanks. */
  readonly items: readonly string[];
}

/** A test file in backticks, followed by names in quotes, with other words in between. */
const QUOTE = /`([\w./-]+\.(?:test|suite)\.ts)`([^`]*)/g;

/** The numbered lists below second-level headings. */
export function requirementsIn(text: string): Requirements[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      const items = lines
        .join("\n")
        .split(/^\d+\. /m)
        .slice(1);
      return { title, items: items.map((item) => item.replace(/\s+/g, " ").trim()) };
    });
}

/** Tests that a requirement cites, in their order. */
export function quotedTests(item: string): QuotedTest[] {
  return [...item.matchAll(QUOTE)].flatMap(([, file = "", rest = ""]) =>
    [...rest.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({ file, name })),
  );
}

/**
 * Whether a source has a test or a group of tests of this name: in a call, or first in a table row; as one
 * string or concatenated parts.
 */
export function hasTest(source: string, name: string): boolean {
  const joined = source.replaceAll(/"\s*\+\s*"/g, "");
  return [`"${name}"`, `\`${name}\``].some((text) =>
    [...placesOf(text, joined)].some((at) => /[([]\s*$/.test(joined.slice(Math.max(0, at - 40), at))),
  );
}

function* placesOf(part: string, text: string): Generator<number> {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) yield at;
}

/** Names of the benchmarks that a requirement cites as `npm run bench -- NAME`. */
export function quotedBenchmarks(item: string): string[] {
  return [...item.matchAll(/`npm run bench -- ([\w-]+)/g)].map(([, name = ""]) => name);
}
