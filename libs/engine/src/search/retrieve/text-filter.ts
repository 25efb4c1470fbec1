/**
 * The filters `must:` and `exclude:`: which chunks of a file hold a text, in their path, the labels of their
 * symbols or their lines.
 */
import type { ChunkFact, SymbolFact } from "@satori/sidecar";
import type { ParsedQuery } from "../../query/parse-query.ts";
import type { FilterCount } from "./filter.ts";

/** Whose chunks are asked about. */
export interface FilteredFile {
  readonly path: string;
  /** By start. */
  readonly symbols: readonly SymbolFact[];
  /** Called for each symbol that is looked at; it may throw. */
  readonly check?: (() => void) | undefined;
}

/** Whether a chunk passes, by its lines and its text. */
export type AcceptsChunk = (span: Pick<ChunkFact, "startLine" | "endLine">, text: string) => boolean;

/** Whether a chunk holds every `must:` text and no `exclude:` text; case does not matter. */
export class TextFilter {
  private readonly must: FilterCount = { filter: "must", before: 0, after: 0 };
  private readonly exclude: FilterCount = { filter: "exclude", before: 0, after: 0 };
  readonly isActive: boolean;
  private readonly required: readonly string[];
  private readonly forbidden: readonly string[];

  constructor(query: ParsedQuery) {
    this.required = query.must.map((text) => text.toLowerCase());
    this.forbidden = query.exclude.map((text) => text.toLowerCase());
    this.isActive = query.must.length + query.exclude.length > 0;
  }

  get counts(): readonly FilterCount[] {
    return [this.must, this.exclude];
  }

  /**
   * The filter for the chunks of one file. Its path and the labels of its symbols are looked at once, however
   * many chunks there are.
   */
  forFile({ path, symbols, check }: FilteredFile): AcceptsChunk {
    const labels = new LabelledLines(symbols, check);
    const lowerPath = path.toLowerCase();
    const { must, exclude, required, forbidden } = this;
    return (span, text) => {
      const lower = text.toLowerCase();
      const holds = (wanted: string): boolean =>
        lowerPath.includes(wanted) || lower.includes(wanted) || labels.touches(wanted, span);
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

/** The lines of the symbols whose labels hold a text. */
class LabelledLines {
  private readonly known = new Map<string, readonly LineRange[]>();

  constructor(
    private readonly symbols: readonly SymbolFact[],
    private readonly check: FilteredFile["check"],
  ) {}

  /** Whether some of the lines are those of such a symbol. */
  touches(wanted: string, { startLine, endLine }: LineRange): boolean {
    let ranges = this.known.get(wanted);
    if (ranges === undefined) this.known.set(wanted, (ranges = this.rangesOf(wanted)));
    // The first range that ends in these lines or below them.
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle] as LineRange).endLine < startLine) low = middle + 1;
      else high = middle;
    }
    const next = ranges[low];
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
