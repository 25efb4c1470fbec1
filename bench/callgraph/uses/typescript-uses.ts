/** What each name in a TypeScript project means, by its own checker. */
import { join, relative, sep } from "node:path";
import ts from "typescript";
import { type KnownUses, UsesTable } from "./known-uses.ts";

/** @param files relative to the root; declarations in others count as outside of the project */
export function typescriptUses(root: string, files: readonly string[]): KnownUses {
  const config = ts.findConfigFile(root, ts.sys.fileExists, "tsconfig.base.json") ?? ts.findConfigFile(root, ts.sys.fileExists);
  const read = config === undefined ? {} : ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root).options;
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true, ...read, noEmit: true, skipLibCheck: true, composite: false, incremental: false };
  const program = ts.createProgram(files.map((file) => join(root, file)), options);
  const checker = program.getTypeChecker();
  const wanted = new Set(files);
  const uses = new UsesTable();
  const pathOf = (source: ts.SourceFile): string => relative(root, source.fileName).split(sep).join("/");
  const declarationAt = (declaration: ts.Declaration, { name: called }: ts.Symbol, node: ts.Node): string[] => {
    const name = ts.getNameOfDeclaration(declaration);
    const path = pathOf(declaration.getSourceFile());
    if (!name || !wanted.has(path) || name === node) return [];
    return [`${path}:${declaration.getSourceFile().getLineAndCharacterOfPosition(name.getStart()).line + 1}:${called}`];
  };
  for (const file of files) {
    const source = program.getSourceFile(join(root, file));
    if (!source) continue;
    const visit = (node: ts.Node): void => {
      const symbol = ts.isIdentifier(node) ? meantBy(checker, node) : undefined;
      // Behind an import of what is not installed it knows nothing.
      if (symbol?.declarations?.length) uses.add({ file, start: node.getStart(source), declarations: symbol.declarations.flatMap((declaration) => declarationAt(declaration, symbol, node)) });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return uses;
}

/** What stands behind an import, and the variable of `{ name }`. */
function meantBy(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const isShort = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
  const symbol = isShort ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
  return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
}
