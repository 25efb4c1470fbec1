/** `file_outline`: the symbols that a file declares, or exactly one of them. */
import { type Staleness, UP_TO_DATE, doubting } from "../model/staleness.ts";
import {
  type FileOutlineInput,
  type FileOutlineOutput,
  LIMITS,
  type Outline,
  type WarningCode,
  type WithPath,
  buildEnvelope,
} from "@satori/contracts";
import { type SymbolFact, hasKeys } from "@satori/sidecar";
import { isAbsolute } from "node:path";
import { type GateOpen, gate } from "../codebase/gate.ts";
import { type Target } from "../codebase/home/registry.ts";
import { realPathOf, spelledAsOnDisk } from "../disk/real-path.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import { DiskNames } from "../scan/disk-names.ts";
import { normalizeAbsolute, normalizeRelative, relativeTo } from "../model/paths.ts";
import { isOnForeignServer } from "../model/windows-paths.ts";
import { isSameText } from "../model/unicode-forms.ts";
import { closestNames } from "../lexical/edit-distance.ts";
import type { Snapshot } from "../store/store.ts";
import { type FittedOutline, fitOutline } from "./outline/fit-outline.ts";
import {
  type OutlineFinding,
  type OutlineLines,
  type NextWindow,
  outlineCall,
  readCall,
} from "./outline/finding.ts";
import { linkedFile, missingFile, skippedFile } from "./outline/absent-file.ts";
import {
  firstSymbols,
  hasOutline,
  isOutlined,
  omittedKeysUpTo,
  outlineLimits,
  outlineOf,
} from "./outline/outline.ts";
import { type Unparsed, noting, unparsedWithin } from "./outline/unparsed.ts";
import {
  type OccurrenceNote,
  hasName,
  occurrenceNote,
  occurrencesInFile,
} from "./symbol-lookup/name-occurrences.ts";

/** Brings the index up to date before an answer, and reports if that was not possible. */
export type EnsureFresh = (target: Target, passed: GateOpen, call: CallContext) => Promise<Staleness>;

/** Answers one `file_outline` request: gate, freshness, then the outline within one snapshot. */
export async function fileOutline(
  context: EngineContext,
  ensureFresh: EnsureFresh,
  input: WithPath<FileOutlineInput>,
  call: CallContext,
): Promise<FileOutlineOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { file, problem } = nameInIndex(codebase.root, input.file);
  const echo = {
    path,
    effectiveRoot: codebase.root,
    file: file ?? input.file,
    limitSymbols: input.limitSymbols ?? LIMITS.outline.default,
    resolveMode: input.resolveMode ?? ("outline" as const),
    ...linesOf(input),
  };
  const gated = gate({
    view: await codebase.view(),
    tool: "file_outline",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "closed") return gated.envelope;
  const envelope = (
    { status, message, outline = null, hasMore = false, isTruncated = false, hints = {} }: OutlineFinding,
    { behind = UP_TO_DATE, lines = {}, parsing = [], encoding }: About = {},
  ): FileOutlineOutput => {
    const warnings = [
      ...gated.warnings,
      ...behind.warnings,
      ...parsing,
      ...(encoding === "utf-8-lossy" ? (["FILE_HAS_INVALID_BYTES"] as const) : []),
      ...(isTruncated ? (["OUTPUT_TRUNCATED"] as const) : []),
    ];
    return buildEnvelope(
      "file_outline",
      { status, message: doubting(message, behind), hints, warnings },
      { ...echo, ...lines, ...encodingField(encoding), outline, hasMore },
      call.elapsedMs(),
    );
  };
  if (file === null) return envelope({ status: "not_found", message: problem });

  const behind = await ensureFresh(target, gated, call);
  using snapshot = await codebase.snapshot();
  const { finding, ...about } = await findOutline(
    snapshot,
    { root: codebase.root, isOnDisk: codebase.commit === null, path, file, input, limit: echo.limitSymbols },
    () => call.deadline.check(),
  );
  return envelope(finding, { behind, ...about });
}

