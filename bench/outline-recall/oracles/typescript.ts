/** Declarations of JavaScript and TypeScript files, by TypeScript's parser; rules: docs/outlines.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Declaration, type DeclarationKind, type OracleAnswer, plainName } from "../declaration.ts";

/** @param files relative to the root; files with syntax errors are left out */
export function typescriptDeclarations(root: string, files: readonly string[]): OracleAnswer {
  const declarations: Declaration[] = [];
  const read = new Map<string, []>();
  for (const file of files) {
    const own = declarationsIn(file, readFileSync(join(root, file), "utf8"));
    if (!own) continue;
    read.set(file, []);
    for (const one of own) declarations.push(one);
  }
  return { files: read, declarations };
}

/** Declarations of a text, in its order; null if it has syntax errors. */
export function declarationsIn(file: string, text: string): Declaration[] | null {
  const source = ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.ESNext }, true);
  // The parser's errors are not part of its public interface.
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] };
  if (parseDiagnostics.length > 0) return null;
  const waiting: Located[] = [{ node: source, isLocal: false, isType: false }];
  const found: Found[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(...declaredBy(next, source));
    const isLocal =
      next.isLocal || ts.isFunctionLike(next.node) || ts.isClassStaticBlockDeclaration(next.node);
    const isType =
      next.isType || ts.isInterfaceDeclaration(next.node) || ts.isTypeAliasDeclaration(next.node);
    next.node.forEachChild((node) => void waiting.push({ node, isLocal, isType }));
  }
  return found
    .sort((left, right) => left.name.getStart(source) - right.name.getStart(source))
    .map(({ name, kind, shape, isOptional }): Declaration => ({
      file,
      name: plainName(name.getText(source)),
      kind,
      line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1,
      shape: shape + nameForm(name),
      ...(isOptional ? { optional: true } : {}),
    }));
}

interface Located {
  readonly node: ts.Node;
  /** Whether a function is around. */
  readonly isLocal: boolean;
  /** Whether an alias or interface is around: its object types have members. */
  readonly isType: boolean;
}

interface Found {
  readonly name: ts.Node;
  readonly kind: DeclarationKind;
  readonly shape: string;
  readonly isOptional: boolean;
}

function listed(
  name: ts.Node | undefined,
  kind: DeclarationKind,
  shape: string,
  isOptional = false,
): Found[] {
  return name ? [{ name, kind, shape, isOptional }] : [];
}

function optional(name: ts.Node | undefined, kind: DeclarationKind, shape: string): Found[] {
  return listed(name, kind, shape, true);
}

function nameForm(name: ts.Node): string {
  if (ts.isPrivateIdentifier(name)) return ", private name";
  if (ts.isComputedPropertyName(name)) return ", computed name";
  return ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? ", literal name" : "";
}

function declaredBy(at: Located, source: ts.SourceFile): Found[] {
  const { node, isLocal, isType } = at;
  if (ts.isFunctionDeclaration(node))
    return listed(node.name ?? defaultOf(node), "function", functionShape(node, isLocal));
  if (ts.isClassDeclaration(node))
    return listed(node.name ?? defaultOf(node), "type", `class${within(isLocal)}`);
  if (ts.isInterfaceDeclaration(node)) return listed(node.name, "type", "interface");
  if (ts.isTypeAliasDeclaration(node)) return listed(node.name, "type", "type alias");
  if (ts.isEnumDeclaration(node)) return listed(node.name, "type", "enum");
  if (ts.isEnumMember(node)) return listed(node.name, "enum member", "enum member");
  if (ts.isModuleDeclaration(node))
    return listed(node.name, "module", "namespace", node.name.getText(source) === "global");
  if (ts.isVariableDeclaration(node)) return variables(node, isLocal);
  if (ts.isParameter(node))
    return ts.isParameterPropertyDeclaration(node, node.parent)
      ? listed(node.name, "field", "parameter property")
      : [];
  if (node.parent && ts.isObjectLiteralExpression(node.parent)) return literalMember(node, isLocal);
  if (node.parent && ts.isClassLike(node.parent)) return classMember(node, source);
  if (ts.isTypeElement(node)) return typeMember(node, isType);
  if (ts.isExportAssignment(node)) return defaultExport(node, source);
  if (ts.isBinaryExpression(node)) return assignment(node, isLocal);
  if (ts.isFunctionExpression(node)) return optional(node.name, "function", "function expression");
  return ts.isClassExpression(node) ? optional(node.name, "type", "class expression") : [];
}

function within(isLocal: boolean): string {
  return isLocal ? " in a function" : "";
}

function functionShape(node: ts.FunctionDeclaration, isLocal: boolean): string {
  const form = node.body ? (node.asteriskToken ? "generator" : "function") : "function without a body";
  return form + (node.name ? "" : ", default export without a name") + within(isLocal);
}

/** The keyword `default` of an export. */
function defaultOf(node: ts.FunctionDeclaration | ts.ClassDeclaration): ts.Node | undefined {
  return node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
}

