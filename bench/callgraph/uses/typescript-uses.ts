/** The TypeScript checker's resolution of each name in a project. */
import { join, relative, sep } from "node:path";
import ts from "typescript";
import { type KnownUses, UsesTable } from "./known-uses.ts";

/** @param files relative to the root; declarations in other files count as outside of the project */
export function typescriptUses(root: string, files: readonly string[]): KnownUses {
  const config =
    ts.findConfigFile(root, ts.sys.fileExists, "tsconfig.base.json") ??
    ts.findConfigFile(root, ts.sys.fileExists);
  const read =
    config === undefined
      ? {}
      : ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root)
          .options;
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    ...read,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  };
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    options,
  );
  const checker = program.getTypeChecker();
  const wanted = new Set(files);
  const uses = new UsesTable();
  const pathOf = (source: ts.SourceFile): string => relative(root, source.fileName).split(sep).join("/");
  const declarationAt = (declaration: ts.Declaration, { flags }: ts.Symbol, node: ts.Node): string[] => {
    const name = ts.getNameOfDeclaration(declaration);
    const path = pathOf(declaration.getSourceFile());
    // A type on the same line may declare a property of that name, which our index has.
    const isLocal =
      (ts.isBindingElement(declaration) && !isOfModule(declaration)) ||
      (ts.isParameter(declaration) && (flags & ts.SymbolFlags.Property) === 0);
    if (!name || !wanted.has(path) || name === node || isLocal) return [];
    return [
      `${path}:${declaration.getSourceFile().getLineAndCharacterOfPosition(name.getStart()).line + 1}:${name.getText()}`,
    ];
  };
  for (const file of files) {
    const source = program.getSourceFile(join(root, file));
    if (!source) continue;
    const visit = (node: ts.Node): void => {
      // The checker cannot resolve imports of packages that are not installed.
      const meant = ts.isIdentifier(node)
        ? meantBy(checker, node).filter(({ declarations }) => declarations?.length)
        : [];
      if (meant.length > 0)
        uses.add({
          file,
          start: node.getStart(source),
          declarations: [
            ...new Set(
              meant.flatMap(
                (symbol) =>
                  symbol.declarations?.flatMap((declaration) => declarationAt(declaration, symbol, node)) ??
                  [],
              ),
            ),
          ],
        });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return uses;
}

/** Whether the pattern around a name declares variables of a module or namespace. */
function isOfModule(name: ts.BindingElement): boolean {
  const statement = ts.walkUpBindingElementsAndPatterns(name).parent.parent;
  return (
    ts.isVariableStatement(statement) &&
    (ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent))
  );
}

/**
 * Symbols that a name means, behind imports. For `{ name }` and `{ name: 1 }`, the variable, and the property
 * of the object's type.
 */
function meantBy(checker: ts.TypeChecker, node: ts.Identifier): readonly ts.Symbol[] {
  const { parent } = node;
  const isShort = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
  const symbol = isShort
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(node);
  const own =
    symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  const properties = propertiesOf(checker, node);
  return properties === "unknown" ? [] : [...(own ? [own] : []), ...properties];
}

/** Properties of the type of an object literal or destructured object; empty if the name is no key. */
function propertiesOf(checker: ts.TypeChecker, node: ts.Identifier): readonly ts.Symbol[] | "unknown" {
  const type = typeOfObject(checker, node);
  if (type === null) return [];
  if (!type || (type.flags & ts.TypeFlags.Any) !== 0) return "unknown";
  const known = checker.getNonNullableType(type);
  return (known.isUnion() ? known.types : [known]).flatMap((part) => part.getProperty(node.text) ?? []);
}

/** Null if the name is no key. */
function typeOfObject(checker: ts.TypeChecker, node: ts.Identifier): ts.Type | undefined | null {
  const { parent } = node;
  if (
    ts.isBindingElement(parent) &&
    ts.isObjectBindingPattern(parent.parent) &&
    parent.name === node &&
    !parent.propertyName &&
    !parent.dotDotDotToken
  )
    return checker.getTypeAtLocation(parent.parent);
  return (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
    ? checker.getContextualType(parent.parent)
    : null;
}
