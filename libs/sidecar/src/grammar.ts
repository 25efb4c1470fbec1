/** Loads the parser runtime and the grammars, each at most once in a process, from the files that the build puts beside the code. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Language, Parser, Query, type Tree } from "web-tree-sitter";
import type { GrammarSupport } from "./language.ts";
import { type GrammarTables, type ParserRuntime, readGrammarTables } from "./tree/parser-memory.ts";
import { readTree } from "./tree/read-tree.ts";
import type { SyntaxTree } from "./tree/syntax-tree.ts";

// `src/` and `dist/` are both children of the package, so the same relative paths hold for both.
const ASSETS = new URL("../assets/", import.meta.url);
const QUERIES = new URL("../queries/", import.meta.url);

export interface LoadedGrammar {
  readonly parser: Parser;
  readonly language: Language;
  /** What to ask a tree; made when first needed, since a large query takes longer to compile than a file to parse. */
  readonly query: (detail: Detail) => Query;
  /** All nodes of a tree of this grammar. */
  readonly read: (tree: Tree, text: string) => SyntaxTree;
}

/** `outline` leaves out calls and references: half of what a query finds, and not needed to index a file. */
export type Detail = "outline" | "full";

const memory: ParserRuntime = {};
let runtime: Promise<void> | undefined;
const loaded = new Map<GrammarSupport, Promise<LoadedGrammar>>();
/** By name of the grammar: several languages may be read with one. */
const languages = new Map<string, Promise<Language>>();

/** The parser and queries of a language. Fails when an asset is missing or a query does not fit its grammar. */
export function loadGrammar(grammar: GrammarSupport): Promise<LoadedGrammar> {
  let pending = loaded.get(grammar);
  if (!pending) loaded.set(grammar, (pending = load(grammar)));
  return pending;
}

async function load(grammar: GrammarSupport): Promise<LoadedGrammar> {
  await (runtime ??= Parser.init(memory as Parameters<typeof Parser.init>[0]));
  const language = await loadLanguage(grammar.wasm);
  const source = grammar.queries.map((name) => readFileSync(new URL(`${name}.scm`, QUERIES), "utf8")).join("\n");
  const parser = new Parser();
  parser.setLanguage(language);
  const queries = new Map<Detail, Query>();
  const query = (detail: Detail): Query => {
    let made = queries.get(detail);
    if (!made) queries.set(detail, (made = makeQuery(language, source, detail)));
    return made;
  };
  let tables: GrammarTables | undefined;
  const read = (tree: Tree, text: string): SyntaxTree => readTree(memory, tree, (tables ??= readGrammarTables(memory, language)), text);
  return { parser, language, query, read };
}

function makeQuery(language: Language, source: string, detail: Detail): Query {
  const query = new Query(language, source);
  if (detail === "full") return query;
  for (const [pattern, quantifiers] of query.captureQuantifiers.entries()) {
    const captured = query.captureNames.filter((_, at) => quantifiers[at] !== NOT_CAPTURED);
    if (captured.some(isUse) && captured.every((name) => isUse(name) || name.startsWith("_"))) query.disablePattern(pattern);
  }
  return query;
}

/** What `captureQuantifiers` has for a capture that a pattern does not make. */
const NOT_CAPTURED = 0;

/** Captures of calls and references; `@quiet` only serves to tell what is no call. */
function isUse(capture: string): boolean {
  return capture === "quiet" || capture === "call" || capture.startsWith("call.") || capture.startsWith("reference.");
}

function loadLanguage(name: string): Promise<Language> {
  let pending = languages.get(name);
  if (!pending) languages.set(name, (pending = Language.load(gunzipSync(readFileSync(new URL(`grammars/${name}.wasm.gz`, ASSETS))))));
  return pending;
}
