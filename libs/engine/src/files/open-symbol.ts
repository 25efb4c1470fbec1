/** `read_file` with `open_symbol`: exactly one symbol, as its file is now; never a merely similar one. */
import { type Staleness, doubting, stalenessOfFile } from "../model/staleness.ts";
import { type CallOf, type ReadFileOutput, type SymbolCandidate, buildEnvelope } from "@satori/contracts";
import { Evaluator, type SymbolFact } from "@satori/sidecar";
import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { type Target, pathError } from "../codebase/home/registry.ts";
import { realPathOf } from "../disk/real-path.ts";
import { unindexedCode } from "../contents/unindexed.ts";
import { requireShown, rootsOf } from "../contents/shown.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { indexedPath } from "../model/paths.ts";
import { decodeSymbols } from "../model/structure-codec.ts";
import type { IndexTask } from "../prepare/work-task.ts";
import { searchForName } from "../query/name-query.ts";
import { snapshotProject } from "../store/snapshot-project.ts";
import type { Snapshot } from "../store/store.ts";
import {
  type SymbolMatch,
  type SymbolSearchArea,
  candidateOf,
  findSymbols,
  symbolsOfFile,
} from "./symbol-lookup/find-symbol.ts";
import { inheritedMember } from "./symbol-lookup/inherited-member.ts";
import { hasName, nameOccurrences, occurrenceNote } from "./symbol-lookup/name-occurrences.ts";
import { nearNote, nearSymbols } from "./symbol-lookup/near-symbols.ts";
import { notTaken } from "./symbol-lookup/written-parameters.ts";
import { noting, unparsedWithin } from "./outline/unparsed.ts";
import { distinctivePart } from "./symbol-lookup/written-name.ts";
import { annotationOf } from "./outline/annotate.ts";
import { type RequestedFile, type Reading, cutLines, cutOf, fileOf, linesPayload } from "./reading.ts";
import { loadText } from "./version-text.ts";

/**
 * Reads one symbol, or answers with candidates if there are several or none.
 *
 * @param behind staleness of the index. It matters only for a folder, since a named file is read from disk.
 */
export async function openSymbol(asking: Reading, asked: string, behind: Staleness): Promise<ReadFileOutput> {
  const reading = asking.isFolder
    ? { ...asking, behind, warnings: [...asking.warnings, ...behind.warnings] }
    : asking;
  const { found, changed } = await candidates(reading, asked);
  const [only] = found;
  if (found.length > 1) return severalSymbols(reading, asked, found);
  if (!only) return noSymbol(reading, asked, changed);
  return (await showSymbol(reading, only)) ?? (await noSymbol(reading, asked, only.file));
}

function severalSymbols(
  { call, echo, warnings, behind }: Reading,
  asked: string,
  found: readonly SymbolMatch[],
): ReadFileOutput {
  const listed = found
    .slice(0, ENGINE_LIMITS.candidates)
    .map(({ fact: _fact, ...candidate }): SymbolCandidate => candidate);
  const isCut = listed.length < found.length;
  const unlike = notTaken(found, asked, () => call.deadline.check());
  const message =
    `${found.length} symbols are called ` +
    `${asked}${isCut ? `, of which ${listed.length} are listed` : ""}. Open one by its ` +
    `symbolId${isCut ? ", or pass a file or folder that contains it" : ""}.${unlike === null ? "" : ` None of them takes ${unlike}.`}`;
  return buildEnvelope(
    "read_file",
    {
      status: "ambiguous",
      warnings: isCut ? [...warnings, "OUTPUT_TRUNCATED"] : warnings,
      message: doubting(message, behind),
    },
    { ...echo, candidates: listed },
    call.elapsedMs(),
  );
}

/**
 * The answer if no symbol matches, with similar ones.
 *
 * @param changed a file that differs from its indexed text, so that its indexed symbols are out of date
 */
