/** list_paths: files of a folder that the ignore rules keep, as they are on the disk now. */
import { LIMITS, type ListPathsInput, type ListPathsOutput, type ListedPath, buildEnvelope } from "@satori/contracts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { throwIfAborted } from "../errors.ts";
import { STATS_PER_ENTRY, entryKind, entryPath } from "../model/manifest.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { openRules } from "../scan/rules.ts";
import { type FolderScan, type WalkInput, rootFolder, scanFolder } from "../scan/walk.ts";
import { languageOf, pathScope } from "../scope/path-scope.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { type ScopeFolder, placeEcho, placesOf, scopeFolder } from "../scope/scope-folder.ts";

/** Folders after which other work of the process gets its turn. */
const FOLDERS_A_TURN = 200;

export async function listPaths(context: EngineContext, input: ListPathsInput, call: CallContext): Promise<ListPathsOutput> {
  const wanted = mergeScopeFilters(getEffectiveScope(context), input);
  const scope = pathScope(filtersOf(wanted));
  const places = await Promise.all(placesOf(context, input.path, wanted.repos, call).map((path) => scopeFolder(context, path, call)));
  const listed: Listing[] = [];
  for (const place of places) listed.push({ place, ...(await filesOf(context, place, call, scope.accepts)) });
  const most = input.max_results ?? LIMITS.listPaths.default;
  const total = listed.reduce((sum, { files }) => sum + files.length, 0);
  const items = listed.flatMap((listing) => itemsOf(listing, places.length > 1)).slice(0, most);
  const warnings = [...(total > most ? (["OUTPUT_TRUNCATED"] as const) : []), ...(listed.some(({ isPartial }) => isPartial) ? (["PARTIAL_SCAN"] as const) : [])];
  const unreached = listed.find(({ isReached }) => !isReached);
  const left = unreached ? { message: `${unreached.place.path} is left out by the ignore rules; "satori why" names the rule.` } : {};
  const echo = { ...placeEcho(places), max_results: most, scope: { ...reposOf(input.path, wanted), ...scope.effective } };
  return buildEnvelope("list_paths", { status: "ok", warnings, ...left }, { ...echo, items, total, truncated: total > most }, call.elapsedMs());
}

interface Listing extends KeptFiles {
  readonly place: ScopeFolder;
}

/** By path. */
function itemsOf({ place, files }: Listing, isOneOfSeveral: boolean): ListedPath[] {
  const repo = isOneOfSeveral ? { repo: place.effectiveRoot } : {};
  return files.sort((left, right) => compareText(left.path, right.path)).map(({ path, sizeBytes }) => ({ ...repo, path, language: languageOf(path), sizeBytes }));
}

interface KeptFiles {
  readonly files: { readonly path: string; readonly sizeBytes: number }[];
  /** Whether a folder could not be listed. */
  readonly isPartial: boolean;
  /** False where the ignore rules leave the whole folder out. */
  readonly isReached: boolean;
}

/** Goes through the folder and what leads to it: its rules stand there. */
async function filesOf({ config, clock }: EngineContext, { effectiveRoot, folder, settings }: ScopeFolder, { signal }: CallContext, accepts: (path: string) => boolean): Promise<KeptFiles> {
  const rules = openRules(effectiveRoot, settings, config.home);
  const walk: WalkInput = { root: effectiveRoot, settings: rules.settings, rules: () => rules.policy.rootScope(), previous: new Map(), trustsVerdicts: false, maxFileBytes: config.maxFileBytes, nowMs: clock.nowMs() };
  const kept = { files: [] as KeptFiles["files"], isPartial: false, isReached: false };
  const pending = [rootFolder(walk)];
  for (let looked = 1; pending.length > 0; looked++) {
    if (looked % FOLDERS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal);
    const next = pending.pop() as ReturnType<typeof rootFolder>;
    const scanned = scanFolder(walk, next);
    if (!scanned) {
      kept.isPartial = true;
      continue;
    }
    if (next.path === folder) kept.isReached = true;
    if (isWithin(next.path, folder)) collectFiles(scanned.scan, accepts, kept.files);
    pending.push(...scanned.children.filter(({ path }) => isWithin(path, folder) || isWithin(folder, path)));
  }
  return kept;
}

function collectFiles({ manifest }: FolderScan, accepts: (path: string) => boolean, into: KeptFiles["files"]): void {
  for (const [at, name] of manifest.names.entries()) {
    const kind = entryKind(manifest, at);
    if (kind !== "file" && kind !== "too_large") continue;
    const path = entryPath(manifest.path, name);
    if (accepts(path)) into.push({ path, sizeBytes: manifest.stats[at * STATS_PER_ENTRY] as number });
  }
}
