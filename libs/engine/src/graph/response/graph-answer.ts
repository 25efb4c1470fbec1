/** Builds the `call_graph` envelope: the part that is the same for calls and for uses. Pure. */
import { join } from "node:path";
import {
  buildEnvelope,
  type CallGraphCoverage,
  type CallGraphEdge,
  type CallGraphHints,
  type CallGraphNode,
  type CallGraphOutput,
  type CallOf,
  type FullEdge,
  LIMITS,
  type SymbolRef,
  type WarningCode,
  withoutCommonFields,
} from "@satori/contracts";
import type { FileId } from "@satori/sidecar";
import { sortCandidates } from "../../files/symbol-lookup/find-symbol.ts";
import { compareText, parentOf } from "../../model/paths.ts";
import { doubting } from "../../model/staleness.ts";
import { searchFor } from "../no-graph.ts";
import { boundsOf, type SnapshotRequest, type UsedCallGraphArguments } from "../question.ts";
import { refOf } from "../uses/describe-uses.ts";
import { type Gaps, coverageOf } from "./coverage.ts";
import type { KeptNotes } from "./notes.ts";

export interface GraphAnswerInput extends Gaps {
  /** The request that the proposed next calls are based on. */
  readonly asked: UsedCallGraphArguments;
  /**
   * Ids of the requested definitions that are in the graph. `remainingRoots` are those that did not fit,
   * `namesakes` other definitions of the same name.
   */
  readonly roots: readonly string[];
  readonly remainingRoots: readonly CallGraphNode[];
  readonly namesakes: readonly CallGraphNode[];
  readonly nodes: readonly CallGraphNode[];
  readonly edges: readonly FullEdge[];
  readonly notes: KeptNotes;
  /** Files with definitions or edges that did not fit; no duplicates. */
  readonly remainingFiles: readonly FileId[];
  /** Whether fewer files or names were searched than exist, regardless of the limit. */
  readonly isShort: boolean;
  /** Whether the deadline passed before everything was followed. */
  readonly isEnded: boolean;
  /** Whether a lower depth would show more of what is near. */
  readonly isTooFar: boolean;
  /** How many files, definitions or edges are outside the requested folder and therefore not in the graph. */
  readonly outside: number;
  /** @param unnamed number of paths with omitted results that the hints do not name */
  readonly message: (coverage: CallGraphCoverage, unnamed: number) => string;
}

/** The envelope with its warnings and the hints for next calls. */
export async function graphAnswer(
  request: SnapshotRequest,
  told: GraphAnswerInput,
): Promise<CallGraphOutput> {
  const { snapshot, target, call, echo, gated, behind } = request;
  const { codebase } = target;
  const {
    asked,
    roots,
    remainingRoots,
    namesakes,
    nodes,
    notes: { notes, total },
    remainingFiles,
    isEnded,
    isShort,
    isTooFar,
    outside,
  } = told;
  const areNotesCut = notes.length < total;
  const isFull = remainingFiles.length + remainingRoots.length > 0;
  const warnings: WarningCode[] = [
    ...(areNotesCut ? (["CALL_GRAPH_NOTES_TRUNCATED"] as const) : []),
    ...(isFull || isShort ? (["OUTPUT_TRUNCATED"] as const) : []),
    ...(isEnded ? (["DEADLINE_REACHED"] as const) : []),
  ];
  const parts = partsToAsk(
    remainingFiles.map((file) => snapshot.files.paths[file] as string),
    boundsOf(request),
    { asked: roots.length, limit: echo.limit },
  );
  const hints = nextQuestions(asked, {
    isCut: warnings.length > 0,
    isFull,
    isTooFar,
    search: searchFor(request).searchCodebase,
    whole: outside > 0 ? codebase.root : undefined,
    definition: refOf(remainingRoots[0] ?? nodes.find(({ symbolId }) => symbolId === roots[0])),
    parts: parts.paths.map((part) => join(codebase.root, part)),
  });
  const others = sortCandidates([...namesakes, ...remainingRoots]).slice(0, LIMITS.callGraph.maxNamesakes);
  const coverage = await coverageOf({ snapshot, root: codebase.diskRoot }, told);
  return buildEnvelope(
    "call_graph",
    {
      status: "ok",
      message: doubting(told.message(coverage, hints.paths ? parts.more : 0), behind),
      warnings: [...gated.warnings, ...behind.warnings, ...warnings],
      hints,
    },
    {
      ...echo,
      roots,
      ...(others.length > 0 ? { namesakes: others } : {}),
      nodes,
      edges: edgesOfAnswer(told, request.input.debug === true),
      notes,
      notesTruncated: areNotesCut,
      totalNoteCount: total,
      returnedNoteCount: notes.length,
      coverage,
    },
    call.elapsedMs(),
  );
}

function edgesOfAnswer(
  { nodes, edges }: Pick<GraphAnswerInput, "nodes" | "edges">,
  debug: boolean,
): readonly CallGraphEdge[] {
  const byId = new Map(nodes.map((node) => [node.symbolId, node]));
  return edges.map((edge) => withoutCommonFields(edge, { caller: byId.get(edge.from), debug }));
}

// Proposes the next calls after a call graph was cut: for more of it, or for a smaller part. Pure.

