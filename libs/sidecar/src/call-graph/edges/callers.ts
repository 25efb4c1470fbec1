/**
 * Finds the call sites that call a function: resolves the sites whose name fits, and keeps those that lead to
 * it.
 */
import type { CallSite } from "../../call-facts/facts.ts";
import { type CallSearchSpace, type SkippedName, callSearchSpace } from "./aliases.ts";
import {
  type CallTarget,
  type OpenReason,
  definitionAround,
  mayCallMore,
  resolveSite,
} from "./call-sites.ts";
import { candidateSites, isReachedByConversion, mayConvert, type Sought } from "./candidate-sites.ts";
import { isRunBy } from "./properties.ts";
import { classesOf } from "../expressions/this.ts";
import { namedAfter } from "../expressions/variables.ts";
import type { SearchLimit } from "../memo.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { mayCall } from "../../languages/resolution-rules.ts";
import { lineageOf } from "../types/lineage.ts";
import { mayTake } from "../types/labels.ts";
import { isSameType } from "../types/parts.ts";
import { type ScopeRef, scopeKey } from "../values.ts";

/** A call site that leads to one of the requested functions. */
export interface Caller {
  readonly file: FileId;
  readonly site: CallSite;
  readonly target: CallTarget;
}

/** A call site with a requested name whose targets are unknown or incomplete. */
export interface UnresolvedSite {
  readonly file: FileId;
  readonly site: CallSite;
  readonly reason: OpenReason;
}

/** Callers of some functions, with everything that may be missing. */
export interface Callers {
  /** Sorted by file, files that are `isAside` last, then by start. */
  readonly callers: readonly Caller[];
  /** In the same order. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Names that were not searched everywhere; sorted by use, then name. */
  readonly skippedNames: readonly SkippedName[];
  /**
   * Files with calls of the name that were not searched, or not completely, because enough callers were found
   * before, or because the limit on open files was reached; ascending.
   */
  readonly remainingFiles: readonly FileId[];
  /** Number of files with calls of the name that `isAsked` excludes. */
  readonly filesOutside: number;
  /** Whether the time ran out before the result was complete. */
  readonly isEnded: boolean;
}

/**
 * Undefined if there is nothing to wait for: an answer takes a hundred thousand steps, and awaiting each of
 * them costs more than most of them do.
 */
export type Pause = () => Promise<void> | undefined;

/** How a traversal ends before it is complete. */
export interface Ending {
  /**
   * Whether an error thrown by `pause` or by the resolution's `check` ends the traversal with what it has
   * found; all other errors are passed on. Default: no error does.
   */
  readonly isEnd?: (error: unknown) => boolean;
}

export interface CallersOptions extends Ending {
  /** Number of calling definitions that is enough; further files are not searched. */
  readonly enough: number;
  /** Whether to look for callers in a file. */
  readonly isAsked: (file: FileId) => boolean;
  /** Whether a file is searched after all others; default: no file. */
  readonly isAside?: (file: FileId) => boolean;
  readonly pause: Pause;
}

/**
 * Most calls that are collected for one function. An answer shows a hundredth of them, and each call costs
 * time for every definition of its name; where targets are certain, fewer are enough.
 */
const MAX_CALLERS = 5_000;

/** Another name that more files than this call says nothing about one function. */
const MAX_ALIAS_FILES = 40;

/**
 * Searches the files in order, those that are `isAside` last. Rejects with the error that `pause` throws,
 * unless `isEnd` accepts it.
 */
export async function callersOf(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  options: CallersOptions,
): Promise<Callers> {
  const { isEnd = () => false } = options;
  try {
    const places = callSearchSpace(resolution, targets);
    return await callersAt(resolution, targets, { ...options, isEnd, places });
  } catch (error) {
    if (!isEnd(error)) throw error;
    return noneKnown(resolution, targets, options);
  }
}

/** The result if the time ran out before any call was checked. */
function noneKnown(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  { isAsked }: CallersOptions,
): Callers {
  const calling = new Set(
    [...ownNames(resolution, targets)].flatMap((name) =>
      name === "" ? [] : resolution.project.filesUsing("call", name),
    ),
  );
  const files = [...calling].sort((left, right) => left - right);
  return {
    callers: [],
    unresolved: [],
    skippedNames: [],
    remainingFiles: files.filter(isAsked),
    filesOutside: files.filter((file) => !isAsked(file)).length,
    isEnded: true,
  };
}

