/** The lines that declare a symbol and what encloses it. Pure. */
import type { Span } from "@satori/contracts";
import type { SymbolFact } from "@satori/sidecar";
import type { ContextFile } from "./context-files.ts";

/** Longest signature in lines. */
const MAX_SIGNATURE_LINES = 12;
/** Lines above the name that may belong to a signature: the result type of a C function. */
const MAX_LINES_ABOVE_NAME = 3;
/** Enclosing symbols that are shown, innermost first. */
const MAX_HEADERS = 4;

type Declaring = Pick<ContextFile, "lines" | "symbols">;

/** All lines from the first to the last one. */
export function linesBetween({ startLine, endLine }: Span): readonly number[] {
  return Array.from({ length: Math.max(0, endLine - startLine + 1) }, (_, at) => startLine + at);
}

/** The lines of a symbol's signature; only the line of its name if the text does not show the signature. */
export function signatureLines({ lines }: Declaring, symbol: SymbolFact): readonly number[] {
  const { signature, nameLine } = symbol;
  const name = linesBetween({ startLine: nameLine, endLine: nameLine });
  if (signature === null) return name;
  const wanted = withoutBlanks(signature);
  const highest = Math.max(1, symbol.startLine, nameLine - MAX_LINES_ABOVE_NAME);
  for (let from = nameLine; from >= highest; from--) {
    let text = "";
    const last = Math.min(symbol.endLine, lines.length, from + MAX_SIGNATURE_LINES - 1);
    for (let line = from; line <= last; line++) {
      text += withoutBlanks(lines[line - 1] ?? "");
      if (line >= nameLine && text.includes(wanted)) return linesBetween({ startLine: from, endLine: line });
    }
  }
  return name;
}

/** The lines that name the symbols around a symbol, outermost first: class, namespace, heading. */
export function headerLines({ symbols }: Declaring, symbol: SymbolFact): readonly number[] {
  const headers: number[] = [];
  let around = symbols[symbol.parent];
  while (around && headers.length < MAX_HEADERS) {
    headers.push(around.nameLine);
    around = symbols[around.parent];
  }
  return headers.reverse();
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}
