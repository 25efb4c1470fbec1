/**
 * Reads the call facts of Kotlin. Top-level names of a file belong to its package. Conventions: a plain name
 * in a class is a member of it, of its base classes, or of the enclosing classes; in an extension, and in a
 * lambda with an `owner`, it may also be a member of that type; an extension is a name of its package, but is
 * called on an object.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { positionOf, Reading } from "../../../call-facts/reading/reading.ts";
import { plainName } from "../../../symbols/plain-name.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readLoop } from "./branches.ts";
import { readClass, readCompanion } from "./classes.ts";
import { readValue } from "./expressions.ts";
import { readFunction } from "./functions.ts";
import { readProperty } from "./properties.ts";
import { readType } from "./types.ts";

class KotlinReading extends Reading {
  override textOf(node: SyntaxNode): string {
    return plainName(super.textOf(node));
  }
}

export function readKotlin(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  const kotlin = new KotlinReading(text, flow, { value: read, type: readType, visit: read });
  kotlin.visitAll(root.namedChildren);
  kotlin.locals.finish();
}

/** Statements may be used as expressions. */
function read(node: SyntaxNode, kotlin: Reading): ExprId {
  if (readDeclaration(node, kotlin) || readStatement(node, kotlin)) return kotlin.flow.unknown();
  return readValue(node, kotlin);
}

function readDeclaration(node: SyntaxNode, kotlin: Reading): boolean {
  switch (node.type) {
    case "package_header":
      readPackage(pathOf(kotlin.parts(node)[0], kotlin), kotlin);
      return true;
    case "import":
      readImport(node, kotlin);
      return true;
    case "function_declaration":
      readFunction(node, kotlin);
      return true;
    case "property_declaration":
      readProperty(node, kotlin);
      return true;
    case "class_declaration":
    case "object_declaration":
      readClass(node, kotlin);
      return true;
    case "companion_object":
      readCompanion(node, kotlin);
      return true;
    case "file_annotation":
      return true;
    default:
      return false;
  }
}

/**
 * Records the package, and marks the file with it: folders need not have the package's name, and usually
 * leave out the prefix that all packages of a project share.
 */
function readPackage(name: string, { flow }: Reading): void {
  flow.package(name);
  flow.mark(name);
}

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
function readImport(node: SyntaxNode, kotlin: Reading): void {
  const { flow } = kotlin;
  const [path, alias] = kotlin.parts(node);
  if (!path) return;
  const name = pathOf(path, kotlin);
  if (/^\s*\.\s*\*/.test(kotlin.text.slice(path.endIndex, node.endIndex))) return flow.wildcard(name);
  flow.bind(alias ? kotlin.textOf(alias) : name.slice(name.lastIndexOf(".") + 1), flow.import(name, "*"));
}

function pathOf(node: SyntaxNode | undefined, kotlin: Reading): string {
  return node ? kotlin.textOf(node).replace(/[\s`]+/g, "") : "";
}

// Reads Kotlin's statements.

/** Reads a statement; returns false for any other node. */
function readStatement(node: SyntaxNode, kotlin: Reading): boolean {
  const { locals } = kotlin;
  switch (node.type) {
    case "block":
    case "while_statement":
    case "do_while_statement":
      locals.block(() => kotlin.visitAll(node.namedChildren));
      return true;
    case "for_statement":
      locals.block(() => readLoop(node, kotlin));
      return true;
    case "assignment":
      readAssignment(node, kotlin);
      return true;
    case "return_expression":
      readReturn(node, kotlin);
      return true;
    case "type_alias": {
      const parts = kotlin
        .parts(node)
        .filter(({ type }) => type !== "modifiers" && type !== "type_parameters");
      if (parts[0]) locals.bind(kotlin.textOf(parts[0]), kotlin.type(parts.at(-1)));
      return true;
    }
    default:
      return false;
  }
}

function readAssignment(node: SyntaxNode, kotlin: Reading): void {
  const { flow, locals } = kotlin;
  const [left, right] = kotlin.parts(node);
  if (!left || !right) return kotlin.visitAll(node.namedChildren);
  if (kotlin.text.slice(left.endIndex, right.startIndex).trim() !== "=")
    return kotlin.visitAll([left, right]);
  if (left.type !== "identifier") {
    const target = flow.written(kotlin.value(left));
    const isPlace = left.type === "navigation_expression" || left.type === "index_expression";
    const value = kotlin.value(right);
    if (isPlace) flow.store(target, value);
    return;
  }
  const name = kotlin.textOf(left);
  const value = kotlin.value(right);
  if (locals.assign(name, value)) return;
  // A name that no function declares is a property of the class or file.
  if (locals.isInClass) flow.store(flow.write(flow.member(flow.this(), name), positionOf(left)), value);
  else locals.assignOutside(name, value);
}

/** A `return` without a label returns from the function around all lambdas. */
function readReturn(node: SyntaxNode, kotlin: Reading): void {
  const { flow } = kotlin;
  const parts = kotlin.parts(node);
  const isLabelled = kotlin.text.startsWith("return@", node.startIndex);
  if (isLabelled) parts.shift();
  const value: ExprId = kotlin.value(parts[0]);
  if (isLabelled) return flow.returns(value);
  const scope = kotlin.locals.functionAround;
  if (scope === flow.current) return flow.returns(value);
  const standing = flow.standing(value);
  flow.within(scope, () => flow.returns(standing));
}