async function noSymbol(reading: Reading, asked: string, changed: string | null): Promise<ReadFileOutput> {
  const { target, call, echo, warnings } = reading;
  const behind =
    changed !== null && reading.behind.doubt === null ? stalenessOfFile(changed) : reading.behind;
  using snapshot = await target.codebase.snapshot();
  const folder = folderOf(target, echo.effectiveRoot);
  const check = (): void => call.deadline.check();
  const isCurrent = ({ file }: SymbolCandidate): boolean => file !== changed;
  const inherited = (await inheritedSymbols(snapshot, asked, { folder, check })).filter(isCurrent);
  const near =
    inherited.length === 0
      ? (await nearSymbols(snapshot, asked, { folder, check })).filter(isCurrent)
      : inherited;
  const unparsed = unparsedWithin(snapshot, folder, check);
  const unindexed = await unindexedCode({ snapshot, root: target.codebase.diskRoot, place: folder, check });
  const occurrences = occurrenceNote(
    asked,
    await nameOccurrences(snapshot, asked, { folder, check }),
    !hasName(
      near.map(({ symbolLabel }) => symbolLabel),
      asked,
    ) && changed === null
      ? "places"
      : "syntax errors",
  );
  const hints = {
    ...searchForName(echo.effectiveRoot, distinctivePart(asked)),
    ...openingCall(reading, near),
  };
  const missing =
    `No symbol ${reading.isFolder ? "" : `of ${fileOf(reading)} `}is called ${asked}.` +
    nearNote(near, {
      ...(inherited.length > 0 ? { relation: "It is inherited" } : {}),
      how: "pass its symbolId as open_symbol, with its file as path",
    });
  const message = doubting(
    [occurrences, unparsed, unindexed].reduce(noting, missing as string | undefined),
    behind,
  );
  return buildEnvelope(
    "read_file",
    {
      status: "not_found",
      warnings: [
        ...warnings,
        ...behind.warnings,
        ...occurrences.warnings,
        ...unparsed.warnings,
        ...unindexed.warnings,
      ],
      message,
      hints,
    },
    { ...echo, ...(near.length > 0 ? { candidates: near } : {}) },
    call.elapsedMs(),
  );
}

/**
 * Members that the named type inherits.
 *
 * @param place where to look for the type that is written before the member
 */
async function inheritedSymbols(
  snapshot: Snapshot,
  asked: string,
  place: SymbolSearchArea,
): Promise<readonly SymbolCandidate[]> {
  const { symbols } = await inheritedMember(
    snapshot,
    new Evaluator(snapshotProject(snapshot), place.check),
    asked,
    place,
  );
  return symbols.map(({ fact: _fact, ...candidate }) => candidate);
}

/** The call that opens the suggested symbol, if there is exactly one. */
function openingCall(
  { echo, input }: Reading,
  [only, ...others]: readonly SymbolCandidate[],
): { readonly readFile?: CallOf<"read_file"> } {
  if (!only || others.length > 0) return {};
  return {
    readFile: {
      tool: "read_file",
      args: {
        path: join(echo.effectiveRoot, only.file),
        open_symbol: only.symbolId,
        ...(input.mode ? { mode: input.mode } : {}),
      },
    },
  };
}

interface Candidates {
  readonly found: readonly SymbolMatch[];
  /** The file that was read, if the index has a different text of it. */
  readonly changed: string | null;
}

/**
 * Symbols that match the name: in the file that `path` names, read from disk so that its lines are right, or
 * in all indexed files below the folder.
 */
async function candidates(reading: Reading, asked: string): Promise<Candidates> {
  const { target, echo, call } = reading;
  const check = (): void => call.deadline.check();
  if (!reading.isFolder) {
    const file = fileOf(reading);
    const { text } = await loadText(reading, target, rootsOf(target, call));
    const { symbols, isChanged } = await symbolsNow(reading, { ...target, file }, text);
    using snapshot = await target.codebase.snapshot();
    const found = (await symbolsOfFile(snapshot, symbols, asked, { path: file, check })).map((fact) =>
      candidateOf(file, fact),
    );
    return { found, changed: isChanged ? file : null };
  }
  using snapshot = await target.codebase.snapshot();
  return {
    found: await findSymbols(snapshot, asked, { folder: folderOf(target, echo.effectiveRoot), check }),
    changed: null,
  };
}

