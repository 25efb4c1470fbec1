/**
 * `type_hierarchy`: the supertypes and subtypes of a type, and the methods that a method overrides or that
 * override it. The table of contents of this folder.
 */
import {
  LIMITS,
  type TypeHierarchyInput,
  type TypeHierarchyOutput,
  type WarningCode,
  type WithPath,
  buildEnvelope,
} from "@satori/contracts";
import { Evaluator, type HierarchyDirection, type HierarchyWalk, walkHierarchy } from "@satori/sidecar";
import { gate } from "../codebase/gate.ts";
import { isPastDeadline } from "../deadline.ts";
import type { CallContext, EngineContext } from "../engine-context.ts";
import type { EnsureFresh } from "../files/file-outline.ts";
import { plainNode } from "../graph/uses/describe-uses.ts";
import { doubting } from "../model/staleness.ts";
import { currentClient } from "../scope/session.ts";
import type { Semaphore } from "../semaphore.ts";
import { snapshotProject } from "../store/snapshot-project.ts";
import type { Snapshot } from "../store/store.ts";
import { type DescribedEntries, MAX_ENTRY_BYTES, describeHierarchy } from "./describe-hierarchy.ts";
import { hierarchyCoverage } from "./hierarchy-coverage.ts";
import { hierarchyMessage } from "./hierarchy-message.ts";
import type { HierarchyRequest } from "./hierarchy-request.ts";
import { type HierarchyRoot, requestedDefinition } from "./requested-definition.ts";
import { severalDefinitions, unknownDefinition, withoutHierarchy } from "./unanswered.ts";

export interface HierarchyDependencies {
  readonly context: EngineContext;
  readonly ensureFresh: EnsureFresh;
  /** Shared with `call_graph`: each call keeps all that it has read of the codebase until it is answered. */
  readonly slots: Semaphore;
}

/** The rest of the time is for the description of what was found until then. */
const SEARCH_SHARE = 0.9;

/** Answers one `type_hierarchy` request: gate, freshness, then the hierarchy within one snapshot. */
export async function typeHierarchy(
  { context, ensureFresh, slots }: HierarchyDependencies,
  input: WithPath<TypeHierarchyInput>,
  call: CallContext,
): Promise<TypeHierarchyOutput> {
  const target = context.codebases.covering(input.path, call.baseFolder);
  const { path, codebase } = target;
  const { symbolRef, symbol } = input;
  const echo = {
    path,
    effectiveRoot: codebase.root,
    ...(symbolRef ? { symbolRef } : {}),
    ...(symbol === undefined ? {} : { symbol }),
    direction: input.direction ?? "both",
    depth: input.depth ?? LIMITS.typeHierarchy.depth.default,
    limit: input.limit ?? LIMITS.typeHierarchy.limit.default,
  } as const;
  const gated = gate({
    view: await codebase.view(),
    tool: "type_hierarchy",
    echo,
    call,
    isDebug: input.debug === true,
    reindexReads: context.config.reindexReads,
  });
  if (gated.kind === "closed") return gated.envelope;
  const behind = await ensureFresh(target, gated, call);
  const name = symbol ?? symbolRef?.symbolLabel ?? symbolRef?.symbolId ?? "";
  return slots.run(
    async () => {
      using snapshot = await codebase.snapshot();
      using deadline = call.deadline.portion(SEARCH_SHARE);
      const searching = { ...call, deadline, signal: deadline.signal };
      return await answer({ target, input, call: searching, echo, gated, behind, name }, snapshot);
    },
    { signal: call.signal, by: currentClient() },
  );
}

async function answer(
  passed: Omit<HierarchyRequest, "snapshot" | "resolution">,
  snapshot: Snapshot,
): Promise<TypeHierarchyOutput> {
  let isFollowing = true;
  // The deadline ends the search, but not the description of what is known by then.
  const resolution = new Evaluator(snapshotProject(snapshot), () =>
    isFollowing ? passed.call.deadline.check() : undefined,
  );
  const request: HierarchyRequest = { ...passed, snapshot, resolution };
  const requested = await requestedDefinition(request);
  switch (requested.kind) {
    case "not_found":
      return await unknownDefinition(request);
    case "ambiguous":
      return severalDefinitions(request, requested.roots);
    case "unsupported":
      return withoutHierarchy(request, requested);
    case "found": {
      const { direction } = request.echo;
      const above = direction === "subtypes" ? null : await walked(request, requested.root, "supertypes");
      const below =
        direction === "supertypes" || above?.isEnded === true
          ? null
          : await walked(request, requested.root, "subtypes");
      isFollowing = false;
      return await hierarchyAnswer(request, requested.root, { above, below });
    }
  }
}

