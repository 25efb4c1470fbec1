/** Answers of `call_graph` without a graph: the symbol is not in the index, or it has no calls. */
import { join } from "node:path";
import {
  buildEnvelope,
  type CallGraphOutput,
  type CallOf,
  type SymbolCandidate,
  type SymbolRef,
} from "@satori/contracts";
import type { Resolution } from "@satori/sidecar";
import { ALL_INDEXED, type Unindexed, unindexedCode } from "../contents/unindexed.ts";
import { hasOutline } from "../files/outline/outline.ts";
import { ALL_PARSED, noting, type Unparsed, unparsedIn, unparsedWithin } from "../files/outline/unparsed.ts";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import {
  type OccurrenceNote,
  hasName,
  nameOccurrences,
  occurrenceNote,
} from "../files/symbol-lookup/name-occurrences.ts";
import { nearNote, nearSymbols } from "../files/symbol-lookup/near-symbols.ts";
import { distinctivePart, isWrittenSo, locatedName } from "../files/symbol-lookup/written-name.ts";
import { compareText, isWithin } from "../model/paths.ts";
import { doubting } from "../model/staleness.ts";
import { searchForName } from "../query/name-query.ts";
import type { Snapshot } from "../store/store.ts";
import type { CallGraphRequest, GraphQuestion } from "./question.ts";
import type { Roots } from "./roots.ts";
import { testOrExampleIn } from "./test-or-example.ts";
import { kindInWords } from "./uses/uses-summary.ts";

/** Optional parts of an answer without a graph. */
interface Beside {
  /** Added to a search for the name. */
  readonly hints?: object;
  readonly candidates?: readonly SymbolCandidate[];
  readonly unparsed?: Unparsed;
  readonly unindexed?: Unindexed;
  readonly occurrences?: OccurrenceNote;
}

/** A search for texts that contain the name. */
export function searchFor({ target: { codebase }, name }: CallGraphRequest): {
  readonly searchCodebase?: CallOf<"search_codebase">;
} {
  return searchForName(codebase.root, distinctivePart(name));
}

function withoutGraph(
  asked: CallGraphRequest,
  status: "not_found" | "unsupported",
  message: string,
  {
    hints = {},
    candidates = [],
    unparsed = ALL_PARSED,
    unindexed = ALL_INDEXED,
    occurrences = { note: null, warnings: [] },
  }: Beside = {},
): CallGraphOutput {
  const { call, echo, gated, behind } = asked;
  const warnings = [
    ...gated.warnings,
    ...behind.warnings,
    ...occurrences.warnings,
    ...unparsed.warnings,
    ...unindexed.warnings,
  ];
  return buildEnvelope(
    "call_graph",
    {
      status,
      message: doubting([occurrences, unparsed, unindexed].reduce(noting, message), behind),
      hints: { ...searchFor(asked), ...hints },
      warnings,
    },
    { ...echo, ...(candidates.length > 0 ? { candidates } : {}) },
    call.elapsedMs(),
  );
}

/**
 * The answer for a symbol that is not in the index: similar symbols, calls of the undefined name, and what
 * the index does not cover.
 */
export async function notFound(question: GraphQuestion): Promise<CallGraphOutput> {
  const {
    snapshot,
    resolution,
    target: { path, codebase },
    input: { symbolRef },
    name,
    folder,
    isOne,
  } = question;
  const place = symbolRef ? symbolRef.file : folder;
  const check = (): void => resolution.check();
  const candidates = await nearSymbols(snapshot, name, { folder: place, check });
  const { note, hints } = symbolRef
    ? { note: "", hints: await fileOf(symbolRef, snapshot, codebase.root) }
    : await namedFile(snapshot, name, { root: codebase.root, check });
  const called = calledUndefined(snapshot, resolution, { asked: name, folder: isOne ? "" : folder });
  const inPlace = unparsedWithin(snapshot, place, check);
  const unparsed = inPlace === ALL_PARSED ? unparsedIn(snapshot, name, check) : inPlace;
  const occurrences = occurrenceNote(
    name,
    await nameOccurrences(snapshot, name, { folder: place, check }),
    called === "" &&
      !hasName(
        candidates.map(({ symbolLabel }) => symbolLabel),
        name,
      )
      ? "places"
      : "syntax errors",
  );
  const where = symbolRef ? ` of ${symbolRef.file}` : folder === "" || isOne ? "" : ` below ${path}`;
  return withoutGraph(
    question,
    "not_found",
    `No symbol ${name} in the ` +
      `index${where}.${note}${called}${nearNote(candidates, { how: "pass its symbolId" })}`,
    {
      hints,
      candidates,
      unparsed,
      occurrences,
      unindexed: await unindexedCode({ snapshot, root: codebase.diskRoot, place, check }),
    },
  );
}

/**
 * Hints for a reference that no longer matches anything in its file: what the file has now, or a search for
 * the file if it is not in the index.
 */
async function fileOf(
  { file, symbolLabel }: SymbolRef,
  snapshot: Snapshot,
  root: string,
): Promise<FileHints & { readonly searchCodebase?: CallOf<"search_codebase"> }> {
  const at = snapshot.fileAt(file);
  if (at !== -1) return shownFile(snapshot, at, root);
  return symbolLabel === undefined ? searchForName(root, file) : {};
}

