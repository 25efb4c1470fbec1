/**
 * Says what uses a symbol, why it may be alive nevertheless, and whether it is proven that nothing else in
 * the codebase calls or uses it.
 *
 * A proof is lexical: the name occurs nowhere that code could use the symbol, and the language has no way to
 * use it without its name. It does not depend on how well calls are resolved. See docs/review.md.
 */
import { type ExaminedCode, type LifeEvidence, LIFE_REASONS, type SymbolUsers } from "@satori/contracts";
import { type NameReach, codeOnly, languageById, nameReachRuleOf } from "@satori/sidecar";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import type { AbsenceRequest } from "./absence-request.ts";
import { lifeReasons } from "./life-reasons.ts";
import { moduleObjects } from "./module-objects.ts";
import { occurrencesOf } from "./name-occurrences.ts";
import { NO_USERS, usersOf } from "./symbol-users.ts";

/** What is known about the users of a symbol. */
export interface Absence {
  readonly users: SymbolUsers;
  /** In the order of `LIFE_REASONS`, then by file and line as far as they have places. */
  readonly reasons: readonly LifeEvidence[];
  /** Whether nothing else in the codebase calls or uses the symbol, for certain. */
  readonly proven: boolean;
  readonly examined: ExaminedCode;
}

/** Call sites that are listed as unresolved. */
const MAX_UNRESOLVED = 3;

/** Throws `DEADLINE_REACHED` past the request's deadline. */
export async function absenceOf(request: AbsenceRequest, symbol: SymbolMatch): Promise<Absence> {
  const { view } = request;
  const file = view.fileAt(symbol.file);
  const [content] = file === -1 ? [] : await view.contents([file]);
  const fact = content?.symbols.find(({ id }) => id === symbol.fact.id);
  if (!content || !fact) return unknown("The symbol is not in this state of the codebase.");
  const language = view.files.languages[file] ?? "text";
  const { symbols, text } = content;
  const { users, unresolved, refs } = await usersOf(request, { ...symbol, fact }, symbols);
  const own = lifeReasons(request, { file, path: symbol.file, language, text, fact, symbols, refs });
  const reach = reachOf(request, { ...symbol, fact }, content);
  const search = reach.kind === "named" ? await occurrencesOf(request, { file, fact, symbols, reach }) : null;
  const open = reach.kind === "open" ? [{ reason: reach.reason, detail: reach.detail }] : [];
  const objects = reach.kind === "named" && reach.byModule ? await moduleObjects(request, symbol.file) : [];
  const reasons = [
    ...own,
    ...registered(users),
    ...(search?.evidence ?? []),
    ...open,
    ...objects,
    ...unresolved.slice(0, MAX_UNRESOLVED).map(({ file: path, line }): LifeEvidence => ({
      reason: "unresolved",
      detail: "A call of the name could not be resolved.",
      file: path,
      line,
    })),
  ].sort((left, right) => LIFE_REASONS.indexOf(left.reason) - LIFE_REASONS.indexOf(right.reason));
  const isUnused = users.calls.count + users.uses.count + users.registrations.count === 0 && !users.isCut;
  return {
    users,
    reasons,
    proven: isUnused && search !== null && reasons.length === 0,
    examined: { files: search?.files ?? 0, occurrences: search?.occurrences ?? 0 },
  };
}

function unknown(detail: string): Absence {
  return {
    users: NO_USERS,
    reasons: [{ reason: "unsupported", detail }],
    proven: false,
    examined: { files: 0, occurrences: 0 },
  };
}

function reachOf(
  { view, deadline }: AbsenceRequest,
  { file: path, fact }: SymbolMatch,
  { text, symbols }: { readonly text: string; readonly symbols: readonly SymbolMatch["fact"][] },
): NameReach {
  const file = view.fileAt(path);
  const language = view.files.languages[file] ?? "text";
  const rule = nameReachRuleOf(language);
  const lexis = languageById(language)?.lexicalRules;
  if (!rule || !lexis)
    return { kind: "open", reason: "unsupported", detail: `Absence is not proven for ${language}.` };
  if (view.files.withSyntaxErrors[file] === 1 || view.files.unparsed[file] === 1)
    return { kind: "open", reason: "unread", detail: "Its file was only parsed in part." };
  const code = codeOnly(text, lexis, () => deadline.check());
  return rule.reachOf(fact, symbols[fact.parent] ?? null, { path, text, code, symbols });
}

function registered({ registrations: { sites } }: SymbolUsers): LifeEvidence[] {
  return sites.map(({ file, line }) => ({
    reason: "registered",
    detail: "It is given to code outside the codebase, which calls it.",
    file,
    line,
  }));
}
