/** Builds the `call_graph` envelope: the part that is the same for calls and for uses. Pure. */
import { doubting } from "../../model/staleness.ts";
import { join } from "node:path";
import {
  type CallGraphCoverage,
  type CallGraphEcho,
  type CallGraphEdge,
  type CallGraphNode,
  type CallGraphNote,
  type CallGraphOutput,
  LIMITS,
  type WarningCode,
  buildEnvelope,
} from "@satori/contracts";
import type { FileId } from "@satori/sidecar";
import { sortCandidates } from "../../files/symbol-lookup/find-symbol.ts";
import { searchFor } from "../no-graph.ts";
import { type GraphQuestion, boundsOf } from "../question.ts";
import { refOf } from "../uses/describe-uses.ts";
import { coverageOf } from "./coverage.ts";
import { nextQuestions } from "./next-questions.ts";
import type { KeptNotes } from "./notes.ts";
import { partsToAsk } from "./remaining-parts.ts";

export interface GraphAnswerInput {
  /** The request that the proposed next calls are based on. */
  readonly asked: CallGraphEcho;
  /**
   * Ids of the requested definitions that are in the graph. `remainingRoots` are those that did not fit,
   * `namesakes` other definitions of the same name.
   */
  readonly roots: readonly string[];
  readonly remainingRoots: readonly CallGraphNode[];
  readonly namesakes: readonly CallGraphNode[];
  readonly nodes: readonly CallGraphNode[];
  readonly edges: readonly CallGraphEdge[];
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
  readonly unresolved: number;
  readonly open: readonly CallGraphNote[];
  /** @param unnamed number of paths with omitted results that the hints do not name */
  readonly message: (coverage: CallGraphCoverage, unnamed: number) => string;
}

/** The envelope with its warnings and the hints for next calls. */
export function graphAnswer(question: GraphQuestion, told: GraphAnswerInput): CallGraphOutput {
  const {
    snapshot,
    target: { codebase },
    call,
    echo,
    gated,
    behind,
  } = question;
  const {
    asked,
    roots,
    remainingRoots,
    namesakes,
    nodes,
    edges,
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
    boundsOf(question),
    { asked: roots.length, limit: echo.limit },
  );
  const hints = nextQuestions(asked, {
    isCut: warnings.length > 0,
    isFull,
    isTooFar,
    search: searchFor(question).searchCodebase,
    whole: outside > 0 ? codebase.root : undefined,
    definition: refOf(remainingRoots[0] ?? nodes.find(({ symbolId }) => symbolId === roots[0])),
    parts: parts.paths.map((part) => join(codebase.root, part)),
  });
  const others = sortCandidates([...namesakes, ...remainingRoots]).slice(0, LIMITS.callGraph.maxNamesakes);
  const coverage = { ...coverageOf(snapshot), unresolvedSites: told.unresolved, open: told.open };
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
      edges,
      notes,
      notesTruncated: areNotesCut,
      totalNoteCount: total,
      returnedNoteCount: notes.length,
      coverage,
    },
    call.elapsedMs(),
  );
}
