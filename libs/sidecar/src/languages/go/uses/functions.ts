/** Which function of a Go file a place is in: functions without a name are no symbols. */
import { SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { groupBy } from "../../../group-by.ts";
import type { FileId } from "../../../call-graph/project.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import type { WrittenPosition } from "../../../call-graph/uses/text-hooks.ts";
import { type WrittenFunction, writtenFunctions } from "../lexical/locals.ts";

/** The scope of the function around a place, or `ofLine` where that is inside it. */
export function functionAround(
  resolution: Resolution,
  file: FileId,
  { code, start: at }: WrittenPosition,
  ofLine: number,
): number {
  const around = goFunctions(resolution, file, code).findLast(({ start, end }) => start <= at && at < end);
  const ofFunction = around && scopesByFunction(resolution, file, code).get(around);
  // Of two scopes around a place, the inner one has the higher number. Lines do not tell functions on one
  // line apart.
  return ofFunction === undefined ||
    (ofLine > ofFunction && resolution.index(file)?.flow.scopes[ofLine]?.kind !== "function")
    ? ofLine
    : ofFunction;
}

/** @param code of the file */
export function goFunctions(resolution: Resolution, file: FileId, code: string): readonly WrittenFunction[] {
  return resolution.once(["written functions", file], () => writtenFunctions(code));
}

/**
 * Facts have the lines on which functions begin: where there are as many of a line in the text, they are the
 * same.
 */
function scopesByFunction(
  resolution: Resolution,
  file: FileId,
  code: string,
): ReadonlyMap<WrittenFunction, number> {
  return resolution.once(["scopes of written functions", file], () => {
    const scopes = [...(resolution.index(file)?.flow.scopes.entries() ?? [])].filter(
      ([, { kind, flags }]) => kind === "function" && (flags & SCOPE_FLAGS.abstract) === 0,
    );
    const byLine = groupBy(scopes, ([, { startLine }]) => startLine);
    const found = new Map<WrittenFunction, number>();
    for (const [line, functions] of groupBy(goFunctions(resolution, file, code), (written) => written.line)) {
      const own = byLine.get(line) ?? [];
      if (own.length === functions.length)
        for (const [at, written] of functions.entries()) found.set(written, own[at]?.[0] ?? 0);
    }
    return found;
  });
}
