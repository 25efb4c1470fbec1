/**
 * The change that a diff describes: of the files on disk, or one that they already have. It is applied to
 * copies in memory.
 */
import type { UncomparedCause, UncomparedFile } from "@satori/contracts";
import { mayDeclare } from "../compare/file-pairs.ts";
import { decode } from "../contents/decode.ts";
import type { EngineContext } from "../engine-context.ts";
import { findRepository } from "../ignore/git/locations.ts";
import { ENGINE_LIMITS } from "../limits.ts";
import { compareText, isWithin, relativeTo } from "../model/paths.ts";
import {
  type Direction,
  NO_LINES,
  SearchBudget,
  type TextLines,
  applyHunks,
  linesOf,
  textOf,
} from "./apply-diff.ts";
import {
  ByteBudget,
  type ChangeCall,
  type ChangeRequest,
  type ChangeSet,
  type DifferentFiles,
  type FileContent,
  type FileInBoth,
} from "./change-set.ts";
import { type LocatedPatch, locatePatches } from "./diff-paths.ts";
import { DiskFiles } from "./disk-files.ts";
import { type FilePatch, type Hunk, diffError, parseDiff } from "./parse-diff.ts";

/** Reads the change of a diff. Throws like `readChangeSet`. */
export async function readDiffChange(
  { config }: Pick<EngineContext, "config">,
  { place, diff }: ChangeRequest & { readonly diff: string },
  { deadline }: ChangeCall,
): Promise<ChangeSet> {
  const { effectiveRoot: root, settings } = place;
  const check = (): void => deadline.check();
  const parsed = parseDiff(diff, check);
  if (parsed.length === 0)
    throw diffError("has no changed file", "Pass the output of git diff, or of diff -u.");
  const located = locatePatches(parsed, { root, folder: folderInRepository(root) });
  const { home, maxFileBytes } = config;
  const disk = new DiskCopies(new DiskFiles({ root, settings, home, maxFileBytes }));
  const patches = located.slice(0, ENGINE_LIMITS.comparedFiles);
  const forward = applyAll(patches, { disk, direction: "forward", check });
  await deadline.pause();
  const reverse = applyAll([...patches].reverse(), { disk, direction: "reverse", check });
  const beyond = located
    .slice(patches.length)
    .map((patch): UncomparedFile => ({ file: pathOf(patch), cause: "limit" }));
  return changeSetOf(betterOf(forward, reverse), {
    patches,
    disk,
    beyond,
    counts: (path) => isWithin(path, place.folder),
  });
}

/** Path of a folder from the top level of its repository, with `/` at the end; empty for the top level. */
function folderInRepository(root: string): string {
  const { topLevel } = findRepository(root);
  const path = topLevel === null ? null : relativeTo(topLevel, root);
  return path ? `${path}/` : "";
}

function pathOf({ from, to }: LocatedPatch): string {
  return to ?? from ?? "";
}

/** A file on disk as text; why it cannot be patched; null if there is none. */
type DiskCopy = { readonly text: TextLines; readonly bytes: Buffer } | UncomparedCause | null;

/** Files on disk, each read once. */
class DiskCopies {
  readonly #files: DiskFiles;
  readonly #copies = new Map<string, DiskCopy>();
  readonly #budget = new ByteBudget();

  constructor(files: DiskFiles) {
    this.#files = files;
  }

  read(path: string): DiskCopy {
    const known = this.#copies.get(path);
    if (known !== undefined) return known;
    const copy = this.#copyOf(path);
    this.#copies.set(path, copy);
    return copy;
  }

  #copyOf(path: string): DiskCopy {
    const file = this.#files.read(path);
    if (file.kind === "absent") return this.#files.ignores(path) ? "ignored" : null;
    if (file.kind === "excluded") return file.cause;
    if (!this.#budget.take(file.bytes.length)) return "limit";
    const decoded = decode(file.bytes);
    if (decoded.kind !== "text") return decoded.kind === "binary" ? "binary" : "encoding";
    return { text: linesOf(decoded.text), bytes: file.bytes };
  }
}

/** What a diff makes of the files on disk in one direction. */
interface Outcome {
  readonly direction: Direction;
  /** Patched files; null for one that is gone. */
  readonly texts: ReadonlyMap<string, TextLines | null>;
  /** Files that cannot be patched, and why. */
  readonly uncompared: ReadonlyMap<string, UncomparedCause>;
  readonly equalLines: number;
  readonly displaced: number;
  /** The first file to which the diff does not apply. */
  readonly failure: Failure | null;
}

