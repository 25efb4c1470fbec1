import type { SyntaxNode } from "../tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../facts.ts";
import type { LanguageDefinition } from "../language.ts";

export const scala: LanguageDefinition = {
  id: "scala",
  aliases: ["sc", "sbt"],
  extensions: [".scala", ".sc", ".sbt", ".mill"],
  interpreters: ["scala", "scala-cli", "amm"],
  grammar: {
    wasm: "scala",
    queries: ["scala"],
    callsByName: true,
    hidesMembers: true,
    hasCompanions: true,
    constructors: ["this"],
    readImports,
    chunkNodes: ["given_definition", "package_object", "val_definition", "var_definition"],
  },
};

/** `import a.b.C`, `import a.b.{C, D => E, _}`, `import a.b.*`, several of them behind commas; and the same of `export`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const kind = node.type === "export_declaration" ? "reexport" : "import";
  return clauses(node).flatMap((parts): ImportFact[] => {
    const path = parts.filter(({ type }) => type === "identifier" || type === "operator_identifier").map(({ text }) => text);
    const last = parts.at(-1);
    if (!last) return [];
    if (last.type !== "identifier") return [{ module: path.join("."), kind, names: selected(last), line }];
    const name = path.at(-1) ?? "";
    return [{ module: path.slice(0, -1).join(".") || name, kind, names: [{ name, alias: name }], line }];
  });
}

/** The children of a statement, divided at its commas. */
function clauses(statement: SyntaxNode): SyntaxNode[][] {
  const divided: SyntaxNode[][] = [[]];
  for (const child of statement.children) {
    if (child?.type === ",") divided.push([]);
    else if (child?.isNamed) divided.at(-1)?.push(child);
  }
  return divided;
}

function selected(selector: SyntaxNode): ImportedName[] {
  if (selector.type === "namespace_selectors") return selector.namedChildren.flatMap((child) => (child ? selected(child) : []));
  if (selector.type === "namespace_wildcard") return [{ name: "*", alias: "*" }];
  if (selector.type === "identifier") return [{ name: selector.text, alias: selector.text }];
  const name = selector.childForFieldName("name")?.text;
  const alias = selector.childForFieldName("alias");
  // `{a => _}` hides a name.
  return name === undefined || alias?.type === "wildcard" ? [] : [{ name, alias: alias?.text ?? name }];
}
