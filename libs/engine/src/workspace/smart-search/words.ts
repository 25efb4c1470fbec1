/** Lines that were found by their text, in an order that makes sense: for a root without an index. Pure. */
import type { WorkspaceMatch } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";

/**
 * One line of each file: that with most of the words. Files with more of them come first, where a word counts
 * the less the more files have it; then those with the better line, then by path.
 *
 * @param words in lower case, each once
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
  // In the order of the words, so that sums do not depend on what was found first.
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

/** Lines that look as if they declared a name first, else in their order. */
export function declaringFirst(matches: readonly WorkspaceMatch[], name: string): WorkspaceMatch[] {
  // Go says whose method it is between the word and the name.
  const declares = new RegExp(
    `(?:^|[^\\p{L}\\p{N}_])(?:${DECLARES})\\s+(?:\\([^)]*\\)\\s*)?${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_])`,
    "u",
  );
  const [declaring, others] = [true, false].map((isWanted) =>
    matches.filter(({ text }) => declares.test(text) === isWanted),
  );
  return [...(declaring ?? []), ...(others ?? [])];
}
