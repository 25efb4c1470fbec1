/** Combines the parts of C and C++ that their grammars cannot handle and that can be left out. Pure. */
import { hideRanges } from "../../blank.ts";
import type { TextRange } from "../../facts.ts";
import { hiddenBranches } from "./branches.ts";
import { hiddenMacros } from "./macros.ts";

/** Ranges to hide from the parser, sorted by start, not overlapping. */
export function hiddenParts(text: string): TextRange[] {
  const branches = hiddenBranches(text);
  if (branches.length === 0) return hiddenMacros(text);
  const macros = hiddenMacros(hideRanges(text, branches));
  return [...branches, ...macros].sort((left, right) => left.start - right.start || left.end - right.end);
}