/** The answer for a symbol in a language without call facts, or in a file whose calls could not be read. */
export function unsupported(
  question: GraphQuestion,
  { why, found: { file } }: Roots & { readonly kind: "unsupported" },
): CallGraphOutput {
  const { snapshot } = question;
  const language = snapshot.files.languages[snapshot.fileAt(file)] ?? "this language";
  const reason =
    why === "language" ? `Calls in ${language} are not resolved.` : `The calls in ${file} could not be read.`;
  return withoutGraph(question, "unsupported", `${reason} Search for the name to find its uses.`);
}

/** The answer for a symbol that is not called and whose uses are not searched. */
export function uncalled(question: GraphQuestion, { symbolLabel, kind }: SymbolMatch): CallGraphOutput {
  const next =
    question.echo.direction === "callees"
      ? 'Use direction "callers" to find its uses.'
      : "Search for the name to find its uses.";
  return withoutGraph(
    question,
    "unsupported",
    `${symbolLabel} is ${kindInWords(kind)}, which neither calls nor is called. ${next}`,
  );
}

// What `call_graph` answers when the requested name is a file, or a line in a file that no symbol covers.

interface NamedFile {
  /** A sentence with a leading blank; empty if the name needs no explanation. */
  readonly note: string;
  /** Calls that show what the file declares. */
  readonly hints: FileHints;
}

interface FileHints {
  readonly fileOutline?: CallOf<"file_outline">;
  readonly readFile?: CallOf<"read_file">;
}

const NO_FILE: NamedFile = { note: "", hints: {} };

/**
 * Finds the one indexed file that a name is, or starts with. Returns an empty note and no hints if no file,
 * or more than one, matches.
 */
async function namedFile(
  snapshot: Snapshot,
  asked: string,
  { root, check }: { readonly root: string; readonly check: () => void },
): Promise<NamedFile> {
  const located = locatedName(asked);
  const written =
    located?.file ??
    asked
      .trim()
      .replaceAll("\\", "/")
      .replace(/^(?:\.\/)+/, "");
  const [at, ...others] = [...snapshot.files.paths.keys()].filter(
    (file) => (check(), isWrittenSo(snapshot.files.paths[file] as string, written)),
  );
  if (at === undefined || others.length > 0) return NO_FILE;
  const path = snapshot.files.paths[at] as string;
  return { note: noteOn(path, located), hints: await shownFile(snapshot, at, root) };
}

function noteOn(path: string, located: ReturnType<typeof locatedName>): string {
  if (located === null) return " It is a file: use FILE:NAME or FILE:LINE for one of its symbols.";
  return located.line === null ? "" : ` ${path} has no symbol around line ${located.line}.`;
}

/** The call that shows a file's outline, or its text if it has no outline. */
async function shownFile(snapshot: Snapshot, at: number, root: string): Promise<FileHints> {
  const file = snapshot.files.paths[at] as string;
  const [content] = await snapshot.contents([at]);
  return hasOutline(snapshot.files, at, content?.symbols ?? [])
    ? { fileOutline: { tool: "file_outline", args: { path: root, file } } }
    : { readFile: { tool: "read_file", args: { path: join(root, file) } } };
}

// Finds calls of a name that nothing in the index defines: its definition was renamed or removed, or is
// outside the codebase.

/** Limits: call sites that the message lists, and files that are searched for them. */
const MAX_PLACES = 5;
const MAX_FILES = 20;

/**
 * Returns a sentence with a leading blank. Empty if there is nothing to say, or if some definition has the
 * name as its last part: those calls may belong to that definition instead.
 *
 * @param folder relative to the root; empty for everything
 */
function calledUndefined(
  snapshot: Snapshot,
  resolution: Resolution,
  { asked, folder }: { readonly asked: string; readonly folder: string },
): string {
  const {
    calls,
    files: { paths },
  } = snapshot;
  const name = distinctivePart(asked).split(".").at(-1) ?? "";
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(name) || calls.filesDefining(name).length > 0) return "";
  const isAside = testOrExampleIn(snapshot);
  const pathOf = (file: number): string => paths[file] as string;
  const using = calls
    .filesUsing("call", name)
    .filter((file) => (resolution.check(), isWithin(pathOf(file), folder)));
  const inOrder = [...using]
    .sort(
      (left, right) =>
        Number(isAside(left)) - Number(isAside(right)) || compareText(pathOf(left), pathOf(right)),
    )
    .slice(0, MAX_FILES);
  const places = new Set(
    inOrder.flatMap((file) =>
      (resolution.index(file)?.sitesCalling(name) ?? []).map(({ line }) => `${pathOf(file)}:${line}`),
    ),
  );
  if (places.size === 0) return "";
  const isCut = places.size > MAX_PLACES || using.length > inOrder.length;
  return (
    ` ${name} is called at ` +
    `${[...places].slice(0, MAX_PLACES).join(", ")}${isCut ? " and in more places" : ""}, but the ` +
    "index has no definition of that name."
  );
}
