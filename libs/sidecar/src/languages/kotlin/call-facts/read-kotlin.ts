/**
 * Reads the call facts of Kotlin. Top-level names of a file belong to its package. Conventions: a plain name
 * in a class is a member of it, of its base classes, or of the enclosing classes; in an extension, and in a
 * lambda with an `owner`, it may also be a member of that type; an extension is a name of its package, but is
 * called on an object.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import { readClass, readCompanion } from "./classes.ts";
import { readValue } from "./expressions.ts";
import { readFunction } from "./functions.ts";
import { readProperty } from "./properties.ts";
import { readStatement } from "./statements.ts";
import { readType } from "./types.ts";
import { plainName } from "../../../symbols/plain-name.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

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
