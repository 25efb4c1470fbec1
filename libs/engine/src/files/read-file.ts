/** `read_file`: a file, lines of it, or exactly one symbol; only below known roots, and only text. */
import { UP_TO_DATE } from "../model/staleness.ts";
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import {
  type CallOf,
  type ReadFileInput,
  type ReadFileOutput,
  type WithPath,
  buildEnvelope,
} from "@satori/contracts";
import type { Codebase } from "../codebase/codebase.ts";
import { type Target, isFile } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { type CodebaseView, isUnreadable } from "../codebase/view.ts";
import { gate } from "../codebase/gate.ts";
import { requireShown, rootsOf } from "../contents/shown.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { EngineError, isCorruption } from "../errors.ts";
import { indexedPath, relativeTo } from "../model/paths.ts";
import type { StoreHead } from "../store/store.ts";
import { annotate } from "./outline/annotate.ts";
import type { EnsureFresh } from "./file-outline.ts";
import { nearFiles } from "./symbol-lookup/near-files.ts";
import { isFolderTarget, openSymbol } from "./open-symbol.ts";
import { type RequestedTarget, requestedTarget } from "./requested-target.ts";
import { type Reading, cutLines, cutOf, fileOf, linesPayload } from "./reading.ts";
import { loadText } from "./version-text.ts";

/** Answers one `read_file` request. Lines come from the disk; a symbol or an outline also needs the index. */
export async function readFile(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  input: WithPath<ReadFileInput>,
  call: CallContext,
): Promise<ReadFileOutput> {
  const requested = requestedTarget(context, input, call);
  try {
    return await read(requested, { context, ensureFresh, input, call });
  } catch (error) {
    throw await withNearFiles(error, requested.target, { context, input, call });
  }
}

/** Adds similar existing files to a `PATH_NOT_FOUND` error; returns any other error unchanged. */
async function withNearFiles(
  error: unknown,
  target: Target,
  asked: Pick<Asked, "context" | "input" | "call">,
): Promise<unknown> {
  if (!(error instanceof EngineError) || error.code !== "PATH_NOT_FOUND") return error;
  const inIndex = await nearInIndex(target, asked.call);
  const near = inIndex.length > 0 ? inIndex : sameInOthers(asked);
  const details = { path: target.path, candidates: near };
  return near.length === 0
    ? error
    : new EngineError("PATH_NOT_FOUND", `${error.message}; similar: ${near.join(", ")}`, {
        details,
        cause: error,
      });
}

/** Similar files in the index that exist on disk, as absolute paths; empty if the deadline passes first. */
async function nearInIndex(
  { codebase, path }: Target,
  { deadline }: CallContext,
): Promise<readonly string[]> {
  if (!codebase.isTracked) return [];
  try {
    using snapshot = await codebase.store().snapshot();
    const asked = indexedPath(codebase.root, path) ?? path;
    // The requested path may still be in the index, for example if the file was just removed.
    const others = (snapshot?.files.paths ?? []).filter((file) => file !== asked);
    return nearFiles(others, asked, "", () => deadline.check())
      .map((file) => join(codebase.root, file))
      .filter((file) => existsSync(realPathOf(file)));
  } catch {
    // Without an index there is nothing to suggest.
    return [];
  }
}

/**
 * Files with the same relative path in other codebases, because the files of an answer are relative to their
 * codebase's root, not to the session's folder. Empty if more codebases match than one could choose from.
 */
function sameInOthers({ context, input }: Pick<Asked, "context" | "input">): readonly string[] {
  const path = input.file ?? input.path;
  if (isAbsolute(path)) return [];
  const places = context.codebases.tracked().map(({ root }) => ({ root, file: join(root, path) }));
  const files = places
    .filter(
      ({ root, file }) => relativeTo(root, file) !== null && existsSync(file) && isFile(realPathOf(file)),
    )
    .map(({ file }) => file);
  return files.length > MOST_CANDIDATES ? [] : files;
}

const MOST_CANDIDATES = 5;

interface Asked {
  readonly context: EngineContext;
  readonly ensureFresh: EnsureFresh;
  readonly input: WithPath<ReadFileInput>;
  readonly call: CallContext;
}