function walked(
  { resolution, call, echo }: HierarchyRequest,
  { ref, what }: HierarchyRoot,
  direction: HierarchyDirection,
): Promise<HierarchyWalk> {
  return walkHierarchy(resolution, [ref], {
    what,
    direction,
    depth: echo.depth,
    maxEntries: LIMITS.typeHierarchy.maxEntries,
    pause: () => call.deadline.pause(),
    isEnd: isPastDeadline,
  });
}

interface Walks {
  /** Null if it was not requested, or if the deadline passed before. */
  readonly above: HierarchyWalk | null;
  readonly below: HierarchyWalk | null;
}

async function hierarchyAnswer(
  request: HierarchyRequest,
  root: HierarchyRoot,
  walks: Walks,
): Promise<TypeHierarchyOutput> {
  const { echo, gated, behind, call, resolution, target } = request;
  const both = [walks.above, walks.below].filter((walk) => walk !== null);
  const supertypes = await describedSide(request, root, { walk: walks.above, direction: "supertypes" });
  const subtypes = await describedSide(request, root, { walk: walks.below, direction: "subtypes" });
  const sides = [supertypes, subtypes].filter((side) => side !== null);
  const isEnded = both.some((walk) => walk.isEnded);
  const isDeeper = both.some((walk) => walk.isDeeper);
  const isExhausted = resolution.isExhausted || both.some((walk) => walk.isCut);
  const isShort = isExhausted || sides.some(({ entries, total }) => entries.length < total);
  const coverage = await hierarchyCoverage(request, both);
  const warnings: WarningCode[] = [
    ...(isShort ? (["OUTPUT_TRUNCATED"] as const) : []),
    ...(isEnded ? (["DEADLINE_REACHED"] as const) : []),
  ];
  const message = hierarchyMessage({
    name: root.symbol.symbolLabel,
    what: root.what,
    supertypes: countsOf(supertypes),
    subtypes: countsOf(subtypes),
    isDeeper,
    depth: echo.depth,
    isExhausted,
    deadline: isEnded ? call.deadline.name : null,
    coverage,
  });
  const { file, symbolId, span } = root.symbol;
  return buildEnvelope(
    "type_hierarchy",
    {
      status: "ok",
      message: doubting(message, behind),
      warnings: [...gated.warnings, ...behind.warnings, ...warnings],
      hints: {
        readFile: {
          tool: "read_file",
          args: { path: target.codebase.root, file, start_line: span.startLine, end_line: span.endLine },
        },
      },
    },
    {
      ...echo,
      found: { ...plainNode(root.symbol), symbolId },
      ...(supertypes ? { supertypes: supertypes.entries, totalSupertypes: supertypes.total } : {}),
      ...(subtypes ? { subtypes: subtypes.entries, totalSubtypes: subtypes.total } : {}),
      ...(isDeeper ? { isDeeper } : {}),
      coverage,
    },
    call.elapsedMs(),
  );
}

interface Side {
  readonly walk: HierarchyWalk | null;
  readonly direction: HierarchyDirection;
}

async function describedSide(
  { snapshot, resolution, echo }: HierarchyRequest,
  root: HierarchyRoot,
  { walk, direction }: Side,
): Promise<DescribedEntries | null> {
  if (walk === null) return null;
  return await describeHierarchy(snapshot, resolution, walk, {
    direction,
    root: root.ref,
    limit: echo.limit,
    maxBytes: echo.direction === "both" ? MAX_ENTRY_BYTES / 2 : MAX_ENTRY_BYTES,
  });
}

function countsOf(side: DescribedEntries | null): { readonly total: number; readonly shown: number } | null {
  return side && { total: side.total, shown: side.entries.length };
}
