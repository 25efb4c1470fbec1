/**
 * The filters `must:` and `exclude:`. They search for a text in a chunk's path, in the labels of its symbols
 * and in its lines.
 */
import { firstNotBefore } from "../../first-not-before.ts";
import type { ChunkFact, SymbolFact } from "@satori/sidecar";
import { unicodeForms } from "../../model/unicode-forms.ts";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { FilterCount } from "./filter.ts";

/** The file whose chunks are filtered. */
export interface FilteredFile {
  readonly path: string;
  /** By start. */
  readonly symbols: readonly SymbolFact[];
  /** Called for each symbol; may throw. */
  readonly check?: (() => void) | undefined;
}

/** Whether a chunk passes, given its lines and its text. */
export type AcceptsChunk = (span: Pick<ChunkFact, "startLine" | "endLine">, text: string) => boolean;

/** Accepts chunks that contain every `must:` text and no `exclude:` text, ignoring case. */
export class TextFilter {
  private readonly must: FilterCount = { filter: "must", before: 0, after: 0 };
  private readonly exclude: FilterCount = { filter: "exclude", before: 0, after: 0 };
  readonly isActive: boolean;
  /** Each text in the forms that it may have. */
  private readonly required: readonly (readonly string[])[];
  private readonly forbidden: readonly (readonly string[])[];

  constructor(query: ParsedQuery) {
    this.required = query.must.map((text) => unicodeForms(text.toLowerCase()));
    this.forbidden = query.exclude.map((text) => unicodeForms(text.toLowerCase()));
    this.isActive = query.must.length + query.exclude.length > 0;
  }

  get counts(): readonly FilterCount[] {
    return [this.must, this.exclude];
  }

  /**
   * The filter for the chunks of one file. Searches its path and the labels of its symbols once, not per
   * chunk.
   */
  forFile({ path, symbols, check }: FilteredFile): AcceptsChunk {
    const labels = new LabelledLines(symbols, check);
    const lowerPath = path.toLowerCase();
    const { must, exclude, required, forbidden } = this;
    return (span, text) => {
      const lower = text.toLowerCase();
      const holds = (forms: readonly string[]): boolean =>
        forms.some(
          (wanted) => lowerPath.includes(wanted) || lower.includes(wanted) || labels.touches(wanted, span),
        );
      must.before++;
      if (!required.every(holds)) return false;
      must.after++;
      exclude.before++;
      if (forbidden.some(holds)) return false;
      exclude.after++;
      return true;
    };
  }
}

/** The lines of the symbols whose labels contain a text. */
class LabelledLines {
  private readonly known = new Map<string, readonly LineRange[]>();

  constructor(
    private readonly symbols: readonly SymbolFact[],
    private readonly check: FilteredFile["check"],
  ) {}

  /** Whether any of these lines belongs to such a symbol. */
  touches(wanted: string, { startLine, endLine }: LineRange): boolean {
    let ranges = this.known.get(wanted);
    if (ranges === undefined) this.known.set(wanted, (ranges = this.rangesOf(wanted)));
    // The first range that ends in these lines or below them.
    const next = ranges[firstNotBefore(ranges, (range) => range.endLine < startLine)];
    return next !== undefined && next.startLine <= endLine;
  }

  private rangesOf(wanted: string): readonly LineRange[] {
    const ranges: { readonly startLine: number; endLine: number }[] = [];
    for (const { label, startLine, endLine } of this.symbols) {
      this.check?.();
      if (!label.toLowerCase().includes(wanted)) continue;
      const last = ranges.at(-1);
      if (last && startLine <= last.endLine) last.endLine = Math.max(last.endLine, endLine);
      else ranges.push({ startLine, endLine });
    }
    return ranges;
  }
}

interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}
