/** call_graph: who calls a symbol, and what it calls, with how sure that is and what is not covered. */
import { join } from "node:path";
import { type CallGraphCoverage, type CallGraphEcho, type CallGraphInput, type CallGraphNode, type CallGraphOutput, LIMITS, type SymbolCandidate, type SymbolRef, type ToolCall, type WarningCode, buildEnvelope } from "@satori/contracts";
import { LEFT_OUT, Resolution, type ScopeRef, type Traversal, languagesWithoutCalls, resolvesCalls, traverse } from "@satori/sidecar";
import { type Passed, type Stopped, gate } from "../codebase/gate.ts";
import type { Target } from "../codebase/home/registry.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { Freshen } from "../files/file-outline.ts";
import { type Behind, doubting } from "../freshness/behind.ts";
import { isSymbolId, sortCandidates } from "../files/names/find-symbol.ts";
import { nearNote, nearSymbols } from "../files/names/near-symbols.ts";
import { ALL_PARSED, type Unparsed, noting, unparsedWithin } from "../files/outline/unparsed.ts";
import { tellingPart } from "../files/names/written-name.ts";
import { indexedPath, isWithin } from "../model/paths.ts";
import { currentClient } from "../scope/session.ts";
import { searchForName } from "../search/question/name-query.ts";
import type { Slots } from "../slots.ts";
import type { Snapshot } from "../store/store.ts";
import { turns } from "../turns.ts";
import { describeGraph } from "./describe-graph.ts";
import { type FileHints, namedFile, shownFile } from "./named-file.ts";
import { namedElsewhere } from "./named-elsewhere.ts";
import { nextQuestions } from "./next-questions.ts";
import { keepNotes } from "./notes.ts";
import { openLines } from "./open-lines.ts";
import { partsLeft } from "./parts-left.ts";
import { type Roots, findRoots } from "./roots.ts";
import { snapshotProject } from "./snapshot-project.ts";
import { summary } from "./summary.ts";
import { mayBeInGraph } from "./uncalled.ts";

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
  const unanswered = (status: "not_found" | "unsupported", message: string, hints: object, { candidates = [], unparsed = ALL_PARSED }: { readonly candidates?: readonly SymbolCandidate[]; readonly unparsed?: Unparsed } = {}): CallGraphOutput =>
    buildEnvelope("call_graph", { status, message: doubting(noting(message, unparsed), behind), hints, warnings: [...gated.warnings, ...behind.warnings, ...unparsed.warnings] }, { ...echo, ...(candidates.length > 0 ? { candidates } : {}) }, call.elapsedMs());
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
    return unanswered("not_found", `No symbol ${name} is in the index${symbolRef ? ` of ${symbolRef.file}` : folder === "" || isOne ? "" : ` below ${path}`}.${note}${nearNote(candidates, "Ask by symbolId")}`, { ...search, ...hints }, { candidates, unparsed: unparsedWithin(snapshot, place) });
  }
  if (roots.kind === "unsupported") return unanswered("unsupported", whyUnsupported(roots, snapshot), search);

  const pathOf = (file: number): string => snapshot.files.paths[file] as string;
  const traversal = await traverse(resolution, roots.refs, { direction, depth, limit, isAsked: (file) => !isOne || isWithin(pathOf(file), folder), pause: turns(call.signal) });
  if (roots.uncalled && traversal.edges.length + traversal.unresolved.length === 0 && !mayBeInGraph(snapshot, resolution, { found: [roots.uncalled], refs: roots.refs })) return unanswered("unsupported", whyUnsupported({ kind: "unsupported", why: "kind", found: roots.uncalled }, snapshot), search);
  const { roots: asked, nodes, edges, notes, rootsLeft } = await describeGraph(snapshot, resolution, traversal);
  const files = new Set([...nodes.map(({ file }) => file), ...edges.map(({ site }) => site.file)]);
  const kept = keepNotes(notes, { files, symbolIds: new Set(nodes.map(({ symbolId }) => symbolId)) });
  const warnings: WarningCode[] = [...gated.warnings, ...behind.warnings];
  const before = warnings.length;
  if (kept.notes.length < kept.total) warnings.push("CALL_GRAPH_NOTES_TRUNCATED");
  const filesLeft = [...new Set([...traversal.left.map(({ file }) => file), ...traversal.filesLeft])];
  const isFull = filesLeft.length + rootsLeft.length > 0;
  if (isFull || traversal.namesLeft.length > 0 || resolution.isExhausted) warnings.push("OUTPUT_TRUNCATED");
  const parts = asked.length > 1 || limit < LIMITS.limit.maximum ? { paths: [], more: 0 } : partsLeft(filesLeft.map(pathOf), isOne ? folder : "");
  const hints = nextQuestions(echo, {
    isCut: warnings.length > before, isFull, search: search.searchCodebase, whole: traversal.outside > 0 ? codebase.root : undefined,
    definition: refOf(rootsLeft[0] ?? nodes.find(({ symbolId }) => symbolId === asked[0])),
    parts: parts.paths.map((part) => join(codebase.root, part)),
  });
  // A function that stands in a variable of its name is asked of with it.
  const unasked = roots.namesakes.filter(({ symbolId }) => !asked.includes(symbolId));
  const others = [...unasked.map(({ file, symbolId, symbolLabel, kind, span }): CallGraphNode => ({ file, symbolId, symbolLabel, kind, span })), ...rootsLeft];
  const namesakes = sortCandidates(others).slice(0, LIMITS.callGraph.maxNamesakes);
  const isCalled = direction === "callees" || edges.some(({ to }) => asked.includes(to));
  const elsewhere = isCalled ? [] : await namedElsewhere(snapshot, plainName(resolution, roots.refs[0]));
  const coverage = { ...coverageOf(snapshot), unresolvedSites: traversal.unresolved.length, open: await openLines(snapshot, traversal, elsewhere) };
  return buildEnvelope(
    "call_graph",
    { status: "ok", message: doubting(summary(name, { roots: roots.refs.length, followed: asked.length, rootsLeft: rootsLeft.length, namesakes: unasked, nodes: nodes.length, edges: edges.length, left: traversal.left.length, filesLeft: traversal.filesLeft.length, partsLeft: hints.paths ? parts.more : 0, narrowedTo: traversal.outside > 0 ? path : null, namesLeft: namesOf(traversal), isExhausted: resolution.isExhausted, notTaken: roots.notTaken, coverage }), behind), warnings, hints },
    { ...echo, roots: asked, ...(namesakes.length > 0 ? { namesakes } : {}), nodes, edges, notes: kept.notes, notesTruncated: kept.notes.length < kept.total, totalNoteCount: kept.total, returnedNoteCount: kept.notes.length, coverage },
    call.elapsedMs(),
  );
}