function folderOf({ realPath }: Target, root: string): string {
  return indexedPath(root, realPath) ?? "";
}

/** Whether a target is a folder, in the version that is read. Throws as reads of the disk do. */
export async function isFolderTarget({ codebase, path, realPath }: Target): Promise<boolean> {
  if (codebase.commit !== null) {
    using snapshot = await codebase.snapshot();
    return snapshot.fileAt(indexedPath(codebase.root, realPath) ?? "") === -1;
  }
  try {
    // Links are already resolved; a remaining one is broken and is not followed.
    return lstatSync(realPath).isDirectory();
  } catch (error) {
    throw pathError(path, error);
  }
}

interface SymbolsNow {
  readonly symbols: readonly SymbolFact[];
  /** Whether the index has a different text of the file. */
  readonly isChanged: boolean;
}

/**
 * Symbols of a text: from the index if it has exactly this text. Otherwise the text is parsed in a worker, so
 * that no file can end the process.
 */
async function symbolsNow(
  { context, call, target: { codebase } }: Reading,
  { file, realPath }: RequestedFile,
  text: string,
): Promise<SymbolsNow> {
  using snapshot = await codebase.snapshot();
  const at = snapshot.fileAt(file);
  const [known] = at !== -1 ? await snapshot.contents([at]) : [];
  if (known?.text === text) return { symbols: known.symbols, isChanged: false };
  const isChanged = known !== undefined;
  if (isChanged) codebase.watched?.noteFile(file);
  const { root } = codebase;
  const task: IndexTask = {
    kind: "index",
    path: file,
    sizeBytes: text.length,
    source: { kind: "disk", root, diskPath: relative(root, realPath) },
  };
  for await (const outcome of context.preparer.prepare([task], call.signal))
    if (outcome.kind === "indexed") return { symbols: decodeSymbols(outcome.symbols, file), isChanged };
  return { symbols: [], isChanged };
}

/**
 * Shows only the symbol's span. If it exceeds the limit, adds a call that continues. Returns null if the file
 * no longer has the symbol.
 */
async function showSymbol(reading: Reading, { file, symbolId }: SymbolMatch): Promise<ReadFileOutput | null> {
  const { call, echo, target, input } = reading;
  const path = reading.isFolder ? join(echo.effectiveRoot, file) : target.path;
  // A link may have replaced a folder on the path since it was indexed, but not in a commit.
  const realPath = target.codebase.commit === null ? realPathOf(path) : path;
  requireShown(reading, path, realPath, [echo.effectiveRoot]);
  const loaded = await loadText(reading, { path, realPath }, [echo.effectiveRoot]);
  const { symbols } = await symbolsNow(reading, { path, realPath, file }, loaded.text);
  const current = symbols.find(({ id }) => id === symbolId);
  if (!current) return null;
  const lines = cutLines(reading, loaded.text, current);
  const next: CallOf<"read_file"> = {
    tool: "read_file",
    args: { path, start_line: lines.endLine + 1, end_line: current.endLine },
  };
  const { fact: _fact, file: _file, ...symbol } = candidateOf(file, current);
  const { outlineWarnings, ...annotation } =
    input.mode === "annotated"
      ? annotationOf(symbols, loaded.text, { lines, check: () => call.deadline.check() })
      : { outlineWarnings: [] };
  const payload = { ...echo, ...linesPayload(file, loaded, lines), symbol, ...annotation };
  return buildEnvelope(
    "read_file",
    { status: "ok", ...cutOf(reading, { ...lines, encoding: loaded.encoding }, next, outlineWarnings) },
    payload,
    call.elapsedMs(),
  );
}
