/**
 * Path patterns that people write in the `path:` operators of a search. The syntax is that of ignore files,
 * so that there is only one to learn, plus braces.
 */
import { nameOf, parentOf } from "../model/paths.ts";
import { plainPatterns } from "./braces.ts";
import { RuleSet } from "./rule-set.ts";
import { parseRules, toByteString } from "./rule.ts";
import { simplePattern } from "./simple-pattern.ts";
import { extensionOf } from "./wildmatch/shape.ts";

/** Whether the patterns match a file or a folder above it; the path is relative to the root, with `/`. */
export type PathMatcher = (path: string) => boolean;

/**
 * Matches what any of the patterns matches. A pattern with `!` excludes what earlier ones matched, including
 * whole folders.
 */
export function compilePathPatterns(written: readonly string[]): PathMatcher {
  const patterns = written.flatMap((pattern) => plainPatterns(pattern) ?? pattern);
  const tests = patterns.map(simplePattern);
  if (tests.every((test) => test !== null))
    return tests.length === 1 ? (tests[0] as PathMatcher) : (path) => tests.some((test) => test(path));
  return compileRules(patterns);
}

/** Whether a file matches one of `include`, if there are any, and none of `exclude`. */
export function compilePathFilter(include: readonly string[], exclude: readonly string[]): PathMatcher {
  const included = include.length === 0 ? () => true : compilePathPatterns(include);
  const excluded = compilePathPatterns(exclude);
  return (path) => included(path) && !excluded(path);
}

/** A pattern that matches exactly this path. */
export function literalPattern(path: string): string {
  return path.replaceAll(/[\\*?[\]{}!# ]/g, "\\$&");
}

/** Matches by the rules of ignore files, for any patterns. */
export function compileRules(patterns: readonly string[]): PathMatcher {
  const source = { kind: "own", file: null, base: "" } as const;
  const rules = new RuleSet(
    patterns.flatMap((pattern) => parseRules(pattern.normalize("NFC"), source)),
    (folder) => folder,
  );
  // Files come sorted by path, so files of the same folder follow each other.
  const folders = new Map<string, boolean | null>();
  const verdictOf = (folder: string, name: string, isDirectory: boolean): boolean | null =>
    rules.lastMatch({ name, extension: extensionOf(name), folder, isDirectory })?.ignored ?? null;
  const folderVerdict = (path: string): boolean | null => {
    if (path === "") return null;
    let verdict = folders.get(path);
    if (verdict === undefined) {
      const parent = parentOf(path);
      verdict = verdictOf(parent === "" ? "" : `${parent}/`, nameOf(path), true) ?? folderVerdict(parent);
      folders.set(path, verdict);
    }
    return verdict;
  };
  return (path) => {
    const bytes = toByteString(path);
    const parent = parentOf(bytes);
    const own = verdictOf(parent === "" ? "" : `${parent}/`, nameOf(bytes), false);
    return own ?? folderVerdict(parent) === true;
  };
}