function isFunctionValue(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

/** A variable of a catch clause is no declaration in the sense of an outline. */
function variables({ name, initializer, parent }: ts.VariableDeclaration, isLocal: boolean): Found[] {
  if (!ts.isVariableDeclarationList(parent)) return [];
  if (ts.isIdentifier(name) && isFunctionValue(initializer))
    return listed(name, "function", `variable with a function${within(isLocal)}`);
  if (ts.isIdentifier(name) && initializer && ts.isClassExpression(initializer))
    return listed(name, "type", `variable with a class${within(isLocal)}`);
  if (isLocal || !ts.isVariableStatement(parent.parent)) return [];
  const around = parent.parent.parent;
  const isTop = ts.isSourceFile(around) || ts.isModuleBlock(around);
  if (!isTop && parent.flags & ts.NodeFlags.BlockScoped) return [];
  if (ts.isIdentifier(name)) return listed(name, "variable", "variable", !isTop);
  const isImport = isImported(initializer) && ts.isObjectBindingPattern(name) && !isExported(parent.parent);
  const pattern = ts.isArrayBindingPattern(name) ? "array" : "object";
  return boundNames(name).flatMap((element) =>
    listed(
      element.name,
      "variable",
      `variable in an ${pattern} pattern${elementForm(element, name)}`,
      !isTop || isImport,
    ),
  );
}

/** `require("m")` and `await import("m")`, whose names are imports. */
function isImported(value: ts.Expression | undefined): boolean {
  const call = value && ts.isAwaitExpression(value) ? value.expression : value;
  if (!call || !ts.isCallExpression(call)) return false;
  const { expression } = call;
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === "require")
  );
}

function isExported({ modifiers }: ts.VariableStatement): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function elementForm(element: ts.BindingElement, pattern: ts.BindingPattern): string {
  if (element.parent !== pattern) return ", nested";
  if (element.initializer) return ", with a default";
  return element.dotDotDotToken ? ", rest" : "";
}

/** The elements of a pattern that bind a name, however deep. */
function boundNames(pattern: ts.BindingPattern): ts.BindingElement[] {
  const elements: ts.BindingElement[] = [];
  const waiting: ts.BindingPattern[] = [pattern];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const element of next.elements) {
      if (!ts.isBindingElement(element)) continue;
      if (ts.isIdentifier(element.name)) elements.push(element);
      else waiting.push(element.name);
    }
  }
  return elements;
}

function classMember(node: ts.Node, source: ts.SourceFile): Found[] {
  if (ts.isConstructorDeclaration(node)) {
    const keyword = node
      .getChildren(source)
      .find(({ kind, pos, end }) => kind === ts.SyntaxKind.ConstructorKeyword && end > pos);
    return listed(keyword, "method", node.body ? "constructor" : "constructor without a body");
  }
  if (ts.isPropertyDeclaration(node))
    return isFunctionValue(node.initializer)
      ? listed(node.name, "method", "field with a function")
      : listed(node.name, "field", "field");
  if (ts.isAccessor(node)) return listed(node.name, "method", "accessor");
  return ts.isMethodDeclaration(node)
    ? listed(node.name, "method", node.body ? "method" : "method without a body")
    : [];
}

function typeMember(node: ts.TypeElement, isType: boolean): Found[] {
  const isMethod = ts.isMethodSignature(node) || ts.isAccessor(node);
  const owner = ts.isInterfaceDeclaration(node.parent) ? "an interface" : "an object type";
  const shape = `${isMethod ? "method" : "property"} of ${owner}`;
  return listed(node.name, isMethod ? "method" : "field", shape, !isType);
}

function literalMember(node: ts.Node, isLocal: boolean): Found[] {
  if (ts.isPropertyAssignment(node) && ts.isClassExpression(node.initializer))
    return optional(node.name, "type", "key with a class");
  if (ts.isPropertyAssignment(node))
    return isFunctionValue(node.initializer)
      ? listed(node.name, "method", "key with a function", isLocal)
      : [];
  return ts.isMethodDeclaration(node) || ts.isAccessor(node)
    ? listed(node.name, "method", "method of an object literal", isLocal)
    : [];
}

/** `export default () => …` and `export default (class {})` are named by the keyword. */
function defaultExport(node: ts.ExportAssignment, source: ts.SourceFile): Found[] {
  const { expression, isExportEquals } = node;
  if (isExportEquals) return [];
  const keyword = node.getChildren(source).find(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  if (isFunctionValue(expression)) return listed(keyword, "function", "default export without a name");
  if (ts.isClassExpression(expression)) return optional(keyword, "type", "default export without a name");
  return ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)
    ? []
    : optional(keyword, "variable", "default export of a value");
}

/** `exports.a = …` at the top level, and functions that are assigned to members. */
function assignment({ left, right, operatorToken, parent }: ts.BinaryExpression, isLocal: boolean): Found[] {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const isFunction = isFunctionValue(right);
  if (ts.isIdentifier(left))
    return isFunction ? optional(left, "function", "function assigned to a name") : [];
  if (ts.isElementAccessExpression(left))
    return optional(left.argumentExpression, isFunction ? "function" : "variable", "assignment to a member");
  if (!ts.isPropertyAccessExpression(left)) return [];
  if (ts.isClassExpression(right)) return optional(left.name, "type", "class assigned to a member");
  const owner = left.expression.getText();
  const isExport = owner === "exports" || owner === "module.exports";
  const isTop = ts.isExpressionStatement(parent) && ts.isSourceFile(parent.parent);
  if (isExport && isTop && !isFunction) return listed(left.name, "variable", "variable of exports");
  if (!isFunction) return isExport ? optional(left.name, "variable", "variable of exports") : [];
  const kind = isExport || owner === "this" ? "function" : "method";
  return listed(left.name, kind, "function assigned to a member", isLocal);
}