interface OutlineRequest {
  readonly root: string;
  /** Whether the snapshot is of the files on disk, not of a commit. */
  readonly isOnDisk: boolean;
  /** The requested folder, absolute. */
  readonly path: string;
  /** Relative to the root. */
  readonly file: string;
  readonly input: FileOutlineInput;
  readonly limit: number;
}

/** The outline of the file in one snapshot, or why there is none. */
async function findOutline(
  snapshot: Snapshot,
  { root, isOnDisk, path, file, input, limit }: OutlineRequest,
  check: () => void,
): Promise<Omit<About, "behind"> & { readonly finding: OutlineFinding }> {
  const { files } = snapshot;
  const at = snapshot.fileAt(file);
  if (at === -1) {
    const linked = isOnDisk ? linkedFile(root, file, snapshot) : null;
    const skipped = linked ?? (await skippedFile(root, file, snapshot));
    return {
      finding: skipped ?? missingFile({ root, file, files, folder: relativeTo(root, path) ?? "", check }),
    };
  }
  const [content] = await snapshot.contents([at]);
  const [encoding] = await snapshot.encodings([at]);
  const unparsed = unparsedWithin(snapshot, file, check);
  const symbols = content?.symbols ?? [];
  const indexed = {
    root,
    file,
    symbols,
    text: content?.text ?? "",
    language: files.languages[at] as string,
    unparsed,
    hasSyntaxErrors: files.withSyntaxErrors[at] === 1,
    check,
  };
  const lines = linesWithin(files.lineCounts[at] as number, input);
  const parsing =
    files.withSyntaxErrors[at] === 1 ? (["FILE_HAS_SYNTAX_ERRORS"] as const) : unparsed.warnings;
  const about = { lines, parsing, encoding };
  if (!hasOutline(files, at, symbols)) return { finding: withoutOutline(indexed), ...about };
  const finding =
    input.resolveMode === "exact"
      ? exactly(indexed, input, limit)
      : outlined(indexed, { ...input, ...lines }, limit);
  return { finding: { ...finding, message: noting(finding.message, unparsed) }, ...about };
}

/** What is known about the file and its index. */
interface About {
  readonly behind?: Staleness;
  /** The requested lines, clamped to the file. */
  readonly lines?: OutlineLines;
  /** Warnings about what the parser could not read. */
  readonly parsing?: readonly WarningCode[];
  /** Encoding of the indexed file. */
  readonly encoding?: string | undefined;
}

/** The path of a file as the index spells it, relative to the root; or why the index cannot contain it. */
function nameInIndex(
  root: string,
  file: string,
): { readonly file: string; readonly problem?: never } | { readonly file: null; readonly problem: string } {
  const written = writtenBelow(root, file);
  // In the index, this name stands for another file.
  if (written !== null && new DiskNames(root).isNamesake(written))
    return {
      file: null,
      problem: `${written} is not in the index: its name equals another one after Unicode normalization.`,
    };
  const name = written === null ? null : normalizeRelative(written);
  return name === null
    ? {
        file: null,
        problem: `${file} is not below the codebase's root, ${root}: file is relative to that root.`,
      }
    : { file: name };
}

/**
 * The path relative to the root, also of an absolute path, in its original spelling; null if it is outside
 * the root.
 */
function writtenBelow(root: string, file: string): string | null {
  if (!isAbsolute(file)) return spelledAsOnDisk(root, file);
  const absolute = normalizeAbsolute(file, root);
  const below = relativeTo(root, absolute);
  if (below !== null) return spelledAsOnDisk(root, below);
  return isOnForeignServer(absolute, [root]) ? null : relativeTo(root, realPathOf(absolute));
}

