/** What TypeScript's own checker says about each call of a project: the peer that our resolution is held against. */
import { relative, sep } from "node:path";
import ts from "typescript";
import type { OracleSite } from "./against-oracle.ts";

/** Sites of all files, as far as the checker resolves them. */
export function oracleSites(root: string, files: readonly string[]): OracleSite[] {
  const program = ts.createProgram({
    rootNames: [...files],
    options: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, noEmit: true, skipLibCheck: true, experimentalDecorators: true, allowJs: false, strict: true, types: [] },
  });
  const checker = program.getTypeChecker();
  const wanted = new Set(files);
  const pathOf = (file: ts.SourceFile): string => relative(root, file.fileName).split(sep).join("/");
  const sites: OracleSite[] = [];
  for (const source of program.getSourceFiles()) {
    if (!wanted.has(source.fileName)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const site = siteOf(checker, node, (declaration) => (wanted.has(declaration.getSourceFile().fileName) ? `${pathOf(declaration.getSourceFile())}:${nameLine(declaration)}` : null));
        if (site) sites.push({ file: pathOf(source), ...site });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return sites;
}

function siteOf(checker: ts.TypeChecker, call: ts.CallExpression | ts.NewExpression, place: (declaration: ts.Node) => string | null): Omit<OracleSite, "file"> | null {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (call.expression.kind === ts.SyntaxKind.ImportKeyword) return null;
  const symbol = declaration && "name" in declaration && declaration.name ? checker.getSymbolAtLocation(declaration.name as ts.Node) : undefined;
  const known = declaration ?? classOf(checker, call);
  if (!known) return null;
  const overloads = ts.isConstructorDeclaration(known) ? known.parent.members.filter((member) => ts.isConstructorDeclaration(member)) : [];
  const declarations = new Set([known, ...overloads, ...(symbol?.declarations ?? [])].map(place).filter((found) => found !== null));
  const { expression } = call;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return { start: name.getStart(), kind: kindOf(known, call), declarations };
}

/** A class without a constructor has no declaration of one. */
function classOf(checker: ts.TypeChecker, call: ts.CallExpression | ts.NewExpression): ts.Node | null {
  if (!ts.isNewExpression(call)) return null;
  const symbol = checker.getTypeAtLocation(call).getSymbol();
  return symbol?.declarations?.find((declaration) => ts.isClassDeclaration(declaration)) ?? null;
}

function kindOf(declaration: ts.Node, call: ts.Node): string {
  if (ts.isNewExpression(call) || ts.isConstructorDeclaration(declaration)) return "constructor";
  if (ts.isMethodSignature(declaration) || ts.isCallSignatureDeclaration(declaration)) return "interface";
  if (ts.isFunctionTypeNode(declaration) || ts.isConstructorTypeNode(declaration)) return "function type";
  return ts.isMethodDeclaration(declaration) ? "method" : "function";
}

/** The line on which a declaration has its name; of an unnamed one that on which it begins; of a function that a variable holds, the variable's. */
function nameLine(declaration: ts.Node): number {
  const named = "name" in declaration && declaration.name ? (declaration.name as ts.Node) : declaration.parent && (ts.isVariableDeclaration(declaration.parent) || ts.isPropertyAssignment(declaration.parent) || ts.isPropertyDeclaration(declaration.parent)) ? declaration.parent.name : declaration;
  const source = declaration.getSourceFile();
  return source.getLineAndCharacterOfPosition(named.getStart(source)).line + 1;
}
