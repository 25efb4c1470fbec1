/** What the grammars of C and C++ stumble over and can do without. Pure. */
import { hideRanges } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { hiddenBranches } from "./branches.ts";
import { hiddenMacros } from "./macros.ts";

/** By start, not overlapping. */
export function hiddenParts(text: string): TextRange[] {
  const branches = hiddenBranches(text);
  if (branches.length === 0) return hiddenMacros(text);
  const macros = hiddenMacros(hideRanges(text, branches));
  return [...branches, ...macros].sort((left, right) => left.start - right.start || left.end - right.end);
}
