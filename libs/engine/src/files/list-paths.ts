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
import type { CallContext, EngineContext } from "../engine-context.ts";
import { compareText } from "../model/paths.ts";
import { type PathScope, languageOf, pathScope } from "../scope/path-scope.ts";
import { appliedFilters } from "../scope/no-files.ts";
import { filtersOf, getEffectiveScope, mergeScopeFilters, reposOf } from "../scope/effective-scope.ts";
import { type ScopeFolder, scopeEcho, coveredFolders, scopeFolder } from "../scope/scope-folder.ts";
import { type KeptFiles, keptFiles, keptPaths } from "./kept-files.ts";
import { type EmptyAnswer, explainEmptyFolders } from "./empty-answer.ts";
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
    else listed.push({ place, ...(await keptFiles(context, place, call, scope.accepts)) });
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
  const skipped = listed.flatMap((listing) => skippedOf(listing, places.length > 1));
  if (skipped.length > 0) warnings.push("FILES_SKIPPED");
  const nothing =
    total > 0 || late !== null || unreached ? null : await explainUnlisted(context, places, { scope, call });
  warnings.push(...(nothing?.warnings ?? []));
  const notes = [
    late,
    ...(nothing?.notes ?? []),
    unreached
      ? `${unreached.place.path} is excluded by the ignore rules; "satori why" shows the rule.`
      : null,
    unsearchedNote(skipped, "listed"),
  ].filter((note) => note !== null);
  const left = notes.length > 0 ? { message: notes.join(" ") } : {};
  const echo = {
    ...scopeEcho(places),
    max_results: most,
    scope: { ...reposOf(input.path, wanted), ...scope.effective },
  };
  return buildEnvelope(
    "list_paths",
    { status: "ok", warnings, ...left, hints: nothing?.retry ? { retry: nothing.retry } : {} },
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

/** Lists the folders again, without the filters, to see which filter leaves no file. */
async function explainUnlisted(
  context: EngineContext,
  places: readonly ScopeFolder[],
  { scope, call }: { readonly scope: PathScope; readonly call: CallContext },
): Promise<EmptyAnswer | null> {
  const folders = await keptPaths(context, places, call);
  return (
    folders &&
    explainEmptyFolders(
      places.map((place, at) => ({
        prefix: places.length > 1 ? `${place.effectiveRoot}: ` : "",
        paths: folders[at] ?? [],
        filters: { ...appliedFilters(scope.effective), base: place.effectiveRoot },
      })),
    )
  );
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

function skippedOf({ place, nameless, links }: Listing, isOneOfSeveral: boolean): Unsearched[] {
  const skipped = [...nameless.map((path): Unsearched => ({ path, cause: "invalid_name" })), ...links];
  return skipped
    .sort((left, right) => compareText(left.path, right.path))
    .map((each) => ({
      ...each,
      path: isOneOfSeveral ? join(place.effectiveRoot, each.path) : each.path,
    }));
}
