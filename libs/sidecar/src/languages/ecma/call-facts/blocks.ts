/** Reads blocks, whose declarations are visible before the declaring statement. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { EcmaReader, EcmaNodeReaders } from "./ecma-reader.ts";

/** Reads the statements of a block whose frame or block of names is open. */
export function readStatements(statements: readonly SyntaxNode[], ecma: EcmaReader): void {
  const types = statements.map(({ type }) => type);
  for (const [at, statement] of statements.entries()) hoist(statement, types[at] as string, ecma);
  for (const [at, statement] of statements.entries()) ecma.read(statement, types[at]);
}

export const blockReaders: EcmaNodeReaders = {
  statement_block: (node, ecma) => inBlock(ecma, () => readStatements(ecma.parts(node), ecma)),
  switch_body: (node, ecma) => inBlock(ecma, () => ecma.readAll(ecma.parts(node))),
  for_statement: (node, ecma) => inBlock(ecma, () => ecma.readAll(ecma.parts(node))),
};

/** Reads something in a block of names of its own. Returns `unknown`. */
export function inBlock(ecma: EcmaReader, read: () => void): ExprId {
  ecma.names.enterBlock();
  read();
  ecma.names.leaveBlock();
  return ecma.flow.unknown();
}

/** Declares the names of a statement in its block. */
function hoist(statement: SyntaxNode, type: string, ecma: EcmaReader): void {
  switch (type) {
    case "function_declaration":
    case "generator_function_declaration":
    case "class_declaration":
    case "abstract_class_declaration":
    case "enum_declaration": {
      const name = statement.childForFieldName("name");
      if (name) ecma.names.declare(ecma.textOf(name));
      break;
    }
    case "lexical_declaration":
    case "variable_declaration":
      for (const declarator of ecma.parts(statement))
        for (const name of patternNames(ecma.parts(declarator)[0], ecma)) declareVariable(name, type, ecma);
      break;
    case "export_statement":
      for (const part of ecma.parts(statement)) hoist(part, part.type, ecma);
      break;
    default:
  }
}

/** Declares a variable: `var` in the whole function, others in their block. Returns its name in the facts. */
export function declareVariable(name: string, declaration: string, { names }: EcmaReader): string {
  return declaration === "variable_declaration" ? names.declareVar(name) : names.declare(name);
}

/** Names that a pattern declares. */
export function patternNames(pattern: SyntaxNode | undefined, ecma: EcmaReader): string[] {
  switch (pattern?.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [ecma.textOf(pattern)];
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return ecma.parts(pattern).flatMap((part) => patternNames(part, ecma));
    case "pair_pattern":
      return patternNames(ecma.parts(pattern)[1], ecma);
    case "assignment_pattern":
    case "object_assignment_pattern":
      return patternNames(ecma.parts(pattern)[0], ecma);
    default:
      return [];
  }
}
