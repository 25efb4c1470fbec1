/** Filters of a call → which files pass, and what the answer says of them. Pure. */
import type { ArgumentProblem, EffectiveScope, ScopeFilters } from "@satori/contracts";
import { detectLanguage, languageIds } from "@satori/sidecar";
import { refuseProblems } from "../errors.ts";
import { compilePathFilter } from "../ignore/path-matcher.ts";
import { readLanguages } from "./languages.ts";

export interface PathScope {
  /** What is not empty, for the answer. */
  readonly effective: EffectiveScope;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether a file passes all filters; its language is told by its name. */
  readonly accepts: (path: string) => boolean;
}

/** Throws `INVALID_ARGUMENTS` naming each pattern that is none and each language that is unknown. */
export function pathScope({ include_globs: include = [], exclude_globs: exclude = [], languages: names = [] }: ScopeFilters): PathScope {
  const languages = readLanguages(names);
  refuseProblems([...globProblems("include_globs", include), ...globProblems("exclude_globs", exclude), ...languages.unknown.map(unknownLanguage)]);
  const passes = compilePathFilter(include, exclude);
  const isSpoken = languages.ids.size === 0 ? () => true : (path: string) => languages.ids.has(languageOf(path));
  return {
    effective: { ...(include.length > 0 ? { include_globs: include } : {}), ...(exclude.length > 0 ? { exclude_globs: exclude } : {}), ...(languages.ids.size > 0 ? { languages: [...languages.ids].sort() } : {}) },
    include, exclude,
    accepts: (path) => isSpoken(path) && passes(path),
  };
}

/** Ids of languages. Throws `INVALID_ARGUMENTS` naming those that are unknown, and what there is. */
export function requireLanguages(names: readonly string[]): ReadonlySet<string> {
  const { ids, unknown } = readLanguages(names);
  refuseProblems(unknown.map(unknownLanguage));
  return ids;
}

/** By the name of a file; `text` for what has no language. */
export function languageOf(path: string): string {
  return detectLanguage(path, "")?.id ?? "text";
}

/** What is wrong with patterns of a field. */
export function globProblems(field: string, globs: readonly string[]): ArgumentProblem[] {
  return globs.flatMap((glob, at) => {
    const message = faultOf(glob);
    return message === null ? [] : [{ path: `${field}[${at}]`, message: `${JSON.stringify(glob)} ${message}` }];
  });
}

function faultOf(glob: string): string | null {
  if (glob.trim() === "") return "is empty";
  if (/[\0\n\r]/.test(glob)) return "has a character that no pattern has";
  if (glob.startsWith("!")) return "begins with !: negation has a field of its own, exclude_globs";
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(glob)) return "is absolute: patterns are relative to the effective root";
  if (glob.split(/[/\\]/).includes("..")) return "leaves the root";
  if (!isBalanced(glob, "[", "]") || !isBalanced(glob, "{", "}")) return "has a bracket that is not closed";
  return null;
}

function isBalanced(glob: string, open: string, close: string): boolean {
  let isOpen = false;
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === "\\") at++;
    else if (glob[at] === open) isOpen = true;
    else if (glob[at] === close) isOpen = false;
  }
  return !isOpen;
}

function unknownLanguage(name: string): ArgumentProblem {
  return { path: "languages", message: `has ${JSON.stringify(name)}, which is no language; known are ${languageIds().join(", ")}` };
}