async function callersAt(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  {
    enough,
    isAsked,
    isAside = () => false,
    pause,
    isEnd,
    places,
  }: CallersOptions & Required<Ending> & { readonly places: CallSearchSpace },
): Promise<Callers> {
  const candidates = candidateSites(resolution, soughtFor(resolution, targets, places), places.files);
  const asked = candidates.filter(({ file }) => isAsked(file));
  const inTurn = [
    ...asked.filter(({ file }) => !isAside(file)),
    ...asked.filter(({ file }) => isAside(file)),
  ];
  const found = new FoundCallers(resolution, targets, places);
  const remainingFiles: FileId[] = [];
  let isEnded = false;
  for (const { file, sites } of inTurn) {
    if (isEnded || found.definitions >= enough || found.isFull || !resolution.mayOpen(file)) {
      remainingFiles.push(file);
      continue;
    }
    try {
      for (const site of sites()) {
        if (found.isFull) {
          remainingFiles.push(file);
          break;
        }
        const due = pause();
        if (due) await due;
        found.look(file, site);
      }
    } catch (error) {
      if (!isEnd(error)) throw error;
      isEnded = true;
      remainingFiles.push(file);
    }
  }
  return {
    ...(isEnded ? found.known() : found.all()),
    skippedNames: [...places.left, ...aliasesLeft(resolution, places)].sort(byUseThenName),
    filesOutside: candidates.filter(({ file, isCalling }) => isCalling && !isAsked(file)).length,
    remainingFiles: remainingFiles.sort((left, right) => left - right),
    isEnded,
  };
}

function soughtFor(
  resolution: Resolution,
  targets: readonly ScopeRef[],
  { names, aliases, within, givers }: CallSearchSpace,
): readonly Sought[] {
  const maxFiles = Number.POSITIVE_INFINITY;
  const accessed = (["read", "write"] as const).filter((access) =>
    targets.some((ref) => isRunBy(resolution, ref, access)),
  );
  return [
    ...[...names].map((name): Sought => ({ use: "call", name, maxFiles })),
    ...[...aliases].map((name): Sought => ({ use: "call", name, maxFiles: MAX_ALIAS_FILES })),
    ...[...within].flatMap(([file, called]) =>
      [...called].map((name): Sought => ({ use: "call", name, maxFiles, files: [file] })),
    ),
    ...[...givers].map((name): Sought => ({ use: "result", name, maxFiles })),
    ...accessed.flatMap((use) =>
      [...ownNames(resolution, targets)].map((name): Sought => ({ use, name, maxFiles })),
    ),
  ];
}

function ownNames(resolution: Resolution, targets: readonly ScopeRef[]): ReadonlySet<string> {
  return new Set(targets.map(({ file, scope }) => resolution.index(file)?.flow.scopes[scope]?.name ?? ""));
}

/** Collects what the checked call sites say about the requested functions. */
class FoundCallers {
  private readonly callers: Caller[] = [];
  private readonly unresolved: UnresolvedSite[] = [];
  /** Sites that call other functions of the name. */
  private readonly others: Omit<UnresolvedSite, "reason">[] = [];
  private readonly resolvedIn = new Set<string>();
  private readonly own: ReadonlySet<string>;
  private readonly asked: ReadonlySet<number>;
  /**
   * Whether a target is one of the requested functions, memoized: thousands of calls may lead to the same
   * target.
   */
  private readonly isAsked = new Map<number, boolean>();
  private readonly languages: ReadonlySet<string>;
  private readonly isConverted: boolean;

  constructor(
    private readonly resolution: Resolution,
    private readonly targets: readonly ScopeRef[],
    private readonly places: CallSearchSpace,
  ) {
    this.own = ownNames(resolution, targets);
    this.asked = new Set(targets.map(scopeKey));
    this.languages = new Set(targets.map(({ file }) => resolution.project.language(file)));
    this.isConverted = targets.some((ref) => isReachedByConversion(resolution, ref));
  }

