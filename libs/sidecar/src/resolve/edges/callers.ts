/** Which call sites call a function: those whose names fit are resolved, and the ones that lead to it count. */
import type { AccessSite, CallSite } from "../../flow/facts.ts";
import { type NameLeft, callPlaces } from "./aliases.ts";
import { type CallTarget, type OpenReason, definitionAround, mayCallMore, resolveSite } from "./call-sites.ts";
import { isReachedByConversion, mayConvert } from "./by-name/conversions.ts";
import { isRunBy } from "./properties.ts";
import { classesOf } from "../expressions/this.ts";
import { runsFunction } from "../members/members.ts";
import { namedAfter } from "../expressions/variables.ts";
import type { SearchLimit } from "../memo.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { mayCall } from "../rules/index.ts";
import { lineageOf } from "../types/lineage.ts";
import { mayTake } from "../types/labels.ts";
import { isSameType } from "../types/parts.ts";
import { type ScopeRef, scopeKey } from "../values.ts";

/** A call site that leads to what was asked for. */
export interface Caller {
  readonly file: FileId;
  readonly site: CallSite;
  readonly target: CallTarget;
}

/** A call site of a name that was asked for, of which it is not known what it calls, or not all. */
export interface UnresolvedSite {
  readonly file: FileId;
  readonly site: CallSite;
  readonly reason: OpenReason;
}

export interface Callers {
  /** By file, those aside behind all others, then start. */
  readonly callers: readonly Caller[];
  /** In the same order. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Names of which places were left out. By use, then name. */
  readonly namesLeft: readonly NameLeft[];
  /** Files with calls of the name that were not looked at, since enough callers were found before; ascending. */
  readonly filesLeft: readonly FileId[];
  /** Files with calls of the name in which callers were not asked for. */
  readonly filesOutside: number;
}

/** Undefined where nobody has to wait: an answer takes a hundred thousand steps, and to await each costs more than most of them. */
export type Pause = () => Promise<void> | undefined;

export interface CallersOptions {
  /** How many definitions with a call that is resolved are enough: the files behind are left out. */
  readonly enough: number;
  /** Whether callers in a file are asked for. */
  readonly isAsked: (file: FileId) => boolean;
  /** Whether a file is looked at behind all others; default: none is. */
  readonly isAside?: (file: FileId) => boolean;
  readonly pause: Pause;
}

/** Another name that more files than this call says nothing about one function. */
const MAX_ALIAS_FILES = 40;

/** Goes through the files in their order, through those aside behind all others. Rejects with what `pause` rejects with. */
export async function callersOf(resolution: Resolution, targets: readonly ScopeRef[], { enough, isAsked, isAside = () => false, pause }: CallersOptions): Promise<Callers> {
  const { names, aliases, within, givers, files, left } = callPlaces(resolution, targets);
  const own = new Set(targets.map(({ file, scope }) => resolution.index(file)?.flow.scopes[scope]?.name ?? ""));
  const asked = new Set(targets.map(scopeKey));
  const isTarget = (ref: ScopeRef): boolean => asked.has(scopeKey(ref)) || asked.has(scopeKey(namedAfter(resolution, ref)));
  const languages = new Set(targets.map(({ file }) => resolution.project.language(file)));
  const mayBelong = (file: FileId): boolean => [...languages].some((language) => mayCall(resolution.project.language(file), language));
  const callers: Caller[] = [];
  const unresolved: UnresolvedSite[] = [];
  const others: Omit<UnresolvedSite, "reason">[] = [];
  const found = new Set<string>();
  const everywhere = Number.POSITIVE_INFINITY;
  const isConverted = targets.some((ref) => isReachedByConversion(resolution, ref));
  const accessed = (["read", "write"] as const).filter((access) => targets.some((ref) => isRunBy(resolution, ref, access)));
  const isAlias = (file: FileId, name: string): boolean => aliases.has(name) || within.get(file)?.has(name) === true;
  const namesLeft = [...left, ...aliasesLeft(resolution, aliases, names)].sort(byUseThenName);
  const candidates = candidateSites(resolution, [
    ...[...names].map((name): Sought => ({ use: "call", name, maxFiles: everywhere })), ...[...aliases].map((name): Sought => ({ use: "call", name, maxFiles: MAX_ALIAS_FILES })),
    ...[...within].flatMap(([file, called]) => [...called].map((name): Sought => ({ use: "call", name, maxFiles: everywhere, files: [file] }))),
    ...[...givers].map((name): Sought => ({ use: "result", name, maxFiles: everywhere })),
    ...accessed.flatMap((use) => [...own].map((name): Sought => ({ use, name, maxFiles: everywhere }))),
  ], files);
  const inPlace = candidates.filter(({ file }) => isAsked(file));
  const byFile = [...inPlace.filter(({ file }) => !isAside(file)), ...inPlace.filter(({ file }) => isAside(file))];
  const filesOutside = candidates.filter(({ file, isCalling }) => isCalling && !isAsked(file)).length;
  for (const [looked, { file, sites }] of byFile.entries()) {
    if (found.size >= enough) return { callers, unresolved, namesLeft, filesOutside, filesLeft: byFile.slice(looked).map((left) => left.file).sort((left, right) => left - right) };
    for (const site of sites()) {
      const due = pause();
      if (due) await due;
      const { targets: called, reason: unknown, cut } = resolveSite(resolution, file, site);
      const reason = unknown ?? (isConverted && called.length === 0 && mayConvert(resolution, file, site) ? "unknown_member" : null);
      const target = called.find(isTarget);
      const isNamed = mayBelong(file) && own.has(site.name);
      const isOpen = isNamed && (reason !== null || (cut !== null && mayAlsoCall(resolution, cut, { called, targets })));
      if (target) callers.push({ file, site, target });
      else if (isOpen && targets.some((ref) => mayTake(resolution, ref, { file, scope: site.scope, expr: site.expr }))) unresolved.push({ file, site, reason: (reason ?? cut) as OpenReason });
      else if (mayBelong(file) && isAlias(file, site.name) && cut !== null) unresolved.push({ file, site, reason: cut });
      else if (isNamed && called.length > 0) others.push({ file, site });
      if (target?.confidence === "resolved") found.add(`${file}:${definitionAround(resolution, { file, scope: site.scope }).scope}`);
    }
  }
  // Of one that has callers enough is known without what others of its name may call besides what they are known to call.
  const isSilent = callers.length + unresolved.length === 0;
  const open = isSilent ? others.filter(({ file, site }) => mayCallMore(resolution, file, site)).map((other): UnresolvedSite => ({ ...other, reason: "unknown_receiver" })) : unresolved;
  return { callers, unresolved: open, namesLeft, filesOutside, filesLeft: [] };
}