interface IndexedFile {
  readonly root: string;
  readonly file: string;
  readonly text: string;
  readonly language: string;
  readonly symbols: readonly SymbolFact[];
  readonly unparsed: Unparsed;
  readonly hasSyntaxErrors: boolean;
  /** Called for each symbol that is examined; may throw. */
  readonly check: () => void;
}

/** Similar labels that an answer lists if no symbol matches. */
const MAX_CLOSE = 5;
function withoutOutline({ root, file, language, unparsed }: IndexedFile): OutlineFinding {
  const why = isOutlined(language) ? unparsed.note : null;
  return {
    status: "unsupported",
    message: why ?? `Files in ${language} have no outline.`,
    hints: readCall(root, file),
  };
}

function exactly(
  indexed: IndexedFile,
  { symbolIdExact: id, symbolLabelExact: label }: FileOutlineInput,
  limit: number,
): OutlineFinding {
  const { root, file, symbols, language, check } = indexed;
  const fitting = symbols.filter(
    (symbol) => (
      check(),
      (id === undefined || symbol.id === id) && (label === undefined || isSameText(symbol.label, label))
    ),
  );
  if (fitting.length === 0) {
    const close = id === undefined && label !== undefined ? closeLabels(symbols, label, check) : "";
    const has = hasKeys(language)
      ? `The outline of ${file}, which omits some ${entriesOf(language)}, has`
      : `${file} has`;
    const missing = `${has} no symbol ${id ?? label ?? ""}.${close}`;
    return {
      status: "not_found",
      message: label === undefined ? missing : noting(missing, occurrenceNoteOf(indexed, label)),
      hints: outlineCall(root, file, {}),
    };
  }
  const outline = { symbols: firstSymbols(fitting, symbols, { limit, check }) };
  return fitting.length === 1
    ? { status: "ok", outline }
    : {
        status: "ambiguous",
        message: `${fitting.length} symbols of ${file} match.`,
        outline,
        hasMore: fitting.length > limit,
      };
}

/** Where the name occurs in the file, unless a symbol of the file has it in another class. */
function occurrenceNoteOf({ symbols, ...opened }: IndexedFile, label: string): OccurrenceNote {
  const labels = symbols.map((symbol) => symbol.label);
  const about = hasName(labels, label) ? "syntax errors" : "places";
  return occurrenceNote(label, occurrencesInFile(label, opened), about);
}

/**
 * Suggests labels of the file that are similar to the requested one: misspelled, or without the class in
 * front.
 */
function closeLabels(symbols: readonly SymbolFact[], label: string, check: () => void): string {
  const last = label.slice(label.lastIndexOf(".") + 1);
  const names = new Set(closestNames(last, new Set(symbols.map(({ name }) => (check(), name))), check));
  const close = [
    ...new Set(symbols.filter(({ name }) => (check(), names.has(name))).map((symbol) => symbol.label)),
  ].slice(0, MAX_CLOSE);
  return close.length === 0 ? "" : ` Similar: ${close.join(", ")}.`;
}