  /** Number of definitions with a resolved call. */
  get definitions(): number {
    return this.resolvedIn.size;
  }

  /** Whether `MAX_CALLERS` is reached. */
  get isFull(): boolean {
    return this.callers.length >= MAX_CALLERS;
  }

  look(file: FileId, site: CallSite): void {
    const { resolution, targets } = this;
    const { targets: called, reason: unknown, cut } = resolveSite(resolution, file, site);
    const reason =
      unknown ??
      (this.isConverted && called.length === 0 && mayConvert(resolution, file, site)
        ? "unknown_member"
        : null);
    const target = called.find((ref) => this.isTarget(ref));
    const isNamed = this.own.has(site.name) && this.mayBelong(file);
    const isOpen =
      isNamed && (reason !== null || (cut !== null && mayAlsoCall(resolution, cut, { called, targets })));
    if (target) this.callers.push({ file, site, target });
    else if (
      isOpen &&
      targets.some((ref) => mayTake(resolution, ref, { file, scope: site.scope, expr: site.expr }))
    )
      this.unresolved.push({ file, site, reason: (reason ?? cut) as OpenReason });
    else if (cut !== null && this.isAlias(file, site.name) && this.mayBelong(file))
      this.unresolved.push({ file, site, reason: cut });
    else if (isNamed && called.length > 0) this.others.push({ file, site });
    if (target?.confidence === "resolved")
      this.resolvedIn.add(`${file}:${definitionAround(resolution, { file, scope: site.scope }).scope}`);
  }

  /** The result without a further search, for when the time has run out. */
  known(): Pick<Callers, "callers" | "unresolved"> {
    return { callers: this.callers, unresolved: this.unresolved };
  }

  all(): Pick<Callers, "callers" | "unresolved"> {
    const { callers, unresolved, resolution } = this;
    // If callers or unresolved sites were found, calls of other functions of the name are not checked for
    // further targets.
    if (callers.length + unresolved.length > 0) return { callers, unresolved };
    const calling = this.others.filter(({ file, site }) => mayCallMore(resolution, file, site));
    return {
      callers,
      unresolved: calling.map((other): UnresolvedSite => ({ ...other, reason: "unknown_receiver" })),
    };
  }

  private isTarget(ref: ScopeRef): boolean {
    const key = scopeKey(ref);
    let isTarget = this.isAsked.get(key);
    if (isTarget === undefined)
      this.isAsked.set(
        key,
        (isTarget = this.asked.has(key) || this.asked.has(scopeKey(namedAfter(this.resolution, ref)))),
      );
    return isTarget;
  }

  private mayBelong(file: FileId): boolean {
    return [...this.languages].some((language) => mayCall(this.resolution.project.language(file), language));
  }

  private isAlias(file: FileId, name: string): boolean {
    return this.places.aliases.has(name) || this.places.within.get(file)?.has(name) === true;
  }
}

/**
 * Whether a target may be among those that a limit left out. For `too_many_subtypes`, only if it can override
 * what is called; for any other limit, always.
 */
function mayAlsoCall(
  resolution: Resolution,
  cut: SearchLimit,
  { called, targets }: { readonly called: readonly ScopeRef[]; readonly targets: readonly ScopeRef[] },
): boolean {
  if (cut !== "too_many_subtypes") return true;
  const types = called.flatMap((ref) => classesOf(resolution, ref));
  const above = targets
    .flatMap((ref) => classesOf(resolution, ref))
    .flatMap((type) => lineageOf(resolution, type).types);
  return above.some((type) => types.some((other) => isSameType(resolution, type, other)));
}

/** Other names that too many files call. */
function aliasesLeft({ project }: Resolution, { aliases, names }: CallSearchSpace): readonly SkippedName[] {
  const others = [...aliases].filter((name) => name !== "" && !names.has(name));
  return others
    .map((name): SkippedName => ({ name, use: "call", files: project.filesUsing("call", name).length }))
    .filter(({ files }) => files > MAX_ALIAS_FILES);
}

function byUseThenName(left: SkippedName, right: SkippedName): number {
  const [one, other] = [`${left.use} ${left.name}`, `${right.use} ${right.name}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
