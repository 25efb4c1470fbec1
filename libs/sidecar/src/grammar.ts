/**
 * Loads the parser runtime and the grammars from the files that the build puts next to the code: each at most
 * once in a process, and only when a file is parsed.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Language, Parser, Tree } from "web-tree-sitter";
import type { CallFactsReader, GrammarSupport } from "./language.ts";
import { parseQuery } from "./syntax/query/parse-query.ts";
import type { QueryPattern } from "./syntax/query/pattern.ts";
import { TreeQuery } from "./syntax/query/tree-query.ts";
import { readGrammarTables } from "./syntax/tree/grammar-tables.ts";
import type { ParserMemory } from "./syntax/tree/parser-memory.ts";
import { type ParserRuntime, startParserRuntime, SubtreeReader, TextParser } from "./syntax/tree/parse.ts";
import type { SyntaxTree } from "./syntax/tree/syntax-tree.ts";

// `src/` and `dist/` are both children of the package, and the build copies queries to `dist/languages/`, so
// the same relative paths work for both.
const ASSETS = new URL("../assets/", import.meta.url);
const QUERIES = new URL("./languages/", import.meta.url);

/** The parser of a grammar with what is needed to read its trees. */
export interface LoadedGrammar {
  readonly parser: Parser;
  readonly language: Language;
  /** Parses a text; null if the parser exceeded its budget. */
  readonly parse: (text: string) => Tree | null;
  /** The query for a tree, with or without calls and references. */
  readonly query: (detail: QueryDetail) => TreeQuery;
  /** Copies all nodes of a tree of this grammar out of the parser's memory. */
  readonly read: (tree: Tree, text: string) => SyntaxTree;
  /** Returns the memory of a tree that is no longer needed. */
  readonly recycle: (tree: SyntaxTree) => void;
  /** Null if calls are not resolved, or resolved by name. */
  readonly flowReader: CallFactsReader | null;
}

/**
 * `outline` omits calls and references: half of what a query finds, and not needed to index a file. `symbols`
 * also omits chunks and call facts, and is fast for several versions of one file.
 */
export type Detail = "symbols" | "outline" | "full";
type QueryDetail = Exclude<Detail, "symbols">;

interface Runtime extends ParserRuntime {
  readonly texts: TextParser;
  readonly trees: SubtreeReader;
}

let runtime: Promise<Runtime> | undefined;
let memory: ParserMemory | undefined;
const loaded = new Map<GrammarSupport, Promise<LoadedGrammar>>();
/** Keyed by name of the grammar, because several languages may share one. */
const languages = new Map<string, Language>();

/**
 * The parser and queries of a language. Rejects if an asset is missing or a query does not fit its grammar.
 */
export function loadGrammar(grammar: GrammarSupport): Promise<LoadedGrammar> {
  let pending = loaded.get(grammar);
  if (!pending) loaded.set(grammar, (pending = load(grammar)));
  return pending;
}

/** Memory that the parser has allocated, in bytes; it never shrinks. */
export function parserMemoryBytes(): number {
  return memory?.byteLength ?? 0;
}

async function load(grammar: GrammarSupport): Promise<LoadedGrammar> {
  const { Language, Parser, memory, texts, trees } = await (runtime ??= loadRuntime());
  const language = loadLanguage(grammar.wasm, Language);
  const patterns = parseQuery(querySource(grammar));
  const parser = new Parser();
  parser.setLanguage(language);
  const tables = readGrammarTables(memory, language);
  const queries: Partial<Record<QueryDetail, TreeQuery>> = {};
  const query = (detail: QueryDetail): TreeQuery =>
    (queries[detail] ??= new TreeQuery(patterns, tables, detail === "full" ? undefined : isAboutOutline));
  const parse = (text: string): Tree | null => texts.parse(parser, language, text);
  const read = (tree: Tree, text: string): SyntaxTree => trees.read(tree, tables, text);
  const recycle = (tree: SyntaxTree): void => trees.recycle(tree);
  return {
    parser,
    language,
    parse,
    query,
    read,
    recycle,
    flowReader: (await grammar.loadCallFactsReader?.()) ?? null,
  };
}

async function loadRuntime(): Promise<Runtime> {
  const started = await startParserRuntime();
  memory = started.memory;
  return { ...started, texts: new TextParser(memory), trees: new SubtreeReader(memory) };
}

/** The queries of a language, concatenated. */
export function querySource({ queries }: GrammarSupport): string {
  return queries.map((name) => readFileSync(new URL(`${name}.scm`, QUERIES), "utf8")).join("\n");
}

function isAboutOutline({ captures }: QueryPattern): boolean {
  return !captures.some(isUse) || captures.some((name) => !isUse(name) && !name.startsWith("_"));
}

/**
 * Whether a capture is of a call, an access or a reference. `@quiet` counts as one because it only marks
 * parts without calls.
 */
function isUse(capture: string): boolean {
  return (
    capture === "quiet" ||
    capture === "access" ||
    capture === "delegate" ||
    capture === "call" ||
    capture.startsWith("call.") ||
    capture.startsWith("reference.")
  );
}

/**
 * Compiles synchronously: an asynchronous compilation waits until functions of another grammar are recompiled
 * in the background, which may take seconds.
 */
function loadLanguage(name: string, loader: typeof Language): Language {
  let language = languages.get(name);
  if (!language)
    languages.set(
      name,
      (language = loader.loadSync(
        new WebAssembly.Module(gunzipSync(readFileSync(new URL(`grammars/${name}.wasm.gz`, ASSETS)))),
      )),
    );
  return language;
}
