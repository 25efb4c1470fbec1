/** The language Elixir; calls are resolved by the names that its query captures. */
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { DelegatedCall, LanguageDefinition, QualifiedName } from "../../language.ts";
import { ELIXIR_LEXIS } from "../../lexical/lexical-rules.ts";

export const elixir: LanguageDefinition = {
  id: "elixir",
  aliases: ["ex", "exs"],
  extensions: [".ex", ".exs"],
  interpreters: ["elixir", "iex"],
  lexicalRules: ELIXIR_LEXIS,
  grammar: {
    wasm: "elixir",
    queries: ["elixir/elixir"],
    callsByName: true,
    namesModules: true,
    hides: /^def(?:macro)?p\b/,
    readName,
    readImports,
    readDelegates,
    // All definitions are calls in Elixir.
    chunkNodes: ["call"],
  },
};

/**
 * The name in `name(a) when b` and `a + b`, which `def` defines, and in `:name` and `name: 1`, which
 * `defstruct` defines.
 */
function readName(head: SyntaxNode): QualifiedName | null {
  if (head.type === "atom" || head.type === "keyword")
    return { name: head, text: head.text.replace(/^:|:\s*$/g, ""), scopes: [] };
  const operator = head.childForFieldName("operator");
  if (operator?.type === "when")
    return readName(head.childForFieldName("left") ?? head.firstChild ?? operator);
  const target = head.type === "call" ? head.childForFieldName("target") : null;
  const name = target ?? operator;
  return name && { name, scopes: [] };
}

/** `alias A.B, as: C`, `alias A.{B, C.D}`, `import A, only: [b: 1]`, `require A`, `use A`. */
function readImports(call: SyntaxNode): ImportFact[] {
  const line = call.startRow + 1;
  const [target = null, options = null] =
    call.namedChildren.find((child) => child?.type === "arguments")?.namedChildren ?? [];
  const keyword = call.childForFieldName("target")?.text;
  const imported = keyword === "import" ? importedNames(options) : [];
  return modulesOf(target).map((module) => ({
    module,
    kind: "import",
    names: keyword === "import" ? imported : boundNames(keyword, module, options),
    line,
  }));
}

/** An atom with its name, as in `:stop` and `:"stop!"`. */
const ATOM = /^:"?([\p{L}_][\p{L}\p{N}_]*[?!]?)"?$/u;

/** Functions that one `defdelegate` may define. */
const MAX_DELEGATES = 100;

/** `defdelegate run(x), to: Work, as: :start` calls `Work.start`; several heads may be in a list. */
function readDelegates(call: SyntaxNode): readonly DelegatedCall[] {
  const [heads = null, given = null] =
    call.namedChildren.find((child) => child?.type === "arguments")?.namedChildren ?? [];
  const options = given?.type === "list" ? (given.namedChildren[0] ?? null) : given;
  const receiver = optionOf(options, "to");
  if (!heads || !receiver) return [];
  const renamed = optionOf(options, "as");
  const renamedTo = renamed && ATOM.exec(renamed.text)?.[1];
  if (renamed !== null && !renamedTo) return [];
  return (heads.type === "list" ? heads.namedChildren.slice(0, MAX_DELEGATES) : [heads]).flatMap((head) => {
    const name = renamedTo ?? (head && readName(head)?.name.text) ?? head?.text;
    return head && name ? [{ name, head, receiver, args: parametersOf(head) }] : [];
  });
}

function parametersOf(head: SyntaxNode): readonly SyntaxNode[] {
  const own = head.childForFieldName("operator")?.type === "when" ? head.childForFieldName("left") : head;
  const list = own?.namedChildren.find((child) => child?.type === "arguments");
  return list?.namedChildren.filter((child) => child !== null) ?? [];
}

function modulesOf(target: SyntaxNode | null): string[] {
  if (target?.type === "alias") return [target.text];
  const left = target?.type === "dot" ? target.childForFieldName("left") : null;
  const prefix = left && moduleNamed(left);
  const last = target?.childForFieldName("right");
  if (prefix === null || !last) return [];
  if (last.type === "alias") return [`${prefix}.${last.text}`];
  if (last.type !== "tuple") return [];
  return last.namedChildren.flatMap((part) => (part?.type === "alias" ? [`${prefix}.${part.text}`] : []));
}

/** How many modules around a name are read. */
const MAX_MODULES = 20;

/** The full name of a module: of the enclosing one for `__MODULE__`. */
function moduleNamed(node: SyntaxNode): string {
  if (node.type === "dot" && node.childForFieldName("left")?.text === "__MODULE__")
    return `${moduleNamed(node.childForFieldName("left") ?? node)}.${node.childForFieldName("right")?.text}`;
  if (node.text !== "__MODULE__") return node.text;
  const names: string[] = [];
  for (let at = node.parent; at !== null && names.length < MAX_MODULES; at = at.parent)
    if (at.type === "call" && at.childForFieldName("target")?.text === "defmodule") {
      const name = at.namedChildren.find((child) => child?.type === "arguments")?.namedChildren[0];
      if (name?.type === "alias") names.unshift(name.text);
    }
  return names.join(".");
}

/** Names of `only` that are kept, per module that is imported. */
const MAX_NAMES = 1_000;

function importedNames(options: SyntaxNode | null): ImportedName[] {
  const only =
    optionOf(options, "only")
      ?.descendantsOfType("keyword")
      .map((name) => name.text.replace(/: ?$/, "")) ?? [];
  return only.length > 0
    ? only.slice(0, MAX_NAMES).map((name) => ({ name, alias: name }))
    : [{ name: "*", alias: "*" }];
}

function boundNames(keyword: string | undefined, module: string, options: SyntaxNode | null): ImportedName[] {
  if (keyword === "use") return [];
  const alias =
    optionOf(options, "as")?.text ??
    (keyword === "alias" ? module.slice(module.lastIndexOf(".") + 1) : module);
  return [{ name: "*", alias }];
}

/** Value of `key: value`. */
function optionOf(options: SyntaxNode | null, key: string): SyntaxNode | null {
  const pair = options?.namedChildren.find((child) =>
    child?.childForFieldName("key")?.text.startsWith(`${key}:`),
  );
  return pair?.childForFieldName("value") ?? null;
}
