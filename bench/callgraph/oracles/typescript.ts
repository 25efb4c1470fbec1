/** The TypeScript checker's resolution of each call. */
import { relative, sep } from "node:path";
import ts from "typescript";
import type { CallKind, OracleAnswer, OracleSite } from "./oracle.ts";

/** @param files absolute paths; declarations in other files count as outside of the project */
export function typescriptCalls(root: string, files: readonly string[]): OracleAnswer {
  const program = ts.createProgram({
    rootNames: [...files],
    options: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      noEmit: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      allowJs: false,
      strict: true,
      types: [],
    },
  });
  const checker = program.getTypeChecker();
  const wanted = new Set(files);
  const pathOf = (file: ts.SourceFile): string => relative(root, file.fileName).split(sep).join("/");
  const placeOf = (declaration: ts.Node): string | null =>
    wanted.has(declaration.getSourceFile().fileName)
      ? `${pathOf(declaration.getSourceFile())}:${nameLine(declaration)}`
      : null;
  const sites: OracleSite[] = [];
  const read = new Set<string>();
  for (const source of program.getSourceFiles()) {
    if (!wanted.has(source.fileName)) continue;
    read.add(pathOf(source));
    const visit = (node: ts.Node): void => {
      const site =
        ts.isCallExpression(node) || ts.isNewExpression(node)
          ? siteOf(checker, node, placeOf)
          : ts.isPropertyAccessExpression(node)
            ? accessOf(checker, node, placeOf)
            : null;
      if (site) sites.push({ file: pathOf(source), ...site });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { files: read, sites };
}

function siteOf(
  checker: ts.TypeChecker,
  call: ts.CallExpression | ts.NewExpression,
  placeOf: (declaration: ts.Node) => string | null,
): Omit<OracleSite, "file"> | null {
  const { expression } = call;
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return null;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  const known = made(checker, call) ?? declaration;
  if (!known) return null;
  const symbol =
    "name" in known && known.name ? checker.getSymbolAtLocation(known.name as ts.Node) : undefined;
  const declarations = [
    ...new Set([known, ...(symbol?.declarations ?? [])].map(placeOf).filter((place) => place !== null)),
  ];
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return { start: name.getStart(), kind: kindOf(known, call), declarations };
}

/**
 * A member that is read or stored into; null for a member that is called, or one that the checker cannot
 * resolve.
 */
function accessOf(
  checker: ts.TypeChecker,
  access: ts.PropertyAccessExpression,
  placeOf: (declaration: ts.Node) => string | null,
): Omit<OracleSite, "file"> | null {
  const { parent, name } = access;
  if (ts.isCallExpression(parent) && parent.expression === access) return null;
  const isStored =
    ts.isBinaryExpression(parent) &&
    parent.left === access &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const runs = isStored ? ts.isSetAccessor : ts.isGetAccessor;
  const symbol = checker.getSymbolAtLocation(name);
  if (!symbol) return null;
  const declared = symbol.declarations?.filter(runs) ?? [];
  return {
    start: name.getStart(),
    kind: "property",
    declarations: [...new Set(declared.map(placeOf).filter((place) => place !== null))],
  };
}

/** The class that a call constructs. */
function made(checker: ts.TypeChecker, call: ts.CallExpression | ts.NewExpression): ts.Node | null {
  const isSuper = call.expression.kind === ts.SyntaxKind.SuperKeyword;
  if (!ts.isNewExpression(call) && !isSuper) return null;
  const type = isSuper ? checker.getTypeAtLocation(call.expression) : checker.getTypeAtLocation(call);
  return type.getSymbol()?.declarations?.find((declaration) => ts.isClassLike(declaration)) ?? null;
}

function kindOf(declaration: ts.Node, call: ts.CallExpression | ts.NewExpression): CallKind {
  if (ts.isNewExpression(call) || call.expression.kind === ts.SyntaxKind.SuperKeyword) return "constructor";
  if (ts.isMethodSignature(declaration) || ts.isCallSignatureDeclaration(declaration)) return "interface";
  if (ts.isFunctionTypeNode(declaration) || ts.isConstructorTypeNode(declaration)) return "function type";
  return ts.isMethodDeclaration(declaration) ? "method" : "function";
}

/**
 * The line of a declaration's name. Without a name, the line on which it begins; for a function that is a
 * variable's value, the line of the variable.
 */
function nameLine(declaration: ts.Node): number {
  const { parent } = declaration;
  const isHeld =
    parent &&
    (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent));
  const named =
    "name" in declaration && declaration.name
      ? (declaration.name as ts.Node)
      : isHeld
        ? parent.name
        : declaration;
  const source = declaration.getSourceFile();
  return source.getLineAndCharacterOfPosition(named.getStart(source)).line + 1;
}
