/**
 * Loads the parser runtime and the grammars, each at most once in a process, from the files that the build
 * puts beside the code, and only when a file is to be parsed.
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
import { TextParser } from "./syntax/tree/parse.ts";
import { type ParserRuntime, startParserRuntime } from "./syntax/tree/parser-runtime.ts";
import { SubtreeReader } from "./syntax/tree/read-tree.ts";
import type { SyntaxTree } from "./syntax/tree/syntax-tree.ts";

// `src/` and `dist/` are both children of the package, and the build copies queries to `dist/languages/`: the
// same relative paths hold for both.
const ASSETS = new URL("../assets/", import.meta.url);
const QUERIES = new URL("./languages/", import.meta.url);

export interface LoadedGrammar {
  readonly parser: Parser;
  readonly language: Language;
  /** Parses a text; null when it took too much. */
  readonly parse: (text: string) => Tree | null;
  /** What to ask a tree. */
  readonly query: (detail: Detail) => TreeQuery;
  /** All nodes of a tree of this grammar. */
  readonly read: (tree: Tree, text: string) => SyntaxTree;
  /** Gives back the memory of one that is not looked at any more. */
  readonly recycle: (tree: SyntaxTree) => void;
  /** Null where calls are not resolved, or by name. */
  readonly flowReader: CallFactsReader | null;
}

/** `outline` leaves out calls and references: half of what a query finds, and not needed to index a file. */
export type Detail = "outline" | "full";

interface Runtime extends ParserRuntime {
  readonly texts: TextParser;
  readonly trees: SubtreeReader;
}

let runtime: Promise<Runtime> | undefined;
let memory: ParserMemory | undefined;
const loaded = new Map<GrammarSupport, Promise<LoadedGrammar>>();
/** By name of the grammar: several languages may be read with one. */
const languages = new Map<string, Language>();

/**
 * The parser and queries of a language. Fails when an asset is missing or a query does not fit its grammar.
 */
export function loadGrammar(grammar: GrammarSupport): Promise<LoadedGrammar> {
  let pending = loaded.get(grammar);
  if (!pending) loaded.set(grammar, (pending = load(grammar)));
  return pending;
}

/** What the parser has taken of the memory; it gives none back. */
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
  const queries: Partial<Record<Detail, TreeQuery>> = {};
  const query = (detail: Detail): TreeQuery =>
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

/** The queries of a language, as one text. */
export function querySource({ queries }: GrammarSupport): string {
  return queries.map((name) => readFileSync(new URL(`${name}.scm`, QUERIES), "utf8")).join("\n");
}

function isAboutOutline({ captures }: QueryPattern): boolean {
  return !captures.some(isUse) || captures.some((name) => !isUse(name) && !name.startsWith("_"));
}

/** Captures of calls, accesses and references; `@quiet` only serves to tell what is no call. */
function isUse(capture: string): boolean {
  return (
    capture === "quiet" ||
    capture === "access" ||
    capture === "call" ||
    capture.startsWith("call.") ||
    capture.startsWith("reference.")
  );
}

/**
 * At once: what compiles in the background waits until the functions of another grammar are compiled anew,
 * which may take seconds.
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
