/** Which names of a program mean which declaration, as TypeScript's checker resolves them. */
import type tsTypes from "typescript";

type Ts = typeof tsTypes;

export interface TypescriptUse {
  readonly file: tsTypes.SourceFile;
  readonly start: number;
  /** From 1. */
  readonly line: number;
  /** Whether the name is one that the file imports or exports again. */
  readonly isAlias: boolean;
}

export class ReferenceIndex {
  private readonly uses = new Map<string, TypescriptUse[]>();
  private readonly names = new Map<string, Set<string>>();

  constructor(
    private readonly ts: Ts,
    private readonly checker: tsTypes.TypeChecker,
    files: readonly tsTypes.SourceFile[],
  ) {
    for (const file of files) this.read(file);
  }

  /** Uses of the declaration of a name on a line, and the names that mean it anywhere. */
  of(
    file: tsTypes.SourceFile,
    line: number,
    name: string,
  ): { readonly names: ReadonlySet<string>; readonly uses: readonly TypescriptUse[] } {
    const key = `${file.fileName}:${line}:${name}`;
    return { names: this.names.get(key) ?? new Set([name]), uses: this.uses.get(key) ?? [] };
  }

  private read(file: tsTypes.SourceFile): void {
    const { ts } = this;
    const visit = (node: tsTypes.Node): void => {
      if (ts.isIdentifier(node)) this.add(file, node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  private add(file: tsTypes.SourceFile, node: tsTypes.Identifier): void {
    const start = node.getStart(file);
    const line = lineOf(file, start);
    const added = new Set<string>();
    for (const { symbol, isAlias } of this.meantBy(node))
      for (const declaration of symbol.declarations ?? []) {
        const name = this.ts.getNameOfDeclaration(declaration);
        if (!name || name === node) continue;
        const source = declaration.getSourceFile();
        const declared = name.getText(source);
        const key = `${source.fileName}:${lineOf(source, name.getStart(source))}:${declared}`;
        if (added.has(key)) continue;
        added.add(key);
        this.uses.set(key, [...(this.uses.get(key) ?? []), { file, start, line, isAlias }]);
        this.names.set(key, (this.names.get(key) ?? new Set([declared])).add(node.text));
      }
  }

  /** Symbols that a name means, behind imports; the property, too, for `{ name }` and `{ name: 1 }`. */
  private meantBy(
    node: tsTypes.Identifier,
  ): { readonly symbol: tsTypes.Symbol; readonly isAlias: boolean }[] {
    const { ts, checker } = this;
    const { parent } = node;
    const isShort = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
    const symbol = isShort
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node);
    const isAlias =
      (symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0) === true ||
      ts.isImportSpecifier(parent) ||
      ts.isExportSpecifier(parent);
    const target =
      symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    return [
      ...(target ? [{ symbol: target, isAlias }] : []),
      ...this.propertiesOf(node).map((property) => ({ symbol: property, isAlias: false })),
    ];
  }

  /** Properties of the type of an object literal or destructured object; empty if the name is no key. */
  private propertiesOf(node: tsTypes.Identifier): readonly tsTypes.Symbol[] {
    const { ts, checker } = this;
    const { parent } = node;
    const isPattern =
      ts.isBindingElement(parent) &&
      ts.isObjectBindingPattern(parent.parent) &&
      (parent.propertyName ?? parent.name) === node &&
      !parent.dotDotDotToken;
    const isKey =
      (ts.isShorthandPropertyAssignment(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
    const type = isPattern
      ? checker.getTypeAtLocation(parent.parent)
      : isKey
        ? checker.getContextualType(parent.parent)
        : undefined;
    if (!type) return [];
    const known = checker.getNonNullableType(type);
    return (known.isUnion() ? known.types : [known]).flatMap((part) => part.getProperty(node.text) ?? []);
  }
}

function lineOf(file: tsTypes.SourceFile, offset: number): number {
  return file.getLineAndCharacterOfPosition(offset).line + 1;
}