/** How and why a graph was cut. */
export interface Cut {
  /** Whether anything was left out, for lack of room or for another reason. */
  readonly isCut: boolean;
  /** Whether a higher limit would show more. If not, notes were cut, or a limit on the work was reached. */
  readonly isFull: boolean;
  /**
   * Whether a lower depth would show more of the nearby calls. False if too many files share a name, which
   * is so at any depth.
   */
  readonly isTooFar: boolean;
  /** The definition to ask about when one call cannot show more: the only root, or one of several. */
  readonly definition: SymbolRef | undefined;
  /**
   * Absolute paths of parts of the folder that contain what was left out; empty if the request has several
   * roots.
   */
  readonly parts: readonly string[];
  /** The root of the codebase, if something outside the requested folder was left out. */
  readonly whole: string | undefined;
  /** The fallback when no other `call_graph` request would show more. */
  readonly search: CallOf<"search_codebase"> | undefined;
}

/**
 * The same request with the highest limit. If that would not show more: one level less deep, about one
 * definition, or about a part of the folder. If both directions were requested, also each on its own. Every
 * proposed call is valid as it stands.
 */
export function nextQuestions(
  asked: UsedCallGraphArguments,
  { isCut, isFull, isTooFar, definition, parts, whole, search }: Cut,
): CallGraphHints {
  const { path, symbolRef, symbol, direction, depth, limit } = asked;
  const { maximum } = LIMITS.limit;
  const again = (changes: Partial<UsedCallGraphArguments>): CallOf<"call_graph"> => {
    const { symbolRef: ref, ...others } = {
      path,
      ...(symbolRef ? { symbolRef } : symbol === undefined ? {} : { symbol }),
      direction,
      depth,
      limit,
      ...changes,
    };
    if (!ref) return { tool: "call_graph", args: others };
    const { path: below, symbol: _name, ...bounds } = others;
    return { tool: "call_graph", args: { path: below, symbolRef: ref, ...bounds } };
  };
  const everywhere = whole === undefined ? {} : { everywhere: again({ path: whole }) };
  if (!isCut) return everywhere;
  const [part] = parts;
  const narrowed = (): CallGraphHints => {
    if (!isFull || !definition) return {};
    return part === undefined
      ? definition.symbolId === symbolRef?.symbolId
        ? {}
        : { continue: again({ symbolRef: definition }) }
      : { continue: again({ path: part, symbolRef: definition }), paths: parts };
  };
  const hints = {
    ...(isFull && limit < maximum
      ? { continue: again({ limit: maximum }) }
      : isTooFar && depth > 1
        ? { continue: again({ depth: depth - 1 }) }
        : narrowed()),
    ...(direction === "both"
      ? { callers: again({ direction: "callers" }), callees: again({ direction: "callees" }) }
      : {}),
    ...everywhere,
  };
  return Object.keys(hints).length > 0 || !search ? hints : { searchCodebase: search };
}

// Folders and files to ask about for results that did not fit into an answer; each is a request of its own.
// Pure.

interface Part {
  readonly path: string;
  /** Files in the folder `path`, or the file `path` itself. */
  readonly files: readonly string[];
}

interface RemainingParts {
  /** Ascending. */
  readonly paths: readonly string[];
  /** How many parts are not named because there are more than `maxParts`. */
  readonly more: number;
}

/**
 * The paths for `hints.paths`. Empty if the request has several roots, or if a higher limit shows more at
 * once.
 */
export function partsToAsk(
  files: readonly string[],
  folder: string,
  { asked, limit }: { readonly asked: number; readonly limit: number },
): RemainingParts {
  return asked > 1 || limit < LIMITS.limit.maximum ? { paths: [], more: 0 } : remainingParts(files, folder);
}

/**
 * Splits a folder into parts that contain the files. Splits the largest part until every part is small enough
 * or another split would exceed `maxParts`; if the folder itself has more children than that, keeps those
 * with the most files. Narrows each part to the innermost folder around its files. Returns no parts if there
 * is nothing to split.
 *
 * @param files relative to the root of the codebase, at or below the folder
 */
export function remainingParts(files: readonly string[], folder: string): RemainingParts {
  const { maxParts, maxFilesOfPart } = LIMITS.callGraph;
  let parts: readonly Part[] = childrenOf({ path: folder, files });
  for (;;) {
    const [largest, ...others] = byFiles(parts);
    const children = largest && largest.files.length > maxFilesOfPart ? childrenOf(largest) : [];
    if (children.length === 0 || others.length + children.length > maxParts) break;
    parts = [...others, ...children];
  }
  const kept = byFiles(parts).slice(0, maxParts);
  return {
    paths: kept.map(({ files: inside }) => commonPath(inside)).sort(compareText),
    more: parts.length - kept.length,
  };
}

/**
 * The innermost folder that contains all the files, or the path of a single file. Narrowing avoids repeating
 * what the answer has already shown of the folders around it.
 */
function commonPath([first = "", ...others]: readonly string[]): string {
  let path = first;
  for (const file of others)
    while (path !== "" && file !== path && !file.startsWith(`${path}/`)) path = parentOf(path);
  return path;
}

function byFiles(parts: readonly Part[]): readonly Part[] {
  return [...parts].sort(
    (left, right) => right.files.length - left.files.length || compareText(left.path, right.path),
  );
}

/** The parts directly inside a part; empty for a file. */
function childrenOf({ path, files }: Part): readonly Part[] {
  const children = new Map<string, string[]>();
  const start = path === "" ? 0 : path.length + 1;
  for (const file of files.filter((other) => other !== path)) {
    const end = file.indexOf("/", start);
    const child = end === -1 ? file : file.slice(0, end);
    const known = children.get(child);
    if (known) known.push(file);
    else children.set(child, [file]);
  }
  return [...children].map(([child, inside]) => ({ path: child, files: inside }));
}
