/** call_graph: who calls a symbol, and what it calls, with how sure that is and what is not covered. */
import { type CallGraphEcho, type CallGraphInput, type CallGraphOutput, type Direction, LIMITS, type SymbolCandidate, type SymbolRef, type ToolCall, buildEnvelope, isFunctionKind } from "@satori/contracts";
import { Resolution, traverse } from "@satori/sidecar";
import { type Passed, type Stopped, gate } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import { ALL_INDEXED, type Unindexed, unindexedCode } from "../codebase/unindexed.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { Freshen } from "../files/file-outline.ts";
import { type Behind, doubting } from "../freshness/behind.ts";
import { type FoundSymbol, isSymbolId } from "../files/names/find-symbol.ts";
import { nearNote, nearSymbols } from "../files/names/near-symbols.ts";
import { ALL_PARSED, type Unparsed, noting, unparsedWithin } from "../files/outline/unparsed.ts";
import { tellingPart } from "../files/names/written-name.ts";
import { indexedPath, isWithin } from "../model/paths.ts";
import { currentClient } from "../scope/session.ts";
import { searchForName } from "../search/question/name-query.ts";
import type { Slots } from "../slots.ts";
import type { Snapshot } from "../store/store.ts";
import { turns } from "../turns.ts";
import { answerCalls } from "./answer-calls.ts";
import { besideProgram } from "./beside-program.ts";
import { calledUndefined } from "./called-undefined.ts";
import { type FileHints, namedFile, shownFile } from "./named-file.ts";
import type { GraphQuestion } from "./question.ts";
import { type Roots, findRoots, isType } from "./roots.ts";
import { snapshotProject } from "./snapshot-project.ts";
import { answerUses } from "./uses/answer-uses.ts";
import { NO_USES, findUses, mayBeUsed } from "./uses/find-uses.ts";
import { kindInWords } from "./uses/uses-summary.ts";

/** What all calls of a process share. */
export interface CallGraphDependencies {
  readonly context: EngineContext;
  readonly freshen: Freshen;
  /** For calls that are worked at: each keeps what it has read of the codebase until it is answered. */
  readonly slots: Slots;
}

export async function callGraph({ context, freshen, slots }: CallGraphDependencies, input: CallGraphInput, call: CallContext): Promise<CallGraphOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { symbolRef, symbol } = input;
  const direction = input.direction === "bidirectional" ? "both" : (input.direction ?? "both");
  const depth = input.depth ?? LIMITS.callGraph.depth.default;
  const limit = input.limit ?? LIMITS.callGraph.defaultLimit;
  const echo = { path, effectiveRoot: codebase.root, ...(symbolRef ? { symbolRef } : {}), ...(symbol === undefined ? {} : { symbol }), direction, depth, limit };
  const gateNow = async (): Promise<Passed | Stopped<"call_graph">> => gate({ view: await codebase.view(), tool: "call_graph", echo, call, isDebug: input.debug === true, reindexReads: context.config.reindexReads });
  const gated = await gateNow();
  if (gated.kind === "stopped") return gated.envelope;
  const behind = await freshen(target, gated, call);
  return slots.run(async () => {
    using snapshot = await codebase.store().snapshot();
    // The index may have been removed while others were worked at.
    const again = snapshot ? gated : await gateNow();
    return again.kind === "stopped" ? again.envelope : await answer(snapshot, { target, input, call, echo, gated: again, behind });
  }, { signal: call.signal, by: currentClient() });
}

interface Asked {
  readonly target: Target;
  readonly input: CallGraphInput;
  readonly call: CallContext;
  readonly echo: CallGraphEcho;
  readonly gated: Passed;
  readonly behind: Behind;
}

