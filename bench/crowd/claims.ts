/** What an answer claims about files: lines, symbols and their positions. Pure. */
import type { FileOutlineOutput, Outline, ReadFileOutput, SearchCodebaseOk, Span } from "@satori/contracts";
import type { Exchange } from "./exchange.ts";

type Outlined = Extract<FileOutlineOutput, { status: "ok" }>;
type Read = Extract<ReadFileOutput, { status: "ok" }>;
type Ambiguous = Extract<ReadFileOutput, { status: "ambiguous" }>;

export interface SymbolClaim {
  readonly label: string;
  readonly span: Span;
  /** First line of its comment; absent if the answer has none. */
  readonly doc?: string | null;
}

/** One claim about one file. */
export interface Claim {
  readonly file: string;
  /** Consecutive lines, starting at a given one. */
  readonly text?: { readonly content: string; readonly startLine: number };
  /** The file has these lines. */
  readonly span?: Span;
  /** The span is that of the text. */
  readonly isSpanOfText?: boolean;
  readonly totalLines?: number;
  readonly symbols?: readonly SymbolClaim[];
  /** The file has no other symbols. */
  readonly areAllSymbols?: boolean;
  /** Label of a symbol that overlaps the span. */
  readonly label?: string | null;
}

/** Claims in the order of the answer; empty if it shows nothing of any file. */
export function claimsOf({ tool, envelope }: Pick<Exchange, "tool" | "envelope">): readonly Claim[] {
  // Every answer has been validated against its tool's schema.
  const answer = envelope as unknown;
  if (envelope.status === "ok" && tool === "search_codebase")
    return claimsOfSearch(answer as SearchCodebaseOk);
  if (envelope.status === "ok" && tool === "file_outline") return claimsOfOutline(answer as Outlined);
  if (envelope.status === "ok" && tool === "read_file") return claimsOfReading(answer as Read);
  if (envelope.status === "ambiguous" && tool === "read_file") {
    return (answer as Ambiguous).candidates.map(({ file, symbolLabel, span }) => ({
      file,
      symbols: [{ label: symbolLabel, span }],
    }));
  }
  return [];
}

function claimsOfSearch({ results, warnings = [] }: SearchCodebaseOk): Claim[] {
  const isWhole = !warnings.includes("OUTPUT_TRUNCATED");
  return results.map((result) => {
    const { file, span, symbolLabel: label = null } = result;
    if (result.kind === "chunk")
      return {
        file,
        span,
        label,
        text: { content: result.content, startLine: span.startLine },
        isSpanOfText: isWhole,
      };
    return { file, span, label, text: { content: result.preview, startLine: result.previewStartLine } };
  });
}

function claimsOfOutline({ file, outline, hasMore, start_line, end_line }: Outlined): Claim[] {
  return [
    {
      file,
      symbols: symbolsOf(outline),
      areAllSymbols: !hasMore && start_line === undefined && end_line === undefined,
    },
  ];
}

function claimsOfReading({ file, content, startLine, endLine, totalLines, symbol, outline }: Read): Claim[] {
  const opened = symbol ? [{ label: symbol.symbolLabel, span: symbol.span }] : [];
  const text = { content: content.replace(/\n$/, ""), startLine };
  return [
    {
      file,
      text,
      span: { startLine, endLine },
      isSpanOfText: true,
      totalLines,
      symbols: [...opened, ...(outline ? symbolsOf(outline) : [])],
    },
  ];
}

function symbolsOf({ symbols }: Outline): SymbolClaim[] {
  return symbols.map(({ symbolLabel, span, doc }) => ({ label: symbolLabel, span, doc }));
}