function outlined(indexed: IndexedFile, asked: FileOutlineInput, limit: number): OutlineFinding {
  const { root, file, symbols } = indexed;
  const finding = listed(indexed, asked, limit);
  const leftOut = omittedKeysUpTo(asked.end_line ?? Number.POSITIVE_INFINITY, indexed);
  if (leftOut === 0) return finding;
  const message = [
    finding.message,
    `Only the first ${symbols.length} outermost ${entriesOf(indexed.language)} of ${file} are ` +
      `symbols; ${leftOut} more are not.`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  return {
    ...finding,
    message,
    hasMore: true,
    isTruncated: true,
    hints: { ...finding.hints, ...readCall(root, file) },
  };
}

/** What the entries of an outline by keys are called. */
function entriesOf(language: string): "elements" | "keys" {
  return language === "html" ? "elements" : "keys";
}

function listed(
  { root, file, symbols, text, check }: IndexedFile,
  asked: FileOutlineInput,
  limit: number,
): OutlineFinding {
  const { outline, hasMore } = outlineOf(symbols, {
    startLine: asked.start_line,
    endLine: asked.end_line,
    limit,
    check,
  });
  // An explicit `limitSymbols` returns that many symbols, whatever their size in bytes.
  const limits = asked.limitSymbols === undefined ? outlineLimits(text) : undefined;
  const fitted = fitOutline(outline.symbols, limits, check);
  if (fitted.isThinned || fitted.isCut) {
    const isLarge = limits?.maxBytes === LIMITS.answerMaxBytes;
    const next = isLarge && fitted.cutAt !== null ? nextWindow(asked, fitted.cutAt, outline) : null;
    return {
      status: "ok",
      message: whatIsOmitted(fitted, { listed: outline, hasMore, isLarge }),
      outline: { symbols: fitted.symbols },
      hasMore: hasMore || fitted.isCut,
      isTruncated: true,
      hints: outlineCall(root, file, next ?? { limitSymbols: limit, ...linesOf(asked) }),
    };
  }
  const next = hasMore ? windowWithMore(asked, limit, outline) : null;
  return { status: "ok", outline, hasMore, hints: next ? outlineCall(root, file, next) : {} };
}

/** @param about the outline before it was made to fit, and whether the file has more symbols than that */
function whatIsOmitted(
  { symbols, isCut, cutAt }: FittedOutline,
  about: { readonly listed: Outline; readonly hasMore: boolean; readonly isLarge: boolean },
): string {
  const { listed, hasMore, isLarge } = about;
  const all = `${hasMore ? "more than " : ""}${listed.symbols.length}`;
  const omitted = !isCut
    ? "Some signatures or docs are omitted"
    : cutAt === null
      ? `${symbols.length} of ${all} symbols are listed, without fields and other data inside of them`
      : `${symbols.length} of ${all} symbols are listed`;
  const parts = isLarge && cutAt !== null ? "request the file's lines in parts, or " : "";
  return `${omitted}, to keep the outline short; ${parts}pass limitSymbols to get ${hasMore ? "more" : "all"}.`;
}

/** The lines from the first omitted symbol on; null if that would show nothing new. */
function nextWindow(asked: FileOutlineInput, listed: number, { symbols }: Outline): NextWindow | null {
  const line = symbols[listed]?.span.startLine ?? 1;
  return line > (asked.start_line ?? 1) ? linesOf({ ...asked, start_line: line }) : null;
}

/**
 * Arguments for more symbols: twice as many or, at the maximum, the lines from the last symbol on. Null if
 * that would show nothing new.
 */
function windowWithMore(asked: FileOutlineInput, limit: number, { symbols }: Outline): NextWindow | null {
  const { maximum } = LIMITS.outline;
  if (limit < maximum) return { limitSymbols: Math.min(maximum, limit * 2), ...linesOf(asked) };
  const last = symbols.at(-1)?.span.startLine ?? 1;
  return last > (asked.start_line ?? 1)
    ? { limitSymbols: maximum, ...linesOf({ ...asked, start_line: last }) }
    : null;
}

/** UTF-8 is not worth a field; an unknown encoding has none. */
function encodingField(encoding: string | undefined): { readonly encoding?: string } {
  return encoding === undefined || encoding === "utf-8" ? {} : { encoding };
}

/** Clamps lines to the file: a line past the end means the last line. */
function linesWithin(lineCount: number, asked: OutlineLines): OutlineLines {
  const last = Math.max(1, lineCount);
  return linesOf(
    Object.fromEntries(Object.entries(linesOf(asked)).map(([name, line]) => [name, Math.min(line, last)])),
  );
}

function linesOf({ start_line, end_line }: OutlineLines): OutlineLines {
  return {
    ...(start_line === undefined ? {} : { start_line }),
    ...(end_line === undefined ? {} : { end_line }),
  };
}