/** What there is in the file of a reference that fits nothing in it any more, or where that file may be. */
async function fileOf({ file, symbolLabel }: SymbolRef, snapshot: Snapshot, root: string): Promise<FileHints & { readonly searchCodebase?: ToolCall }> {
  const at = snapshot.fileAt(file);
  if (at !== -1) return shownFile(snapshot, at, root);
  return symbolLabel === undefined ? searchForName(root, file) : {};
}

function refOf(node: CallGraphNode | undefined): SymbolRef | undefined {
  return node && { file: node.file, symbolId: node.symbolId, symbolLabel: node.symbolLabel };
}

function whyUnsupported({ why, found }: Roots & { readonly kind: "unsupported" }, snapshot: Snapshot): string {
  if (why === "language") return `Calls in ${snapshot.files.languages[snapshot.fileAt(found.file)] ?? "this language"} are not resolved. Search for the name to find where it is used.`;
  if (why === "file") return `The calls of ${found.file} could not be read. Search for the name to find where it is used.`;
  const kind = found.kind.replaceAll("_", " ");
  return `${found.symbolLabel} is ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}: calls are followed for functions, methods, types that a call makes, and properties with code. Search for the name to find where it is used.`;
}

/** A definition's name without what is around it; empty where it has none. */
function plainName(resolution: Resolution, ref: ScopeRef | undefined): string {
  return (ref && resolution.index(ref.file)?.flow.scopes[ref.scope]?.name) ?? "";
}

/** Each once, in the order in which they were met. */
function namesOf({ namesLeft }: Traversal): readonly string[] {
  return [...new Set(namesLeft.flatMap(({ names }) => names.map(({ name }) => name)))];
}

/** What no graph of this codebase covers. */
function coverageOf({ files, calls }: Snapshot): Omit<CallGraphCoverage, "unresolvedSites" | "open"> {
  const unsupportedLanguages = languagesWithoutCalls(files.languages);
  const hasCalls = (file: number): boolean => resolvesCalls(files.languages[file] ?? "text");
  const unparsedFiles = calls.filesWithoutFlow().filter(hasCalls).length;
  const leftOut = new Set(calls.filesUsing("mention", LEFT_OUT));
  const partlyParsedFiles = files.withSyntaxErrors.reduce((sum, isSo, file) => sum + ((isSo === 1 || leftOut.has(file)) && hasCalls(file) ? 1 : 0), 0);
  return { unparsedFiles, partlyParsedFiles, unsupportedLanguages };
}
