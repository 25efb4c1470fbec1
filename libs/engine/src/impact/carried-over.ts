/**
 * Dependents that were found in the version before a change, in the version after it: those whose lines are
 * still there, and do not lead to something else now.
 */
import {
  type FileId,
  type Resolution,
  type ScopeRef,
  type SymbolFact,
  definitionAround,
  NONE,
  resolveSite,
} from "@satori/sidecar";
import { lineChanges, linesOf } from "../symbol-history/line-changes.ts";
import type { Dependent, DependentSite } from "./dependents.ts";
import type { VersionGraph } from "./version-graph.ts";

/** Both versions of a codebase. */
interface BothVersions {
  readonly base: VersionGraph;
  readonly head: VersionGraph;
  /** Path in the head of a file of the base; null if the head does not have it. */
  readonly pathInHead: (path: string) => string | null;
}

/** A file of the base as it is in the head. */
interface CarriedFile {
  readonly file: FileId;
  /** Line of the head for a line of the base; null if it was changed or removed. */
  readonly lineOf: (line: number) => number | null;
  readonly isSame: boolean;
  readonly symbols: readonly SymbolFact[];
  readonly starts: readonly number[];
}

/** Finds the dependents of the base again in the head. */
export class CarriedOver {
  private readonly files = new Map<FileId, Promise<CarriedFile | null>>();

  constructor(private readonly versions: BothVersions) {}

  /** Dependents as in the head, without sites that are gone; in the given order. */
  async of(dependents: readonly Dependent[]): Promise<readonly Dependent[]> {
    const carried: Dependent[] = [];
    for (const dependent of dependents) {
      const file = await this.carried(dependent.from.file);
      if (file === null) continue;
      const found = await this.versions.head.ask(async (resolution) =>
        dependentInHead(resolution, dependent, file),
      );
      if (found !== null) carried.push(found);
    }
    return carried;
  }

  private carried(file: FileId): Promise<CarriedFile | null> {
    const known = this.files.get(file) ?? this.carry(file);
    this.files.set(file, known);
    return known;
  }

  private async carry(file: FileId): Promise<CarriedFile | null> {
    const { base, head, pathInHead } = this.versions;
    const path = pathInHead(base.view.files.paths[file] as string);
    const at = path === null ? -1 : head.view.fileAt(path);
    if (at === -1) return null;
    const [before] = await base.view.contents([file]);
    const [after] = await head.view.contents([at]);
    const [old, now] = [before?.text ?? "", after?.text ?? ""];
    const lines = { file: at, symbols: after?.symbols ?? [], starts: lineStarts(now) };
    if (old === now) return { ...lines, isSame: true, lineOf: (line) => line };
    return { ...lines, isSame: false, lineOf: mappedLines(linesOf(old), linesOf(now)) };
  }
}

function mappedLines(before: readonly string[], after: readonly string[]): (line: number) => number | null {
  const changes = lineChanges(before, after);
  const mapped = new Map<number, number>();
  let [old, now] = [0, 0];
  for (const change of [
    ...changes,
    { oldStart: before.length, oldEnd: 0, newStart: after.length, newEnd: 0 },
  ]) {
    for (; old < change.oldStart; old++, now++) mapped.set(old + 1, now + 1);
    [old, now] = [change.oldEnd, change.newEnd];
  }
  return (line) => mapped.get(line) ?? null;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function dependentInHead(resolution: Resolution, dependent: Dependent, file: CarriedFile): Dependent | null {
  const sites = dependent.sites.flatMap((site): DependentSite[] => {
    const line = file.lineOf(site.line);
    if (line === null || (!file.isSame && leadsElsewhere(resolution, file, { site, line }))) return [];
    return [{ line, call: file.isSame ? site.call : callAt(resolution, file, { site, line }) }];
  });
  const [first] = sites;
  if (first === undefined) return null;
  const from = file.isSame
    ? { file: file.file, scope: dependent.from.scope }
    : around(resolution, file, first.line);
  return { ...dependent, from, sites };
}

/** The call of the head that is on the line, with the definition that it led to in the base. */
function callAt(
  resolution: Resolution,
  { file }: CarriedFile,
  { site: { call }, line }: { readonly site: DependentSite; readonly line: number },
): DependentSite["call"] {
  const now = resolution
    .index(file)
    ?.flow.sites.find((other) => other.line === line && other.name === call?.site.name);
  return call && now ? { ...call, site: now } : null;
}

/** Whether the call on a line calls something of the codebase in the head. */
function leadsElsewhere(
  resolution: Resolution,
  { file }: CarriedFile,
  { site, line }: { readonly site: DependentSite; readonly line: number },
): boolean {
  if (site.call === null) return false;
  const { name } = site.call.site;
  const now = resolution.index(file)?.flow.sites.find((other) => other.line === line && other.name === name);
  if (now === undefined) return true;
  const { targets } = resolveSite(resolution, file, now);
  return targets.some(({ confidence }) => confidence === "resolved");
}

/** The definition of the head around the first line of a site. */
function around(resolution: Resolution, { file, symbols }: CarriedFile, line: number): ScopeRef {
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  const inner = scopes.findLastIndex(({ symbol, kind }) => {
    const own = symbols[symbol];
    return kind !== "file" && symbol !== NONE && own && own.startLine <= line && line <= own.endLine;
  });
  return inner <= 0 ? { file, scope: 0 } : definitionAround(resolution, { file, scope: inner });
}
