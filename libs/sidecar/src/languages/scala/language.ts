/** The language Scala; calls are resolved by the names that its query captures. */
import type { CallFactsBuilder } from "../../call-facts/builder.ts";
import { ROOT } from "../../call-facts/import-marks.ts";
import { MAX_TYPE_CHARS } from "../../call-facts/by-name/named-path.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { ImportContext, LanguageDefinition } from "../../language.ts";
import { KOTLIN_LEXIS } from "../../lexical/lexical-rules.ts";
import { plainName } from "../../symbols/plain-name.ts";

export const scala: LanguageDefinition = {
  id: "scala",
  aliases: ["sc", "sbt"],
  extensions: [".scala", ".sc", ".sbt", ".mill"],
  interpreters: ["scala", "scala-cli", "amm"],
  lexicalRules: KOTLIN_LEXIS,
  grammar: {
    wasm: "scala",
    queries: ["scala/scala"],
    callsByName: true,
    namesHolders: true,
    hasCompanions: true,
    lastBaseFirst: true,
    ownNames: new Set(["this"]),
    readsFunctions: true,
    constructors: ["this"],
    namingNodes: new Set([
      "parameter",
      "class_parameter",
      "import_declaration",
      "package_identifier",
      "namespace_selectors",
      "stable_type_identifier",
      "typed_pattern",
      "binding",
      "capture_pattern",
      "access_qualifier",
    ]),
    rewrite: (text) => namedSelfTypes(bodiesBehindHeads(text)),
    readType,
    readImports,
    takeImports,
    chunkNodes: ["given_definition", "package_object", "val_definition", "var_definition"],
  },
};

/** A type's bases up to the end of the line, and a body that starts on the next line. */
const BODY_BELOW = /\b((?:extends|with)[ \t]+[\w.[\], ]{1,200}(?:\([^()\n]{0,200}\))?)(\r?\n[ \t]*)\{/g;

/**
 * Moves the brace, because the grammar ends a type with its line: `extends Base⏎{` becomes `extends Base{⏎`,
 * with the same number of characters and lines.
 */
function bodiesBehindHeads(text: string): string {
  return text.replace(BODY_BELOW, "$1{$2");
}

const SELF_TYPE = /\{(?:[ \t]*\r?\n)?[ \t]*\w{1,100}[ \t]*:[ \t]*[\w.]{1,200}\.type(?=[ \t]*=>)/g;

/**
 * Removes `.type` from `trait Companion { self: Server.type =>`, which the grammar does not know as a self
 * type: it would take what follows for a result type.
 */
function namedSelfTypes(text: string): string {
  return text.includes(".type")
    ? text.replace(SELF_TYPE, (head) => head.slice(0, -".type".length) + " ".repeat(".type".length))
    : text;
}

/**
 * Translates `Map[Key, List[Server]]` and `=> Server` to the syntax of other languages; `Server*` is a
 * sequence, and `Server with Closeable` its first type.
 */
function readType(text: string): string {
  if (text.length > MAX_TYPE_CHARS) return text;
  const one = text.replace(/^=>\s*|\.type$|\s+(?:with|&)\s[^]*$/g, "");
  return (one.endsWith("*") && /^[\p{L}_]/u.test(one) ? `Seq[${one.slice(0, -1).trimEnd()}]` : one)
    .replaceAll("[", "<")
    .replaceAll("]", ">");
}

/** A package clause, or text that may precede one. */
const HEAD =
  /\s+|\/\/.*|\/\*[^]*?\*\/|package[ \t]+(?!object\b)([\w.`]+)[ \t]*(?:;[ \t]*)?(?=[\n\r]|\/\/|$)/y;
const MAX_CLAUSES = 20;

/** Packages from the clauses at the head of a file, each by its full name, outermost first. */
function packagesOf(text: string): readonly string[] {
  const packages: string[] = [];
  HEAD.lastIndex = 0;
  for (let part = HEAD.exec(text); part && packages.length < MAX_CLAUSES; part = HEAD.exec(text)) {
    if (part[1] !== undefined) packages.push([...packages.slice(-1), part[1].replaceAll("`", "")].join("."));
  }
  return packages;
}

/** Names of the file's packages are bound first, so that imports take precedence. */
function takeImports(
  flow: CallFactsBuilder,
  imports: readonly ImportFact[],
  { text, scopeAt }: ImportContext,
): void {
  const packages = packagesOf(text);
  const parts = (packages.at(-1) ?? "").split(".");
  flow.package(parts.join("."));
  for (const name of packages) flow.wildcard(`${ROOT}${name}`);
  for (const at of parts.keys()) flow.mark(`${ROOT}${parts.slice(0, at + 1).join(".")}`);
  for (const { module, names, kind, line } of imports) {
    flow.within(kind === "reexport" ? 0 : scopeAt(line), () => {
      for (const { name, alias } of names) {
        if (alias === "*") flow.wildcard(module);
        else flow.bind(alias, flow.import(module, name));
      }
    });
  }
}

/**
 * `import a.b.C`, `import a.b.{C, D => E, _}`, `import a.b.*`, several separated by commas; and the same for
 * `export`.
 */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const kind = node.type === "export_declaration" ? "reexport" : "import";
  return clauses(node).flatMap((parts): ImportFact[] => {
    const path = parts
      .filter(({ type }) => type === "identifier" || type === "operator_identifier")
      .map(({ text }) => plainName(text));
    const last = parts.at(-1);
    if (!last) return [];
    if (last.type !== "identifier") return [{ module: path.join("."), kind, names: selected(last), line }];
    const name = path.at(-1) ?? "";
    return [{ module: path.slice(0, -1).join(".") || name, kind, names: [{ name, alias: name }], line }];
  });
}

/** The children of a statement, split at its commas. */
function clauses(statement: SyntaxNode): SyntaxNode[][] {
  const divided: SyntaxNode[][] = [[]];
  for (const child of statement.children) {
    if (child?.type === ",") divided.push([]);
    else if (child?.isNamed) divided.at(-1)?.push(child);
  }
  return divided;
}

function selected(selector: SyntaxNode): ImportedName[] {
  if (selector.type === "namespace_selectors")
    return selector.namedChildren.flatMap((child) => (child ? selected(child) : []));
  if (selector.type === "namespace_wildcard") return [{ name: "*", alias: "*" }];
  if (selector.type === "identifier")
    return [{ name: plainName(selector.text), alias: plainName(selector.text) }];
  const written = selector.childForFieldName("name")?.text;
  const name = written === undefined ? undefined : plainName(written);
  const alias = selector.childForFieldName("alias");
  // `{a => _}` hides a name.
  return name === undefined || alias?.type === "wildcard"
    ? []
    : [{ name, alias: alias ? plainName(alias.text) : name }];
}
