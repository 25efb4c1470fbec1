/** Reads accesses of members for languages that are read by name. Pure. */
import type { NameAccess } from "../../symbols/holders.ts";
import { plainName } from "../../symbols/plain-name.ts";
import type { CallFactsBuilder } from "../builder.ts";
import type { ExprId } from "../facts.ts";
import { type Results, isTypeNamed } from "./calls/results.ts";

interface Places {
  readonly text: string;
  readonly results: Results;
  /** Scope at an offset. */
  readonly scopeOf: (start: number) => number;
}

const MAX_GAP = 20;

/** Records reads and writes of members. */
export function readAccesses(
  flow: CallFactsBuilder,
  accesses: readonly NameAccess[],
  { text, results, scopeOf }: Places,
): void {
  for (const access of accesses) {
    const { start, end, line } = access;
    flow.within(scopeOf(start), () => {
      const isStored = /^\s*=(?![=>~])/.test(text.slice(end, end + MAX_GAP));
      const accessed = placeOf(flow, access, { text, results }, isStored);
      if (accessed === null) return;
      if (isStored) flow.write(accessed, { line, start });
      else flow.read(accessed, { line, start });
    });
  }
}

/**
 * The accessed expression. Null for types, which are members neither of a named object nor of an expected
 * type.
 */
function placeOf(
  flow: CallFactsBuilder,
  { start, end }: NameAccess,
  { text, results }: Pick<Places, "text" | "results">,
  isStored: boolean,
): ExprId | null {
  const name = plainName(text.slice(start, end));
  const before = text.slice(Math.max(0, start - MAX_GAP), start).replace(/\s+$/, "");
  const applied =
    results.brackets === "types" && text[end] === "[" && isTypeNamed(text, end)
      ? results.before(flow, end)
      : null;
  if (applied !== null) return flow.member(applied, "apply");
  if (!before.endsWith(".")) {
    if (/^\p{Lu}/u.test(name)) return null;
    return isStored ? flow.member(flow.this(), name) : flow.name(name);
  }
  const expected = results.expected(flow, start);
  if (expected !== null) return flow.member(expected, name);
  return /[\p{L}\p{N}_$)\]}?!"'`.]\s*\.$/u.test(before)
    ? (results.before(flow, end) ?? flow.member(flow.unknown(), name))
    : null;
}
