/**
 * Bytes of a file → its text and what the parser finds in it, for all kinds of tasks; and these facts as the
 * history of a symbol needs them. Runs in workers. Pure except for the parser.
 */
import { analyze, analyzePlain, compress, type FileFacts } from "@satori/sidecar";
import { textOfFile } from "../contents/file-text.ts";
import type { AnalyzedOutcome } from "../model/analyzed-file.ts";
import { encodeSymbols } from "../model/structure-codec.ts";
import type { AnalyzeTask, ParseMode } from "./work-task.ts";

/** A file that was read as text. */
interface AnalyzedText {
  readonly kind: "text";
  readonly text: string;
  readonly encoding: string;
  readonly facts: FileFacts;
  /** The language's parser gave up, or was skipped. */
  readonly isDegraded: boolean;
  /** The parser did not understand all of it. */
  readonly hasSyntaxErrors: boolean;
}

interface NoText {
  readonly kind: "skipped";
  readonly cause: "binary" | "encoding";
}

interface AnalyzeOptions {
  readonly mode: ParseMode;
  /** See `analyze`. */
  readonly detail: "outline" | "symbols";
}

/** Decodes and analyzes a file. Its path decides the language. */
export async function analyzeBytes(
  path: string,
  bytes: Uint8Array,
  { mode, detail }: AnalyzeOptions,
): Promise<AnalyzedText | NoText> {
  const decoded = textOfFile(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (decoded.kind !== "text")
    return { kind: "skipped", cause: decoded.kind === "binary" ? "binary" : "encoding" };
  const { text, encoding } = decoded;
  const facts = mode === "plain" ? analyzePlain(path, text) : await analyze(path, text, detail);
  return {
    kind: "text",
    text,
    encoding,
    facts,
    isDegraded: mode === "plain" || facts.diagnostics.some(({ kind }) => kind !== "syntax_error"),
    hasSyntaxErrors: facts.diagnostics.some(({ kind }) => kind === "syntax_error"),
  };
}

/** Reads the symbols and comments of a version. */
export async function analyzeFile({ path, bytes }: AnalyzeTask, mode: ParseMode): Promise<AnalyzedOutcome> {
  const analyzed = await analyzeBytes(path, bytes, { mode, detail: "symbols" });
  if (analyzed.kind === "skipped") return { ...analyzed, path };
  const { text, facts, isDegraded } = analyzed;
  return {
    kind: "analyzed",
    path,
    isDegraded,
    text: compress(text),
    symbols: encodeSymbols(facts.symbols),
    comments: facts.comments,
  };
}
