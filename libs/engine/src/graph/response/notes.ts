/** Selects and sorts the notes of a call graph. Pure. */
import { createHash } from "node:crypto";
import { type CallGraphNote, LIMITS } from "@satori/contracts";
import { compareText } from "../../model/paths.ts";

export interface KeptNotes {
  readonly notes: readonly CallGraphNote[];
  /** How many notes there were before the cut. */
  readonly total: number;
}

/**
 * Keeps notes whose file is in the graph and whose symbol, if they name one, is a node of the graph. Sorts by
 * file, type, symbol (notes without one last), line (notes without one last) and hash of the detail. Returns
 * at most `limit`.
 */
export function keepNotes(
  notes: readonly CallGraphNote[],
  graph: { readonly files: ReadonlySet<string>; readonly symbolIds: ReadonlySet<string> },
  limit: number = LIMITS.callGraph.maxNotes,
): KeptNotes {
  const kept = notes.filter(
    ({ file, symbolId }) =>
      graph.files.has(file) && (symbolId === undefined || graph.symbolIds.has(symbolId)),
  );
  const keyed = kept.map((note) => ({ note, hash: createHash("sha256").update(note.detail).digest("hex") }));
  keyed.sort(
    ({ note: left, hash: leftHash }, { note: right, hash: rightHash }) =>
      compareText(left.file, right.file) ||
      compareText(left.type, right.type) ||
      compareLast(left.symbolId, right.symbolId, compareText) ||
      compareLast(left.startLine, right.startLine, (ours, theirs) => ours - theirs) ||
      compareText(leftHash, rightHash),
  );
  return { notes: keyed.slice(0, limit).map(({ note }) => note), total: kept.length };
}

/** Compares two optional keys; a missing key comes last. */
function compareLast<Key>(
  left: Key | undefined,
  right: Key | undefined,
  compare: (left: Key, right: Key) => number,
): number {
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  return compare(left, right);
}
