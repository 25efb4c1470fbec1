/**
 * Explains why the filters of a call leave no file, and which patterns would: patterns in another case, with
 * backslashes, written as a regular expression, or as a bare extension or part of a name. Pure.
 */
import { type ScopeFilters, counted } from "@satori/contracts";
import { isClosed } from "../ignore/braces.ts";
import { compilePathFilter, compilePathPatterns } from "../ignore/path-matcher.ts";
import { compareText } from "../model/paths.ts";
import { languageOf } from "./path-scope.ts";

export interface AppliedFilters {
  /** Patterns as the call has them. */
  readonly include: readonly string[];
  /** The argument that they are from. */
  readonly field: "include_globs" | "paths";
  /** Absolute path of the folder that they are relative to. */
  readonly base: string;
  readonly exclude: readonly string[];
  /** Ids. */
  readonly languages: readonly string[];
}

export interface NoFiles {
  /** A sentence. */
  readonly message: string;
  /** Patterns in place of `include` that match files, and how many; null if none is known. */
  readonly corrected: { readonly include: readonly string[]; readonly files: number } | null;
}

/** Most languages that a message lists. */
const MAX_LANGUAGES = 3;
/** Patterns and files for which variants are tried: a pattern takes up to 30 ms for so many files. */
const MAX_TRIED = { patterns: 3, files: 20_000 } as const;

/** The filters of a scope, for explaining why they leave no file. */
export function appliedFilters(effective: ScopeFilters): Omit<AppliedFilters, "base"> {
  const { include_globs: include = [], exclude_globs: exclude = [], languages = [] } = effective;
  return { include, field: "include_globs", exclude, languages };
}

/**
 * Which filter leaves none of the files; null if at least one passes all of them.
 *
 * @param paths all files that the ignore rules keep, relative to `base`
 */
export function explainNoFiles(paths: readonly string[], filters: AppliedFilters): NoFiles | null {
  const { include, field, base, exclude, languages } = filters;
  if (paths.length === 0)
    return {
      message: "The requested folder has no files besides those that the ignore rules exclude.",
      corrected: null,
    };
  const none = paths.length === 1 ? "The only file is not" : `None of the ${paths.length} files is`;
  const noneMatches = paths.length === 1 ? "The only file" : `None of the ${paths.length} files`;
  const written = paths.filter((path) => languages.length === 0 || languages.includes(languageOf(path)));
  if (written.length === 0)
    return {
      message: `${none} written in ${languages.join(" or ")}; most common: ${commonLanguages(paths)}.`,
      corrected: null,
    };
  const included = include.length === 0 ? written : written.filter(compilePathPatterns(include));
  if (included.length === 0) {
    const corrected = correctedPatterns(written, include);
    const advice = corrected
      ? ` \`${field}: ${JSON.stringify(corrected.include)}\` matches ${counted(corrected.files, "file")}.`
      : "";
    return {
      message:
        `${noneMatches}${languages.length > 0 ? ` in ${languages.join(" or ")}` : ""} ` +
        `${paths.length === 1 ? "does not match" : "matches"} ${include.join(" or ")}. Patterns are those of .gitignore, case-sensitive and relative ` +
        `to ${base}.${advice}`,
      corrected,
    };
  }
  return included.some(compilePathFilter([], exclude))
    ? null
    : {
        message: `The exclude patterns (${exclude.join(", ")}) match ${included.length === 1 ? "the only file" : `all ${included.length} files`}.`,
        corrected: null,
      };
}

/** By number of files descending, then language. */
function commonLanguages(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(languageOf(path), (counts.get(languageOf(path)) ?? 0) + 1);
  return [...counts]
    .sort(([left, ofLeft], [right, ofRight]) => ofRight - ofLeft || compareText(left, right))
    .slice(0, MAX_LANGUAGES)
    .map(([language]) => language)
    .join(", ");
}

/** The patterns with each one replaced by the first variant that matches files. */
function correctedPatterns(paths: readonly string[], include: readonly string[]): NoFiles["corrected"] {
  const tried = paths.slice(0, MAX_TRIED.files).map((path) => ({ path, lower: path.toLowerCase() }));
  const corrected = include
    .slice(0, MAX_TRIED.patterns)
    .flatMap((pattern) => variantThatMatches(tried, pattern) ?? []);
  if (corrected.length === 0) return null;
  return { include: corrected, files: paths.filter(compilePathPatterns(corrected)).length };
}

interface TriedPath {
  readonly path: string;
  readonly lower: string;
}

function variantThatMatches(paths: readonly TriedPath[], pattern: string): string | null {
  for (const variant of variantsOf(pattern)) {
    if (!isClosed(variant)) continue;
    const matches = compilePathPatterns([variant]);
    if (paths.some(({ path }) => matches(path))) return variant;
    const matchesLower = compilePathPatterns([variant.toLowerCase()]);
    const example = paths.find(({ lower }) => matchesLower(lower))?.path;
    if (example === undefined) continue;
    const inCase = [inCaseOf(variant, example), variant.toLowerCase(), example];
    return inCase.find((candidate) => compilePathPatterns([candidate])(example)) ?? null;
  }
  return null;
}

/** What a pattern that matches nothing may stand for, most likely first. */
function variantsOf(pattern: string): readonly string[] {
  const slashed = pattern.replaceAll("\\", "/");
  const isName = /^\.?\w[\w-]*$/.test(pattern);
  return [
    ...new Set([
      pattern,
      slashed,
      globOf(pattern),
      ...(isName ? [`*.${pattern.replace(/^\./, "")}`, `*${pattern}*`] : []),
    ]),
  ];
}

/** The gitignore pattern that a regular expression most likely stands for: `.*\.ts$` is `*.ts`. */
function globOf(expression: string): string {
  return expression
    .replace(/^\^/, "")
    .replace(/\$$/, "")
    .replaceAll(/\.[*+]\??/g, "*")
    .replaceAll(/\\([./-])/g, "$1")
    .replaceAll(/\((?:\?:)?([\w./|-]+)\)/g, (_, alternatives: string) =>
      alternatives.includes("|") ? `{${alternatives.replaceAll("|", ",")}}` : alternatives,
    );
}

/** A pattern with its segments up to the first wildcard in the case of a path. */
function inCaseOf(pattern: string, path: string): string {
  const segments = path.split("/");
  const offset = pattern.startsWith("/") ? 1 : 0;
  return pattern
    .split("/")
    .map((segment, at) => {
      const actual = segments[at - offset];
      if (actual?.toLowerCase() === segment.toLowerCase()) return actual;
      return segments.find((each) => each.toLowerCase() === segment.toLowerCase()) ?? segment;
    })
    .join("/");
}