async function answer(snapshot: Snapshot | null, { target, input: { symbolRef, symbol }, input, call, echo, gated, behind }: Asked): Promise<CallGraphOutput> {
  const { path, codebase } = target;
  const { direction, depth, limit } = echo;
  const name = symbol ?? symbolRef?.symbolLabel ?? symbolRef?.symbolId ?? "";
  const unanswered = (status: "not_found" | "unsupported", message: string, hints: object, { candidates = [], unparsed = ALL_PARSED, unindexed = ALL_INDEXED }: { readonly candidates?: readonly SymbolCandidate[]; readonly unparsed?: Unparsed; readonly unindexed?: Unindexed } = {}): CallGraphOutput =>
    buildEnvelope("call_graph", { status, message: doubting(noting(noting(message, unparsed), unindexed), behind), hints, warnings: [...gated.warnings, ...behind.warnings, ...unparsed.warnings, ...unindexed.warnings] }, { ...echo, ...(candidates.length > 0 ? { candidates } : {}) }, call.elapsedMs());
  const search = searchForName(codebase.root, tellingPart(name));
  if (!snapshot) return unanswered("not_found", `${name} is not in the index.`, search);
  const resolution = new Resolution(snapshotProject(snapshot));
  const folder = indexedPath(codebase.root, target.realPath) ?? "";
  // What names one definition alone is found wherever it stands; the folder bounds what is around it.
  const isOne = symbolRef !== undefined || isSymbolId(name);
  const roots = await findRoots(snapshot, resolution, input, isOne ? "" : folder);
  if (roots.kind === "not_found") {
    const place = symbolRef ? symbolRef.file : folder;
    const candidates = await nearSymbols(snapshot, name, place);
    const { note, hints } = symbolRef ? { note: "", hints: await fileOf(symbolRef, snapshot, codebase.root) } : await namedFile(snapshot, name, codebase.root);
    const called = calledUndefined(snapshot, resolution, { asked: name, folder: isOne ? "" : folder });
    return unanswered("not_found", `No symbol ${name} is in the index${symbolRef ? ` of ${symbolRef.file}` : folder === "" || isOne ? "" : ` below ${path}`}.${note}${called}${nearNote(candidates, "Ask by symbolId")}`, { ...search, ...hints }, { candidates, unparsed: unparsedWithin(snapshot, place), unindexed: await unindexedCode(snapshot, place) });
  }
  if (roots.kind === "unsupported") return unanswered("unsupported", whyUnsupported(roots, snapshot), search);
  const question: GraphQuestion = { snapshot, resolution, target, call, echo, gated, behind, name, bounds: isOne ? folder : "", search: search.searchCodebase };
  const usesOf = async (found: readonly [FoundSymbol, ...FoundSymbol[]], namesakes: readonly FoundSymbol[]): Promise<CallGraphOutput> =>
    direction === "callees" || !found.some(mayBeUsed) ? unanswered("unsupported", whyUncalled(found[0], direction), search) : answerUses(question, found, namesakes);
  if (roots.kind === "uncallable") return usesOf(roots.found, []);
  const { refs, symbols, uncalled, namesakes } = roots;
  const isAsked = (file: number): boolean => isWithin(snapshot.files.paths[file] as string, question.bounds);
  const traversal = await traverse(resolution, refs, { direction, depth, limit, isAsked, isAside: besideProgram(snapshot), pause: turns(call.signal) });
  const [first, ...others] = symbols;
  const isEmpty = traversal.edges.length + traversal.unresolved.length === 0;
  // Of what no call leads to or from, and which is no function, is told who uses it.
  if (first && isEmpty && !symbols.some(({ kind }) => isFunctionKind(kind)) && (uncalled || (direction !== "callees" && symbols.some(mayBeUsed)))) return usesOf([first, ...others], namesakes);
  const areTypes = symbols.some(mayBeUsed) && refs.every((ref) => isType(resolution, ref));
  const uses = areTypes && direction !== "callees" ? await findUses(snapshot, resolution, symbols, { enough: limit, isAsked, pause: turns(call.signal) }) : NO_USES;
  return answerCalls(question, roots, { traversal, uses });
}

/** What there is in the file of a reference that fits nothing in it any more, or where that file may be. */
async function fileOf({ file, symbolLabel }: SymbolRef, snapshot: Snapshot, root: string): Promise<FileHints & { readonly searchCodebase?: ToolCall }> {
  const at = snapshot.fileAt(file);
  if (at !== -1) return shownFile(snapshot, at, root);
  return symbolLabel === undefined ? searchForName(root, file) : {};
}

function whyUnsupported({ why, found }: Roots & { readonly kind: "unsupported" }, snapshot: Snapshot): string {
  if (why === "language") return `Calls in ${snapshot.files.languages[snapshot.fileAt(found.file)] ?? "this language"} are not resolved. Search for the name to find where it is used.`;
  return `The calls of ${found.file} could not be read. Search for the name to find where it is used.`;
}

function whyUncalled({ symbolLabel, kind }: FoundSymbol, direction: Direction): string {
  const next = direction === "callees" ? "Ask for its callers to find where it is used." : "Search for the name to find where it is used.";
  return `${symbolLabel} is ${kindInWords(kind)}: it calls nothing, and nothing calls it. ${next}`;
}
