/**
 * Turns the text of a file into facts. One parse yields symbols, references, imports, calls and chunks. Never
 * throws: a file that its parser cannot handle comes back as plain text with a diagnostic.
 */
import type { Tree } from "web-tree-sitter";
import { hideRanges, keepRanges } from "./blank.ts";
import { CallFactsBuilder } from "./call-facts/builder.ts";
import { callFactsByName } from "./call-facts/by-name/call-facts-by-name.ts";
import { type CallFacts, NONE } from "./call-facts/facts.ts";
import type { ChunkFact, Diagnostic, FileFacts, SymbolFact, TextRange } from "./facts.ts";
import { type Detail, type LoadedGrammar, loadGrammar } from "./grammar.ts";
import type { CallFactsReader, GrammarSupport, LanguageDefinition } from "./language.ts";
import { detectLanguage, UNKNOWN_LANGUAGE } from "./languages/detect-language.ts";
import { withHeadings } from "./languages/notebook/analyze-notebook.ts";
import { codeLanguageOf, isKernelCode, notebookCells } from "./languages/notebook/cells.ts";
import { withoutMagics, withoutMarks } from "./languages/notebook/magics.ts";
import { templateCode } from "./languages/embedded/template-code.ts";
import { SIDECAR_LIMITS } from "./limits.ts";
import { type Collected, collectFacts, SYMBOLS_CUT } from "./symbols/collect.ts";
import { isDamaged, mistakesIn } from "./recovery/damage.ts";
import { parsedPartsOf } from "./recovery/parsed-parts.ts";
import { repairedTree } from "./recovery/repaired-tree.ts";
import { declaredSymbols } from "./symbols/declared/declared-lines.ts";
import { headingSymbols } from "./symbols/headings.ts";
import { hasKeys, keySymbols } from "./symbols/keys/key-symbols.ts";
import { chunkEmbedded, chunkNotebook, chunkText } from "./syntax/chunk/chunk-text.ts";
import { chunkTree } from "./syntax/chunk/chunk-tree.ts";
import { headersOf } from "./syntax/chunk/headers.ts";
import { isBlankRange, LineIndex } from "./syntax/chunk/lines.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax/tree/syntax-tree.ts";

/**
 * Analyses one file. Never throws.
 *
 * @param path relative to the codebase's root, with `/`; it decides the language and is part of symbol ids
 * @param text the whole file, line ends unchanged
 * @param detail `outline` omits calls and references; `symbols`, if the file has a grammar, also chunks and
 *   call facts
 */
export async function analyze(path: string, text: string, detail: Detail = "full"): Promise<FileFacts> {
  const language = detectLanguage(path, text);
  if (language?.text === "notebook") return analyzeNotebook(path, text, language);
  if (!language?.grammar) return analyzeText(path, text, language, []);
  let grammar: LoadedGrammar;
  try {
    grammar = await loadGrammar(language.grammar);
  } catch (error) {
    return analyzeText(path, text, language, [{ kind: "grammar_missing", message: String(error) }]);
  }
  return analyzeTree({ path, text, language, support: language.grammar, grammar, detail });
}

/** Parses the code cells together, if the kernel's language has a grammar. */
async function analyzeNotebook(path: string, text: string, language: LanguageDefinition): Promise<FileFacts> {
  const cells = notebookCells(text);
  const plain = analyzeText(path, text, language, []);
  const support = codeLanguageOf(cells)?.grammar;
  if (!support) return plain;
  // A range ends on its last line, not at the start of the next one.
  const ranges = cells
    .filter((cell) => isKernelCode(text, cell))
    .map(({ start, end }) => ({ start, end: end - 1 }));
  const rewrite = (cellText: string): string => {
    const code = support.isIPython === true ? withoutMagics(cellText) : withoutMarks(cellText);
    return support.rewrite?.(code) ?? code;
  };
  const ofCells = { ...support, embedded: () => ranges, rewrite };
  try {
    const grammar = await loadGrammar(support);
    const facts = analyzeTree({ path, text, language, support: ofCells, grammar, detail: "outline" });
    return facts.diagnostics.some(({ kind }) => kind !== "syntax_error")
      ? facts
      : withHeadings(facts, plain.symbols);
  } catch {
    return plain;
  }
}

/** Same as `analyze`, but without a parser: for files that are known to crash theirs. */
export function analyzePlain(path: string, text: string): FileFacts {
  return analyzeText(path, text, detectLanguage(path, text), []);
}

const GIVEN_UP: Diagnostic = {
  kind: "parse_budget",
  message: "The parser gave up on this file; it is indexed as plain text.",
};

