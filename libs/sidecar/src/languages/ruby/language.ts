/** The language Ruby; calls are resolved by the reader in call-facts/. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition, QualifiedName } from "../../language.ts";
import { RUBY_LEXIS } from "../../lexical/lexical-rules.ts";

export const ruby: LanguageDefinition = {
  id: "ruby",
  aliases: ["rb"],
  extensions: [
    ".rb",
    ".rake",
    ".gemspec",
    ".ru",
    ".rbw",
    ".rbi",
    ".podspec",
    ".jbuilder",
    ".thor",
    ".builder",
  ],
  filenames: [
    "Rakefile",
    "Gemfile",
    "Guardfile",
    "Capfile",
    "Vagrantfile",
    "Podfile",
    "Fastfile",
    "Brewfile",
    "Berksfile",
    "Thorfile",
    "Dangerfile",
    "Appraisals",
    ".irbrc",
    ".pryrc",
  ],
  interpreters: ["ruby", "jruby", "rake", "irb"],
  lexicalRules: RUBY_LEXIS,
  grammar: {
    wasm: "ruby",
    queries: ["ruby/ruby"],
    constructors: ["initialize"],
    readName,
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-ruby.ts")).readRuby,
    chunkNodes: ["singleton_class"],
  },
};

/** `:name` → `name`. */
function readName(name: SyntaxNode): QualifiedName | null {
  return name.type === "simple_symbol" ? { name, text: name.text.slice(1), scopes: [] } : null;
}

/**
 * `require "a"`, `require_relative "a"` (recorded with a leading `./`), `load "a.rb"`, `autoload :A, "a"`.
 */
function readImports(call: SyntaxNode): ImportFact[] {
  const line = call.startRow + 1;
  const [first, second] = call.childForFieldName("arguments")?.namedChildren ?? [];
  const path = plainString(first?.type === "simple_symbol" ? second : first);
  if (path === null) return [];
  const isRelative = call.childForFieldName("method")?.text === "require_relative" && !path.startsWith(".");
  const name = first?.type === "simple_symbol" ? first.text.slice(1) : null;
  return [
    {
      module: isRelative ? `./${path}` : path,
      kind: "import",
      names: name === null ? [] : [{ name, alias: name }],
      line,
    },
  ];
}

/** The value of a string without interpolation. */
function plainString(node: SyntaxNode | null | undefined): string | null {
  if (node?.type !== "string" || node.namedChildren.some((child) => child?.type === "interpolation"))
    return null;
  return node.text.slice(1, -1);
}
