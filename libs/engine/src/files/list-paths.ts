/** `list_paths`: files in a folder that the ignore rules keep, as they are on disk now. */
import { join } from "node:path";
import {
  LIMITS,
  type ListPathsInput,
  type ListPathsOutput,
  type ListedPath,
  type WarningCode,
  buildEnvelope,
  counted,
} from "@satori/contracts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { type FolderManifest, STATS_PER_ENTRY, entryKind, entryPath } from "../model/manifest.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { keptFolders } from "../scan/kept-folders.ts";
import { languageOf, pathScope } from "../scope/path-scope.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { type ScopeFolder, scopeEcho, coveredFolders, scopeFolder } from "../scope/scope-folder.ts";
import { type Unsearched, unsearchedNote } from "../contents/unsearched.ts";

/** Answers one `list_paths` request from the disk; needs no index. */
export async function listPaths(
  context: EngineContext,
  input: ListPathsInput,
  call: CallContext,
): Promise<ListPathsOutput> {
  const wanted = mergeScopeFilters(getEffectiveScope(context), input);
  const scope = pathScope(filtersOf(wanted));
  const places = await Promise.all(
    coveredFolders(context, input.path, wanted.repos, call).map((path) => scopeFolder(context, path, call)),
  );
  const listed: Listing[] = [];
  const unbegun: string[] = [];
  for (const place of places) {
    if (listed.length > 0 && call.deadline.isReached) unbegun.push(place.effectiveRoot);
    else listed.push({ place, ...(await filesOf(context, place, call, scope.accepts)) });
  }
  const late = lateNote(listed, unbegun, call);
  const most = input.max_results ?? LIMITS.listPaths.default;
  const total = listed.reduce((sum, { files }) => sum + files.length, 0);
  const items = listed.flatMap((listing) => itemsOf(listing, most, places.length > 1)).slice(0, most);
  const warnings: WarningCode[] = [
    ...(late === null ? [] : (["DEADLINE_REACHED"] as const)),
    ...(total > most ? (["OUTPUT_TRUNCATED"] as const) : []),
    ...(listed.some(({ isPartial }) => isPartial) ? (["PARTIAL_SCAN"] as const) : []),
  ];
  const unreached = listed.find(({ isReached, isLate }) => !isReached && !isLate);
  const nameless = listed.flatMap((listing) => namelessOf(listing, places.length > 1));
  if (nameless.length > 0) warnings.push("FILES_SKIPPED");
  const notes = [
    late,
    unreached
      ? `${unreached.place.path} is excluded by the ignore rules; "satori why" shows the rule.`
      : null,
    unsearchedNote(nameless, "listed"),
  ].filter((note) => note !== null);
  const left = notes.length > 0 ? { message: notes.join(" ") } : {};
  const echo = {
    ...scopeEcho(places),
    max_results: most,
    scope: { ...reposOf(input.path, wanted), ...scope.effective },
  };
  return buildEnvelope(
    "list_paths",
    { status: "ok", warnings, ...left },
    { ...echo, items, total, truncated: total > most || late !== null },
    call.elapsedMs(),
  );
}

/** Says what could not be listed before the deadline; null if it was not reached. */
function lateNote(
  listed: readonly Listing[],
  unbegun: readonly string[],
  { deadline }: CallContext,
): string | null {
  const cut = listed
    .filter(({ isLate }) => isLate)
    .map(
      ({ place, folders }) => `Of ${place.path} only ${counted(folders, "folder")} had been listed by then.`,
    );
  const others = unbegun.length === 0 ? [] : [`Not listed at all: ${unbegun.join(", ")}.`];
  return cut.length + others.length === 0
    ? null
    : [`The answer reached ${deadline.name}.`, ...cut, ...others].join(" ");
}

interface Listing extends KeptFiles {
  readonly place: ScopeFolder;
}

/** The first `most` items, sorted by path. */
function itemsOf({ place, files }: Listing, most: number, isOneOfSeveral: boolean): ListedPath[] {
  const repo = isOneOfSeveral ? { repo: place.effectiveRoot } : {};
  const first = files.slice(0, most);
  return first.map(({ path, sizeBytes }) => ({ ...repo, path, language: languageOf(path), sizeBytes }));
}

function namelessOf({ place, nameless }: Listing, isOneOfSeveral: boolean): Unsearched[] {
  return [...nameless].sort(compareText).map((path) => ({
    path: isOneOfSeveral ? join(place.effectiveRoot, path) : path,
    cause: "invalid_name",
  }));
}

interface KeptFiles {
  /** Sorted by path. */
  readonly files: { readonly path: string; readonly sizeBytes: number }[];
  /**
   * Files and folders whose name no index can contain, regardless of the filters: the contents of such a
   * folder are unknown.
   */
  readonly nameless: string[];
  /** Whether a folder could not be listed. */
  readonly isPartial: boolean;
  /** False if the ignore rules exclude the whole folder. */
  readonly isReached: boolean;
  /** How many folders were listed. */
  readonly folders: number;
  /** Whether the deadline passed before all folders were listed. */
  readonly isLate: boolean;
}

/**
 * Walks the folder and the folders that lead to it, since these may contain rules. Throws `DEADLINE_REACHED`
 * if no file was found by then.
 */
async function filesOf(
  { config, clock }: EngineContext,
  { effectiveRoot, folder, settings }: ScopeFolder,
  { deadline }: CallContext,
  accepts: (path: string) => boolean,
): Promise<KeptFiles> {
  const kept = {
    files: [] as KeptFiles["files"],
    nameless: [] as string[],
    isPartial: false,
    isReached: false,
    folders: 0,
    isLate: false,
  };
  const enters = (path: string): boolean => isWithin(path, folder) || isWithin(folder, path);
  const look = {
    root: effectiveRoot,
    settings,
    home: config.home,
    maxFileBytes: config.maxFileBytes,
    nowMs: clock.nowMs(),
    enters,
    deadline,
  };
  try {
    for await (const { path, manifest, nameless } of keptFolders(look)) {
      if (!manifest) {
        kept.isPartial = true;
        continue;
      }
      if (path === folder) kept.isReached = true;
      if (!isWithin(path, folder)) continue;
      collectFiles(manifest, (file) => (deadline.check(), accepts(file)), kept.files);
      kept.folders++;
      for (const name of nameless) kept.nameless.push(name);
    }
    kept.files.sort((left, right) => (deadline.check(), compareText(left.path, right.path)));
  } catch (error) {
    if (!isPastDeadline(error) || kept.files.length === 0) throw error;
    kept.isLate = true;
    // The deadline has passed, but what is known is sorted all the same.
    kept.files.sort((left, right) => compareText(left.path, right.path));
  }
  return kept;
}

function collectFiles(
  manifest: FolderManifest,
  accepts: (path: string) => boolean,
  into: KeptFiles["files"],
): void {
  for (const [at, name] of manifest.names.entries()) {
    const kind = entryKind(manifest, at);
    if (kind !== "file" && kind !== "too_large") continue;
    const path = entryPath(manifest.path, name);
    if (accepts(path)) into.push({ path, sizeBytes: manifest.stats[at * STATS_PER_ENTRY] as number });
  }
}
