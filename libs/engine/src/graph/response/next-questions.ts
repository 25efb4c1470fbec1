/** Proposes the next calls after a call graph was cut: for more of it, or for a smaller part. Pure. */
import {
  type CallGraphEcho,
  type CallGraphHints,
  type CallOf,
  LIMITS,
  type SymbolRef,
} from "@satori/contracts";

/** How and why a graph was cut. */
export interface Cut {
  /** Whether anything was left out, for lack of room or for another reason. */
  readonly isCut: boolean;
  /** Whether a higher limit would show more. If not, notes were cut, or a limit on the work was reached. */
  readonly isFull: boolean;
  /**
   * Whether a lower depth would show more of what is near. False if too many files have a name: that is so at
   * any depth.
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
  asked: CallGraphEcho,
  { isCut, isFull, isTooFar, definition, parts, whole, search }: Cut,
): CallGraphHints {
  const { path, symbolRef, symbol, direction, depth, limit } = asked;
  const { maximum } = LIMITS.limit;
  const again = (changes: Partial<CallGraphEcho>): CallOf<"call_graph"> => {
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