const SYNTAX_ERROR: Diagnostic = {
  kind: "syntax_error",
  message: "The file has syntax errors; facts around them may be missing.",
};

interface TreeInput {
  readonly path: string;
  readonly text: string;
  readonly language: LanguageDefinition;
  readonly support: GrammarSupport;
  readonly grammar: LoadedGrammar;
  readonly detail: Detail;
}

function analyzeTree({ path, text, language, support, grammar, detail }: TreeInput): FileFacts {
  let tree: Tree | null = null;
  let syntax: SyntaxTree | null = null;
  if (nestsDeeperThan(SIDECAR_LIMITS.nesting, text)) return analyzeText(path, text, language, [GIVEN_UP]);
  try {
    const embedded = support.embedded?.(text);
    let seen = embedded ? null : seenText(text, support);
    tree = embedded ? parseEmbedded({ text, support, grammar }, embedded) : grammar.parse(seen?.text ?? text);
    if (!tree) return analyzeText(path, text, language, [GIVEN_UP]);
    const lines = new LineIndex(text);
    syntax = grammar.read(tree, text);
    const again = seen && parsedAgain({ text, support, grammar }, seen, syntax);
    if (again) {
      grammar.recycle(syntax);
      tree.delete();
      ({ seen, tree, syntax } = again);
    }
    const collect = (from: SyntaxTree): Collected =>
      collectFacts({
        path,
        text,
        lines,
        tree: from,
        query: grammar.query(detail === "full" || support.callsByName ? "full" : "outline"),
        support,
      });
    const original = collect(syntax);
    const hasError = syntax.hasError || support.lacksMacros?.(path, text) === true;
    const parsedParts = detail === "symbols" ? parsedPartsOf(support) : undefined;
    const opening = support.opening ?? "";
    const repaired =
      seen && isDamaged(syntax)
        ? repairedTree({ text, seen: seen.text, opening, grammar, parsedParts }, original, collect)
        : null;
    if (repaired) {
      grammar.recycle(syntax);
      tree.delete();
      ({ tree, syntax } = repaired);
    }
    const { facts, symbolNamedAt, holders, diagnostics } = repaired?.collected ?? original;
    // Some grammars require at least one statement: an empty file is no syntax error.
    if (hasError && !isBlankRange(text, 0, text.length)) diagnostics.unshift(SYNTAX_ERROR);
    const found = { language: language.id, lineCount: lines.count, ...facts, diagnostics };
    if (detail === "symbols") return { ...found, chunks: [], flow: null };
    const chunkNodes = new Set(support.chunkNodes);
    const headers = headersOf(facts.symbols, facts.comments, lines);
    const chunks = embedded
      ? chunkEmbedded({ root: syntax.root, lines, extra: chunkNodes, headers, ranges: embedded })
      : chunkTree(syntax.root, lines, chunkNodes, headers);
    const flow = support.callsByName
      ? callFactsByName({ ...facts, holders, support, text })
      : readCallFacts(
          { root: syntax.root, text, hidden: seen?.hidden ?? [] },
          grammar.flowReader,
          symbolNamedAt,
        );
    return { ...found, chunks, flow };
  } catch (error) {
    // A trap inside the parser leaves its memory in an unknown state: the worker that sees this diagnostic is
    // replaced.
    return analyzeText(path, text, language, [{ kind: "parser_crashed", message: String(error) }]);
  } finally {
    tree?.delete();
    // Facts consist of numbers and texts. None of them refers to a node, so the tree's memory can be reused.
    if (syntax) grammar.recycle(syntax);
  }
}

/**
 * Parses the scripts, and the expressions and definitions in the template between them. If these are not
 * valid code of the language, its definitions alone; if that fails, too, the scripts alone.
 */
function parseEmbedded(
  { text, support, grammar }: Pick<TreeInput, "text" | "support" | "grammar">,
  scripts: readonly TextRange[],
): Tree | null {
  const { templateExpressions, templateDefinitions } = support;
  const readers = [
    ...(templateExpressions ? [{ templateExpressions, templateDefinitions }] : []),
    ...(templateDefinitions ? [{ templateDefinitions }] : []),
  ];
  for (const reader of readers) {
    const tree = grammar.parse(visibleText(templateCode(text, scripts, reader), support));
    if (tree && !tree.rootNode.hasError) return tree;
    tree?.delete();
  }
  return grammar.parse(visibleText(keepRanges(text, scripts), support));
}

function visibleText(text: string, support: GrammarSupport): string {
  return seenText(text, support).text;
}