async function read(
  { target, ...requested }: RequestedTarget,
  { context, ensureFresh, input, call }: Asked,
): Promise<ReadFileOutput> {
  const { codebase, path, realPath } = target;
  const root = requireShown({ context }, path, realPath, rootsOf(target, call));
  const isVersion = codebase.commit !== null;
  const effectiveRoot = codebase.isTracked || isVersion ? codebase.root : (requested.root ?? root);
  const echo = {
    path: requested.path,
    effectiveRoot,
    mode: input.mode ?? ("plain" as const),
    ...(input.open_symbol === undefined ? {} : { open_symbol: input.open_symbol }),
  };
  const parts = { context, input, call, target, echo, behind: UP_TO_DATE, isFolder: false };
  // A commit does not change while it is indexed.
  if (isVersion && input.open_symbol === undefined && input.mode !== "annotated")
    return showLines({ ...parts, warnings: [] }, null, false);
  const view = input.open_symbol === undefined ? await viewIfAny(codebase) : await codebase.view();
  const hasNoIndex =
    !view ||
    (input.open_symbol === undefined &&
      view.compatibility === null &&
      view.failure !== null &&
      isUnreadable(view.failure.code));
  if (hasNoIndex) return showLines({ ...parts, warnings: [] }, null, false);
  // For plain lines, only an active run matters: an incompatible index has nothing to do with them.
  const judged =
    view.active !== null && input.open_symbol === undefined ? { ...view, compatibility: null } : view;
  const gated = gate({
    view: judged,
    tool: "read_file",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  // Plain lines are readable without an index. But while a run is active, nothing is shown that may be about
  // to change.
  const stops = gated.kind === "closed" && (view.active !== null || input.open_symbol !== undefined);
  if (stops) return gated.envelope;
  const usesIndex = gated.kind === "open" && (input.open_symbol !== undefined || input.mode === "annotated");
  const behind = usesIndex
    ? await ensureFresh(target, gated, call).catch(
        input.open_symbol === undefined ? unlessDamaged : undefined,
      )
    : UP_TO_DATE;
  if (behind === null) return showLines({ ...parts, warnings: [] }, null, false);
  const reading = { ...parts, warnings: usesIndex ? gated.warnings : [] };
  if (input.open_symbol !== undefined)
    return openSymbol({ ...reading, isFolder: await isFolderTarget(target) }, input.open_symbol, behind);
  return showLines(reading, gated.kind === "open" ? gated.head : null, view.compatibility !== null);
}

/** Maps a corrupt index to null, so that lines are shown as if there were no index. */
function unlessDamaged(error: unknown): null {
  if (isCorruption(error)) return null;
  throw error;
}

/** Null if the store cannot be opened: the lines of a file can be shown anyway. */
async function viewIfAny(codebase: Codebase): Promise<CodebaseView | null> {
  try {
    return await codebase.view();
  } catch (error) {
    if (error instanceof EngineError && error.code === "STORE_UNAVAILABLE") return null;
    throw error;
  }
}

async function showLines(
  reading: Reading,
  head: StoreHead | null,
  isIncompatible: boolean,
): Promise<ReadFileOutput> {
  const { context, input, call, target, echo } = reading;
  const loaded = await loadText(reading, target, rootsOf(target, call));
  const lines = cutLines(reading, loaded.text, {
    startLine: input.start_line ?? 1,
    endLine: input.end_line ?? Number.POSITIVE_INFINITY,
  });
  const file = fileOf(reading);
  const next: CallOf<"read_file"> = {
    tool: "read_file",
    args: {
      path: target.path,
      start_line: lines.endLine + 1,
      ...(input.end_line === undefined ? {} : { end_line: input.end_line }),
      ...(input.mode ? { mode: input.mode } : {}),
    },
  };
  const { outlineWarnings, ...annotation } =
    input.mode === "annotated"
      ? await annotate({
          codebase: target.codebase,
          clock: context.clock,
          file,
          text: loaded.text,
          lines,
          head,
          isIncompatible,
          check: () => call.deadline.check(),
        })
      : { outlineWarnings: [] };
  return buildEnvelope(
    "read_file",
    { status: "ok", ...cutOf(reading, { ...lines, encoding: loaded.encoding }, next, outlineWarnings) },
    { ...echo, ...linesPayload(file, loaded, lines), ...annotation },
    call.elapsedMs(),
  );
}