/** Types below the one that is called on may have a target in the place of what is called; any other limit says nothing of what it left out. */
function mayAlsoCall(resolution: Resolution, cut: SearchLimit, { called, targets }: { readonly called: readonly ScopeRef[]; readonly targets: readonly ScopeRef[] }): boolean {
  if (cut !== "too_many_subtypes") return true;
  const types = called.flatMap((ref) => classesOf(resolution, ref));
  const above = targets.flatMap((ref) => classesOf(resolution, ref)).flatMap((type) => lineageOf(resolution, type).types);
  return above.some((type) => types.some((other) => isSameType(resolution, type, other)));
}

/** Other names that too many files call. @param looked those whose calls are looked at wherever they may be meant */
function aliasesLeft({ project }: Resolution, aliases: ReadonlySet<string>, looked: ReadonlySet<string>): readonly NameLeft[] {
  const others = [...aliases].filter((name) => name !== "" && !looked.has(name));
  return others.map((name): NameLeft => ({ name, use: "call", files: project.filesUsing("call", name).length })).filter(({ files }) => files > MAX_ALIAS_FILES);
}

function byUseThenName(left: NameLeft, right: NameLeft): number {
  const [one, other] = [`${left.use} ${left.name}`, `${right.use} ${right.name}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Calls of a name, of what a call of it gives, or accesses of members of that name, unless more files have them. */
interface Sought {
  readonly use: "call" | "result" | AccessSite["access"];
  readonly name: string;
  readonly maxFiles: number;
  /** Where alone; in whichever file without it. */
  readonly files?: readonly FileId[];
}

interface Candidates {
  readonly file: FileId;
  /** Whether one of the names is called or accessed there. */
  readonly isCalling: boolean;
  /** By start, each once. */
  readonly sites: () => readonly CallSite[];
}

/** By file. */
function candidateSites(resolution: Resolution, sought: readonly Sought[], whole: ReadonlySet<FileId>): readonly Candidates[] {
  const byFile = new Map<FileId, Sought[]>();
  for (const each of sought) {
    const using = each.files ?? (each.name === "" ? [] : resolution.project.filesUsing(each.use === "result" ? "call" : each.use, each.name));
    if (using.length > each.maxFiles) continue;
    for (const file of using) byFile.set(file, [...(byFile.get(file) ?? []), each]);
  }
  const files = [...new Set([...byFile.keys(), ...whole])].sort((left, right) => left - right);
  return files.map((file) => ({
    file,
    isCalling: byFile.has(file),
    sites: () => {
      const index = resolution.index(file);
      const here = byFile.get(file) ?? [];
      const accesses = here.flatMap(({ use, name }) => (index?.accessesOf(name) ?? []).filter(({ access }) => access === use));
      if (!whole.has(file)) return inOrder([...here.flatMap((each) => callsOf(resolution, file, each)), ...accesses]);
      const calls = resolution.once(["sites", file], () => inOrder(index?.flow.sites ?? []));
      return accesses.length === 0 ? calls : inOrder([...calls, ...accesses]);
    },
  }));
}

/** Calls of a name, with those that run what is called so by a method of functions (`hook.call(view)`), or of what a call of it gives; none for accesses. */
function callsOf(resolution: Resolution, file: FileId, { use, name }: Sought): readonly CallSite[] {
  const index = resolution.index(file);
  if (!index) return [];
  switch (use) {
    case "call": return [...index.sitesCalling(name), ...index.sitesBehind("member", name).filter((site) => runsFunction(resolution, file, site.name))];
    case "result": return index.sitesBehind("call", name);
    default: return [];
  }
}

function inOrder(sites: readonly CallSite[]): readonly CallSite[] {
  return [...new Set(sites)].sort((left, right) => left.start - right.start || left.expr - right.expr);
}
