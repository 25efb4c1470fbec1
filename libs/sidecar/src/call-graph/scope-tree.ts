/** The scopes of a file, by position, name and kind. Pure. */
import { type ScopeFact, NONE } from "../call-facts/facts.ts";
import { groupBy } from "../group-by.ts";

export class ScopeTree {
  private children: Map<number, number[]> | undefined;
  private readonly qualified: string[] = [];
  private byName: Map<string, number[]> | undefined;
  private byPath: Map<string, number[]> | undefined;
  private blocks: readonly number[] | undefined;
  private opened: Map<string, number[]> | undefined;

  /** @param all in source order, the file first */
  constructor(private readonly all: readonly ScopeFact[]) {}

  /** Direct children of a scope. */
  childrenOf(scope: number): readonly number[] {
    this.children ??= groupBy([...this.all.keys()], (at) => this.all[at]?.parent ?? NONE);
    return this.children.get(scope) ?? [];
  }

  /** Whether a scope is `around`, or inside of it. */
  isWithin(scope: number, around: number): boolean {
    let at = scope;
    while (at > around) at = this.all[at]?.parent ?? NONE;
    return at === around;
  }

  /** Names of the enclosing scopes and of the scope itself, joined by dots. */
  qualifiedName(scope: number): string {
    let name = this.qualified[scope];
    if (name === undefined) {
      const own = this.all[scope];
      name =
        !own || scope <= 0 ? "" : own.parent > 0 ? `${this.qualifiedName(own.parent)}.${own.name}` : own.name;
      this.qualified[scope] = name;
    }
    return name;
  }

  /** Functions, types and namespaces of this name. */
  named(name: string): readonly number[] {
    this.byName ??= groupBy([...this.all.keys()], (at) => this.all[at]?.name ?? "");
    return this.byName.get(name) ?? [];
  }

  /** All parts of the namespace that a scope is part of: a namespace may be opened several times. */
  partsOf(scope: number): readonly number[] {
    this.opened ??= groupBy(
      this.where(({ kind }) => kind === "namespace"),
      (at) => this.namespaceKey(at),
    );
    return this.opened.get(this.namespaceKey(scope)) ?? [];
  }

  /** Parts of a namespace, by the names from the outermost inwards, joined by `::`. */
  namespaceParts(path: string): readonly number[] {
    this.byPath ??= groupBy(
      this.where(({ kind }) => kind === "namespace"),
      (at) => this.namespacePath(at),
    );
    return this.byPath.get(path) ?? [];
  }

  private namespacePath(scope: number): string {
    const own = this.all[scope];
    const around = own && own.parent > 0 ? this.namespacePath(own.parent) : "";
    return around === "" ? (own?.name ?? "") : `${around}::${own?.name}`;
  }

  private namespaceKey(scope: number): string {
    const own = this.all[scope];
    return `${own?.parent} ${own?.name}`;
  }

  /** Classes and interfaces with at least one base type. */
  derived(): readonly number[] {
    return this.where(({ bases }) => bases.length > 0);
  }

  /** Blocks that define members of a type they name (`impl`, extensions). */
  owned(): readonly number[] {
    return (this.blocks ??= this.where(({ kind, owner }) => kind === "class" && owner !== NONE));
  }

  private where(passes: (scope: ScopeFact) => boolean): readonly number[] {
    return [...this.all.keys()].filter((at) => passes(this.all[at] as ScopeFact));
  }
}
