/** Reasons of a declaration itself why it may be alive without a user: tests, decorators, overrides, … */
import { type LanguageCallKind, type LifeEvidence, type LifeReason, isFunctionKind } from "@satori/contracts";
import {
  NONE,
  type ScopeRef,
  type SymbolFact,
  isTestCode,
  languageCallsOf,
  membersAbove,
} from "@satori/sidecar";
import { isTest } from "../lexical/path-class.ts";
import type { AbsenceRequest } from "./absence-request.ts";

/** A declaration with what is around it. */
export interface DeclaredSymbol {
  readonly file: number;
  readonly path: string;
  readonly language: string;
  readonly text: string;
  readonly fact: SymbolFact;
  /** All symbols of the file. */
  readonly symbols: readonly SymbolFact[];
  /** The scopes that define it. */
  readonly refs: readonly ScopeRef[];
}

/** In the order of `LIFE_REASONS`; at most one of each. */
export function lifeReasons(request: AbsenceRequest, declaration: DeclaredSymbol): LifeEvidence[] {
  const { fact, path } = declaration;
  const evidence = (reason: LifeReason, detail: string): LifeEvidence => ({
    reason,
    detail,
    file: path,
    line: fact.nameLine,
  });
  const calls = languageCalls(declaration);
  const above = overridden(request, declaration);
  return [
    calls.includes("start") ? [evidence("entry_point", "The program starts there.")] : [],
    isFoundByRunner(request, declaration) ? [evidence("test", "A test runner finds it by its name.")] : [],
    isDecorated(declaration) ? [evidence("decorated", "It is decorated or annotated.")] : [],
    above === null ? [] : [evidence("overrides", above)],
    calls.some((kind) => kind !== "start") ? [evidence("language", "The language calls it by itself.")] : [],
  ].flat();
}

function languageCalls({ language, fact, symbols }: DeclaredSymbol): readonly LanguageCallKind[] {
  return languageCallsOf(language, fact, symbols[fact.parent] ?? null);
}

/** Names by which runners find tests, and what they run around them. */
const RUN_NAME = /^_?(?:test|Test|Benchmark|Fuzz|Example|set_?[uU]p|tear_?[dD]own|pytest_|before|after|spec)/;

function isFoundByRunner({ view }: AbsenceRequest, { file, text, fact, symbols }: DeclaredSymbol): boolean {
  for (let at: SymbolFact | undefined = fact; at; at = symbols[at.parent])
    if (isTestCode(at, text)) return true;
  return isTest(view.files.pathClasses[file] ?? 0) && RUN_NAME.test(fact.name);
}

const DECORATION = /@[\p{L}_]|#!?\[|^\s*\[{1,2}[A-Za-z]/mu;

/**
 * Whether decorators, annotations or attributes precede a declaration, or the type of a member that is not
 * private.
 */
function isDecorated({ text, fact, symbols }: DeclaredSymbol): boolean {
  const around = symbols[fact.parent];
  const isHidden = /\bprivate\b/.test(fact.signature ?? "");
  return hasDecoration(text, fact) || (around !== undefined && !isHidden && hasDecoration(text, around));
}

function hasDecoration(text: string, { start, end, name }: SymbolFact): boolean {
  const declared = text.slice(start, Math.min(end, start + DECORATION_CHARS));
  const at = declared.search(new RegExp(`(?<![\\w$])${name.replace(SYNTAX, "\\$&")}(?![\\w$])`, "u"));
  return DECORATION.test(declared.slice(0, at === -1 ? declared.length : at));
}

const DECORATION_CHARS = 4_000;
/** Characters with a meaning in patterns; with the flag u, a backslash before others is an error. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** What a method overrides or may override; null if nothing. */
function overridden({ resolution }: AbsenceRequest, { fact, refs, symbols }: DeclaredSymbol): string | null {
  if (/\boverride\b|@Override\b/.test(fact.signature ?? "")) return "It is declared to override a method.";
  const around = symbols[fact.parent];
  if (
    !isFunctionKind(fact.kind) ||
    fact.kind === "constructor" ||
    (fact.parent === NONE && refs.length === 0)
  )
    return null;
  for (const ref of refs) {
    const { types, hasUnknown } = membersAbove(resolution, ref, fact.name);
    if (types.length > 0) return `A base type declares ${fact.name}, too.`;
    if (hasUnknown) return `A base type of ${around?.name ?? "its type"} is not in the codebase.`;
  }
  return null;
}