interface Failure {
  readonly path: string;
  /** Null if the file as a whole does not fit. */
  readonly hunk: Hunk | null;
  readonly reason: string;
  readonly line: number;
}

interface ApplyRequest {
  readonly disk: DiskCopies;
  readonly direction: Direction;
  readonly check: () => void;
}

function applyAll(patches: readonly LocatedPatch[], request: ApplyRequest): Outcome {
  const state = new PatchedFiles(request);
  for (const patch of patches) {
    request.check();
    const failure = state.apply(patch);
    if (failure !== null) return state.outcome(failure);
  }
  return state.outcome(null);
}

/** Files on disk with the patches that were applied so far. */
class PatchedFiles {
  readonly #texts = new Map<string, TextLines | null>();
  readonly #uncompared = new Map<string, UncomparedCause>();
  readonly #request: ApplyRequest;
  readonly #budget = new SearchBudget();
  #equalLines = 0;
  #displaced = 0;

  constructor(request: ApplyRequest) {
    this.#request = request;
  }

  outcome(failure: Failure | null): Outcome {
    return {
      direction: this.#request.direction,
      texts: this.#texts,
      uncompared: this.#uncompared,
      equalLines: this.#equalLines,
      displaced: this.#displaced,
      failure,
    };
  }

  /** Applies the patch of a file. Null if that was possible, or if its content is not compared. */
  apply(located: LocatedPatch): Failure | null {
    const { patch, from, to } = located;
    const [source, target] = this.#isForward ? [from, to] : [to, from];
    const shown = pathOf(located);
    const cause = patch.cause ?? this.#causeOf(source) ?? this.#causeOf(target);
    if (cause !== null) return this.#leaveOut(shown, cause);
    const failed = (reason: string, hunk: Hunk | null = null): Failure => ({
      path: source ?? shown,
      hunk,
      reason,
      line: hunk?.line ?? patch.line,
    });
    const old = source === null ? null : this.#textOf(source);
    // A plain diff does not say that a file is new or deleted: its only hunk has no line of that version.
    const isNew = source === null || (old === null && isWholeFile(patch, this.#isForward ? "old" : "new"));
    if (old === null && !isNew) return failed("does not exist");
    const isTaken = target !== null && target !== source && this.#textOf(target) !== null;
    if (isTaken && !(patch.isCopy && !this.#isForward))
      return failed(`becomes ${target}, which exists already`);
    const applied = applyHunks(old ?? NO_LINES, patch.hunks, { ...this.#request, budget: this.#budget });
    if (applied.kind === "failed") return failed("has other lines there", applied.hunk);
    const isGone = target === null || isWholeFile(patch, this.#isForward ? "new" : "old");
    if (isGone && applied.text.lines.length > 0) return failed("has more lines than the diff removes");
    this.#equalLines += applied.equalLines;
    this.#displaced += applied.displaced;
    if (source !== null && source !== target && !(patch.isCopy && this.#isForward))
      this.#texts.set(source, null);
    if (target === null || (patch.isCopy && !this.#isForward)) return null;
    this.#texts.set(target, isGone ? null : applied.text);
    return null;
  }

  get #isForward(): boolean {
    return this.#request.direction === "forward";
  }

  #leaveOut(path: string, cause: UncomparedCause): null {
    this.#uncompared.set(path, cause);
    return null;
  }

  #causeOf(path: string | null): UncomparedCause | null {
    const copy = path === null || this.#texts.has(path) ? null : this.#request.disk.read(path);
    return typeof copy === "string" ? copy : null;
  }

  #textOf(path: string): TextLines | null {
    const patched = this.#texts.get(path);
    if (patched !== undefined) return patched;
    const copy = this.#request.disk.read(path);
    return copy === null || typeof copy === "string" ? null : copy.text;
  }
}

/** Whether a plain diff has a whole file, so that the other version has none. */
function isWholeFile({ isGit, hunks }: FilePatch, missing: "old" | "new"): boolean {
  const [only, ...others] = hunks;
  if (isGit || !only || others.length > 0) return false;
  return missing === "old"
    ? only.oldStart === 0 && only.oldCount === 0
    : only.newStart === 0 && only.newCount === 0;
}

/**
 * The direction in which the diff fits: with fewer displaced hunks, then with more equal lines, since added
 * lines without any around them fit everywhere. Throws `INVALID_ARGUMENTS` if it fits in neither.
 */
function betterOf(forward: Outcome, reverse: Outcome): Outcome {
  if (forward.failure !== null && reverse.failure !== null) throw notApplicable(forward.failure);
  if (forward.failure !== null) return reverse;
  if (reverse.failure !== null) return forward;
  if (forward.displaced !== reverse.displaced)
    return forward.displaced < reverse.displaced ? forward : reverse;
  return reverse.equalLines > forward.equalLines ? reverse : forward;
}

function notApplicable({ path, hunk, reason, line }: Failure): Error {
  const what = hunk === null ? `${path} ${reason}` : `${path} ${reason} (line ${hunk.oldStart} of the file)`;
  return diffError(
    `does not apply, neither as a change of the files on disk nor as one that they have: at its line ${line}, ${what}`,
    "Update the diff to the files on disk, or pass base and head.",
  );
}

interface ChangeParts {
  readonly patches: readonly LocatedPatch[];
  readonly disk: DiskCopies;
  readonly beyond: readonly UncomparedFile[];
  /** Whether a path is in the folder that is looked at. */
  readonly counts: (path: string) => boolean;
}

function changeSetOf(outcome: Outcome, { patches, disk, beyond, counts }: ChangeParts): ChangeSet {
  const patched = contentsOf(outcome);
  const onDisk = (path: string | null): FileContent | null => {
    const copy = path === null ? null : disk.read(path);
    return path === null || copy === null || typeof copy === "string" ? null : { path, bytes: copy.bytes };
  };
  const isForward = outcome.direction === "forward";
  const files = pairsOf(patches, outcome).map(({ source, target }): FileInBoth => {
    const [old, now] = [onDisk(source), target === null ? null : (patched.get(target) ?? null)];
    return isForward ? { base: old, head: now } : { base: now, head: old };
  });
  const counted = files.filter(
    ({ base, head }) => (base !== null && counts(base.path)) || (head !== null && counts(head.path)),
  );
  const declaring = counted.filter(({ base, head }) => mayDeclare((head ?? base)?.path ?? ""));
  const uncompared = [...outcome.uncompared]
    .filter(([, cause]) => cause !== "ignored")
    .map(([file, cause]): UncomparedFile => ({ file, cause }));
  const [base, head] = isForward ? [NONE, patched] : [patched, NONE];
  return {
    source: "diff",
    baseCommit: null,
    headCommit: null,
    files: declaring.sort((left, right) => compareText(shownPath(left), shownPath(right))),
    withoutSymbols: counted.length - declaring.length,
    uncompared: [...uncompared, ...beyond]
      .filter(({ file }) => counts(file))
      .sort((left, right) => compareText(left.file, right.file)),
    unmerged: [],
    base,
    head,
    isComplete: { base: true, head: true },
  };
}

const NONE: DifferentFiles = new Map();

function shownPath({ base, head }: FileInBoth): string {
  return (head ?? base)?.path ?? "";
}

function contentsOf({ texts }: Outcome): DifferentFiles {
  return new Map(
    [...texts].map(([path, text]) => [path, text && { path, bytes: Buffer.from(textOf(text)) }] as const),
  );
}

/** A file on disk and what it becomes; null where there is none. */
interface PatchedPair {
  readonly source: string | null;
  readonly target: string | null;
}

/** Each patched file once, with the name that it had before all patches. */
function pairsOf(patches: readonly LocatedPatch[], { direction, texts, uncompared }: Outcome): PatchedPair[] {
  const isForward = direction === "forward";
  const sources = new Map<string, string | null>();
  for (const located of isForward ? patches : [...patches].reverse()) {
    const { from, to, patch } = located;
    if (uncompared.has(pathOf(located))) continue;
    // A copy is a new file, and no file before that.
    const [source, target] = isForward ? [patch.isCopy ? null : from, to] : [to, patch.isCopy ? null : from];
    const key = target ?? source ?? "";
    const origin =
      source === null ? (sources.get(key) ?? null) : sources.has(source) ? sources.get(source) : source;
    if (source !== null && source !== key) sources.delete(source);
    sources.set(key, origin ?? null);
  }
  return [...sources]
    .map(([path, source]) => ({ source, target: texts.get(path) ? path : null }))
    .filter(({ source, target }) => source !== null || target !== null);
}
