/** Finds the variables that a module or namespace declares, in patterns of any depth. Pure. */
import type { InnerDefinition } from "../../language.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";

/** Statements around a declaration: `export`, `declare`. */
const WRAPPERS: ReadonlySet<string> = new Set(["export_statement", "ambient_declaration"]);
const DECLARATIONS: ReadonlySet<string> = new Set(["lexical_declaration", "variable_declaration"]);

/**
 * Variables of the statements of a module or block, in the order of the text. Those in blocks inside it are
 * local. `const { join } = require("path")` imports names instead, unless it exports them as well.
 */
export function variablesIn(block: SyntaxNode): InnerDefinition[] {
  return block.namedChildren.flatMap((statement) => {
    const declaration = unwrapped(statement);
    if (!declaration || !DECLARATIONS.has(declaration.type)) return [];
    const isExported = statement.id !== declaration.id;
    return declaration.namedChildren
      .filter((declarator) => isExported || !importsNames(declarator))
      .flatMap((declarator) => declaredNames(declarator))
      .map((name) => ({ node: declaration, name }));
  });
}

/** Begins a value that is another module, or a part of one. */
export const MODULE_VALUE = /^(?:require\b|await import\b)/;

/** Whether a declarator takes names out of another module. */
function importsNames(declarator: SyntaxNode): boolean {
  return (
    declarator.childForFieldName("name")?.type === "object_pattern" &&
    MODULE_VALUE.test(declarator.childForFieldName("value")?.text ?? "")
  );
}

/** The declaration in `export` and `declare`. */
function unwrapped(statement: SyntaxNode): SyntaxNode | null {
  let inner: SyntaxNode | undefined = statement;
  while (inner && WRAPPERS.has(inner.type))
    inner = inner.namedChildren.find(({ type }) => WRAPPERS.has(type) || DECLARATIONS.has(type));
  return inner ?? null;
}

function declaredNames(declarator: SyntaxNode): SyntaxNode[] {
  const target = declarator.type === "variable_declarator" ? declarator.childForFieldName("name") : null;
  return target ? namesIn(target) : [];
}

/** The names that a pattern binds, in the order of the text; defaults and keys bind none. */
export function namesIn(pattern: SyntaxNode): SyntaxNode[] {
  const names: SyntaxNode[] = [];
  const open = [pattern];
  for (let node = open.pop(); node; node = open.pop()) {
    switch (node.type) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        names.push(node);
        break;
      case "object_pattern":
      case "array_pattern":
      case "rest_pattern":
        open.push(...node.namedChildren.reverse());
        break;
      case "pair_pattern":
        open.push(...node.childrenForFieldName("value"));
        break;
      case "assignment_pattern":
      case "object_assignment_pattern":
        open.push(...node.childrenForFieldName("left"));
        break;
      default:
    }
  }
  return names;
}
