/** Answers of `call_graph` without a graph: the symbol is not in the index, or it has no calls. */
import { doubting } from "../model/staleness.ts";
import {
  type CallGraphOutput,
  type CallOf,
  type SymbolCandidate,
  type SymbolRef,
  buildEnvelope,
} from "@satori/contracts";
import { ALL_INDEXED, type Unindexed, unindexedCode } from "../contents/unindexed.ts";
import type { SymbolMatch } from "../files/symbol-lookup/find-symbol.ts";
import { nearNote, nearSymbols } from "../files/symbol-lookup/near-symbols.ts";
import { distinctivePart } from "../files/symbol-lookup/written-name.ts";
import { ALL_PARSED, type Unparsed, noting, unparsedIn, unparsedWithin } from "../files/outline/unparsed.ts";
import { searchForName } from "../query/name-query.ts";
import type { Snapshot } from "../store/store.ts";
import { calledUndefined } from "./called-undefined.ts";
import { type FileHints, namedFile, shownFile } from "./named-file.ts";
import type { CallGraphRequest, GraphQuestion } from "./question.ts";
import type { Roots } from "./roots.ts";
import { kindInWords } from "./uses/uses-summary.ts";

/** Optional parts of an answer without a graph. */
interface Beside {
  /** Added to a search for the name. */
  readonly hints?: object;
  readonly candidates?: readonly SymbolCandidate[];
  readonly unparsed?: Unparsed;
  readonly unindexed?: Unindexed;
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
  { hints = {}, candidates = [], unparsed = ALL_PARSED, unindexed = ALL_INDEXED }: Beside = {},
): CallGraphOutput {
  const { call, echo, gated, behind } = asked;
  const warnings = [...gated.warnings, ...behind.warnings, ...unparsed.warnings, ...unindexed.warnings];
  return buildEnvelope(
    "call_graph",
    {
      status,
      message: doubting(noting(noting(message, unparsed), unindexed), behind),
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
  const where = symbolRef ? ` of ${symbolRef.file}` : folder === "" || isOne ? "" : ` below ${path}`;
  return withoutGraph(
    question,
    "not_found",
    `No symbol ${name} in the ` +
      `index${where}.${note}${called}${nearNote(candidates, { how: "pass its symbolId" })}`,
    { hints, candidates, unparsed, unindexed: await unindexedCode(snapshot, place, check) },
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
