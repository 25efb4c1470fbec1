/** What to ask where a call graph was cut: for more of it, or for less. Pure. */
import {
  type CallGraphEcho,
  type CallGraphHints,
  type CallOf,
  LIMITS,
  type SymbolRef,
} from "@satori/contracts";

export interface Cut {
  /** Something was left out for want of room, or for another reason. */
  readonly isCut: boolean;
  /** Whether a higher limit would show more: else what bounds the work is the cause, or the notes. */
  readonly isFull: boolean;
  /**
   * Whether a question that goes less far would show more of what is near: not where too many files have a
   * name, which is so at any depth.
   */
  readonly isTooFar: boolean;
  /** The definition to ask of where no more are to be had at once: the only one, or one of several. */
  readonly definition: SymbolRef | undefined;
  /**
   * Absolute paths of parts of the folder that hold what was left out; none where several definitions are
   * asked of.
   */
  readonly parts: readonly string[];
  /** The root of the codebase, where something outside of the folder was not asked for. */
  readonly whole: string | undefined;
  /** Goes on where no other question about the graph would show more. */
  readonly search: CallOf<"search_codebase"> | undefined;
}

/**
 * The same question with the highest limit, or where that helps no more, one level less deep, of one
 * definition, or of a part of the folder; of both directions each on its own. Every call can be made as it
 * stands.
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
