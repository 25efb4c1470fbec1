/** The outline that accompanies lines of a file, or the reason for its absence. */
import type { Clock } from "../../ports.ts";
import type { Outline, ReadFileOutput, WarningCode } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import type { Codebase } from "../../codebase/codebase.ts";
import { recordingCorruption } from "../../codebase/corruption.ts";
import { isCorruption } from "../../errors.ts";
import type { StoreHead } from "../../store/store.ts";
import { fitOutline } from "./fit-outline.ts";
import { hasOutline, omittedKeysUpTo, outlineLimits, outlineOf } from "./outline.ts";
import { unparsedWithin } from "./unparsed.ts";

/** Symbols in an outline that accompanies lines. */
const ANNOTATION_LIMIT = 500;

interface ShownLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** The part of an answer about the outline. */
export interface Annotation {
  readonly outlineStatus: NonNullable<Extract<ReadFileOutput, { status: "ok" }>["outlineStatus"]>;
  readonly outline: Outline | null;
  readonly hasMore: boolean;
  /** Warnings about omitted or unknown details or symbols; the answer includes them in its warnings. */
  readonly outlineWarnings: readonly WarningCode[];
}

/**
 * The outline of some lines of a text, no larger in bytes than the text.
 *
 * @param check called for each symbol; may throw
 */
export function annotationOf(
  symbols: readonly SymbolFact[],
  text: string,
  { lines: { startLine, endLine }, check }: Pick<AnnotationInput, "lines" | "check">,
): Annotation {
  const { outline, hasMore } = outlineOf(symbols, { startLine, endLine, limit: ANNOTATION_LIMIT, check });
  const fitted = fitOutline(outline.symbols, outlineLimits(text), check);
  return {
    outlineStatus: "ok",
    outline: { symbols: fitted.symbols },
    hasMore: hasMore || fitted.isCut,
    outlineWarnings: hasMore || fitted.isThinned ? ["OUTPUT_TRUNCATED"] : [],
  };
}

export interface AnnotationInput {
  readonly codebase: Codebase;
  readonly clock: Clock;
  readonly file: string;
  /** The whole file, as it is now. */
  readonly text: string;
  readonly lines: ShownLines;
  /** Null if there is no readable index. */
  readonly head: StoreHead | null;
  readonly isIncompatible: boolean;
  readonly check: () => void;
}

/** The outline of the lines shown, if the index has exactly the text that is shown. */
export async function annotate(input: AnnotationInput): Promise<Annotation> {
  const { codebase, clock, head, isIncompatible } = input;
  if (isIncompatible) return without("requires_reindex");
  if (!head) return without("not_indexed");
  try {
    return await recordingCorruption(
      () => codebase,
      clock,
      () => annotated(input),
    );
  } catch (error) {
    // With a corrupt index the lines are still shown, without an outline.
    if (isCorruption(error)) return without("not_indexed");
    throw error;
  }
}

async function annotated({ codebase, file, text, lines, check }: AnnotationInput): Promise<Annotation> {
  using snapshot = await codebase.snapshot();
  const at = snapshot.fileAt(file);
  if (at === -1) return without("not_found");
  const [content] = await snapshot.contents([at]);
  if (content?.text !== text) {
    codebase.watched?.noteFile(file);
    return without("stale");
  }
  const annotation = hasOutline(snapshot.files, at, content.symbols)
    ? annotationOf(content.symbols, text, { lines, check })
    : without("unsupported");
  const isCut =
    omittedKeysUpTo(lines.endLine, {
      language: snapshot.files.languages[at] as string,
      text,
      symbols: content.symbols,
      check,
    }) > 0;
  const cut =
    isCut && !annotation.outlineWarnings.includes("OUTPUT_TRUNCATED") ? (["OUTPUT_TRUNCATED"] as const) : [];
  return {
    ...annotation,
    hasMore: annotation.hasMore || isCut,
    outlineWarnings: [
      ...annotation.outlineWarnings,
      ...cut,
      ...unparsedWithin(snapshot, file, check).warnings,
    ],
  };
}

function without(outlineStatus: Annotation["outlineStatus"]): Annotation {
  return { outlineStatus, outline: null, hasMore: false, outlineWarnings: [] };
}