/**
 * Parses a file once more with parts that were hidden, if the parser failed at what is around them. Null if
 * there are none. The caller owns the trees.
 */
function parsedAgain(
  { text, support, grammar }: Pick<TreeInput, "text" | "support" | "grammar">,
  { hidden }: SeenText,
  first: SyntaxTree,
): { seen: SeenText; tree: Tree; syntax: SyntaxTree } | null {
  if (!support.hiddenDespite || hidden.length === 0 || !first.hasError) return null;
  const known = support.rewrite?.(text) ?? text;
  const ranges = support.hiddenDespite(known, mistakesIn(first));
  if (ranges.length === hidden.length) return null;
  const seen = { text: hideRanges(known, ranges), hidden: ranges };
  const tree = grammar.parse(seen.text);
  return tree && { seen, tree, syntax: grammar.read(tree, text) };
}

/**
 * The text as the parser sees it, with the same length and line ends, and the ranges that are hidden from it,
 * sorted by start.
 */
interface SeenText {
  readonly text: string;
  readonly hidden: readonly TextRange[];
}

function seenText(text: string, { rewrite, hidden }: GrammarSupport): SeenText {
  const known = rewrite?.(text) ?? text;
  const ranges = hidden?.(known) ?? [];
  return { text: hideRanges(known, ranges), hidden: ranges };
}

function analyzeText(
  path: string,
  text: string,
  language: LanguageDefinition | null,
  diagnostics: Diagnostic[],
): FileFacts {
  const lines = new LineIndex(text);
  const method = language?.text ?? "windows";
  const symbols = plainSymbols(path, text, lines, language);
  const chunks: readonly ChunkFact[] =
    method === "notebook"
      ? chunkNotebook(lines)
      : chunkText(
          lines,
          method,
          symbols.map((symbol) => symbol.startLine),
        );
  return {
    language: language?.id ?? UNKNOWN_LANGUAGE,
    lineCount: lines.count,
    symbols,
    references: [],
    imports: [],
    calls: [],
    chunks,
    comments: language?.lineComment ? lineComments(lines, language.lineComment) : [],
    flow: null,
    diagnostics: symbols.length < SIDECAR_LIMITS.factsPerFile ? diagnostics : [...diagnostics, SYMBOLS_CUT],
  };
}

/** Symbols of a file without a grammar: headings, keys, or declarations found line by line. */
function plainSymbols(
  path: string,
  text: string,
  lines: LineIndex,
  language: LanguageDefinition | null,
): SymbolFact[] {
  if (language?.text === "headings" || language?.text === "notebook")
    return headingSymbols(path, text, lines);
  if (language && hasKeys(language.id)) return keySymbols(language.id, path, lines);
  return declaredSymbols(language?.id ?? UNKNOWN_LANGUAGE, path, lines);
}

// Reads the call facts of one tree.

interface CallFactsSource {
  readonly root: SyntaxNode;
  readonly text: string;
  /** Ranges of the text that were hidden from the parser, sorted by start. */
  readonly hidden: readonly TextRange[];
}

/** Null if the language has no reader, or if its reader fails on the tree. */
export function readCallFacts(
  { root, text, hidden }: CallFactsSource,
  read: CallFactsReader | null,
  symbolNamedAt: ReadonlyMap<number, number>,
): CallFacts | null {
  if (!read) return null;
  const builder = new CallFactsBuilder();
  try {
    read(root, text, builder, hidden);
  } catch {
    return null;
  }
  return builder.finish((nameStart) => symbolNamedAt.get(nameStart) ?? NONE);
}

// Measures how deep brackets nest, without a parser. Pure.

/** Change of depth by character code. */
const STEP = new Int8Array(128);
for (const bracket of "([{") STEP[bracket.charCodeAt(0)] = 1;
for (const bracket of ")]}") STEP[bracket.charCodeAt(0)] = -1;

/**
 * Whether more than `limit` brackets of any kind are open at once. Includes brackets in strings and comments;
 * ignores closing brackets without an opening one.
 */
export function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= STEP.length) continue;
    depth = Math.max(0, depth + (STEP[code] as number));
    if (depth > limit) return true;
  }
  return false;
}

// Finds the comment lines of a text without a grammar: lines that start with the language's comment prefix.
// Pure.

/** Ranges of all comment lines, sorted by start. The prefix is case-insensitive (`REM`). */
export function lineComments(lines: LineIndex, sign: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.textOf(line).trimStart();
    if (text.slice(0, sign.length).toLowerCase() === sign)
      ranges.push({ start: lines.startOf(line), end: lines.endOf(line) });
  }
  return ranges;
}
