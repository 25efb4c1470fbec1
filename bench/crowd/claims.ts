/** What an answer claims about files: lines, symbols and their positions. Pure. */
import {
  type FileOutlineOutput,
  type Outline,
  type ReadFileOutput,
  type SearchCodebaseOk,
  type Span,
  type WithArguments,
  isChunkResult,
  withArguments,
} from "@satori/contracts";
import type { Exchange } from "./exchange.ts";

type Outlined = Extract<FileOutlineOutput, { status: "ok" }>;
type Read = Extract<ReadFileOutput, { status: "ok" }>;
type Ambiguous = Extract<ReadFileOutput, { status: "ambiguous" }>;

export interface SymbolClaim {
  readonly label: string;
  readonly span: Span;
  /** First line of its comment; absent if the answer does not have it. */
  readonly doc?: string;
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
export function claimsOf({
  tool,
  args,
  envelope,
}: Pick<Exchange, "tool" | "args" | "envelope">): readonly Claim[] {
  // Every answer has been validated against its tool's schema.
  const answer = envelope as unknown;
  if (envelope.status === "ok" && tool === "search_codebase")
    return claimsOfSearch(answer as SearchCodebaseOk);
  if (envelope.status === "ok" && tool === "file_outline")
    return claimsOfOutline(withArguments(args, answer as Outlined));
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
    if (isChunkResult(result))
      return {
        file,
        span,
        label,
        text: { content: result.content, startLine: span.startLine },
        isSpanOfText: isWhole,
      };
    const { preview, previewStartLine = span.startLine } = result;
    return {
      file,
      span,
      label,
      ...(preview === undefined ? {} : { text: { content: preview, startLine: previewStartLine } }),
    };
  });
}

function claimsOfOutline({ file, outline, hasMore, start_line, end_line }: WithArguments<Outlined>): Claim[] {
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
  // A doc that is absent may have been omitted for its size: then nothing is claimed about it.
  return symbols.map(({ symbolLabel, span, doc }) => ({
    label: symbolLabel,
    span,
    ...(doc === undefined ? {} : { doc }),
  }));
}
