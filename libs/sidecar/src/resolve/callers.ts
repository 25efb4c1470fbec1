/** Which call sites call a function: those whose names fit are resolved, and the ones that lead to it count. */
import type { CallSite } from "../flow/facts.ts";
import { callPlaces } from "./aliases.ts";
import { type CallTarget, type UnresolvedReason, resolveSite } from "./call-sites.ts";
import type { FileId } from "./project.ts";
import type { Resolution } from "./resolution.ts";
import type { ScopeRef } from "./values.ts";

/** A call site that leads to what was asked for. */
export interface Caller {
  readonly file: FileId;
  readonly site: CallSite;
  readonly target: CallTarget;
}

/** A call site of a name that was asked for, of which it is not known what it calls. */
export interface UnresolvedSite {
  readonly file: FileId;
  readonly site: CallSite;
  readonly reason: UnresolvedReason;
}

export interface Callers {
  /** By file, then start. */
  readonly callers: readonly Caller[];
  /** By file, then start. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Some places were left out, since the name is used as a value in too many. */
  readonly isCut: boolean;
}

/** Another name that more files than this call says nothing about one function. */
const MAX_ALIAS_FILES = 40;

export function callersOf(resolution: Resolution, targets: readonly ScopeRef[]): Callers {
  const { names, aliases, files, isCut } = callPlaces(resolution, targets);
  const own = new Set(targets.map(({ file, scope }) => resolution.index(file)?.flow.scopes[scope]?.name ?? ""));
  const isTarget = (ref: ScopeRef): boolean => targets.some((target) => target.file === ref.file && target.scope === ref.scope);
  const callers: Caller[] = [];
  const unresolved: UnresolvedSite[] = [];
  for (const { file, site } of candidateSites(resolution, [...[...names].map((name) => ({ name, maxFiles: Number.POSITIVE_INFINITY })), ...[...aliases].map((name) => ({ name, maxFiles: MAX_ALIAS_FILES }))], files)) {
    const { targets: found, reason } = resolveSite(resolution, file, site);
    const target = found.find(isTarget);
    if (target) callers.push({ file, site, target });
    else if (reason !== null && own.has(site.name)) unresolved.push({ file, site, reason });
  }
  return { callers, unresolved, isCut };
}

/** Each once; by file, then start. */
function candidateSites(resolution: Resolution, names: readonly { readonly name: string; readonly maxFiles: number }[], whole: ReadonlySet<FileId>): { readonly file: FileId; readonly site: CallSite }[] {
  const byFile = new Map<FileId, Set<CallSite>>();
  const add = (file: FileId, sites: readonly CallSite[]): void => {
    const known = byFile.get(file) ?? new Set<CallSite>();
    byFile.set(file, known);
    for (const site of sites) known.add(site);
  };
  for (const { name, maxFiles } of names) {
    const calling = name === "" ? [] : resolution.project.filesUsing("call", name);
    if (calling.length <= maxFiles) for (const file of calling) add(file, resolution.index(file)?.sitesCalling(name) ?? []);
  }
  for (const file of whole) add(file, resolution.index(file)?.flow.sites ?? []);
  const ordered = [...byFile].sort(([left], [right]) => left - right);
  return ordered.flatMap(([file, sites]) => [...sites].sort((left, right) => left.start - right.start || left.expr - right.expr).map((site) => ({ file, site })));
}
