/** State of the reader while it reads a file of Rust. */
import type { ExprId } from "../../../call-facts/facts.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

export class RustReading extends Reading {
  /** Scopes of the enclosing inline modules, innermost last. */
  readonly modules: number[] = [];
  /** Their names. */
  readonly moduleNames: string[] = [];
  /** Meanings of `Self`, innermost last. */
  private readonly selfTypes: ExprId[] = [];
  private readonly associated: ReadonlyMap<string, ExprId>[] = [];
  /** Types that the file declares outside functions, by name. */
  private readonly typeScopes = new Map<string, number>();
  /** Bases of each type by its name: bounds of a trait, implemented traits. */
  private readonly bases = new Map<string, ExprId[]>();

  get selfType(): ExprId {
    return this.selfTypes.at(-1) ?? this.flow.unknown();
  }

  withinModule(name: string, scope: number, read: () => void): void {
    this.modules.push(scope);
    this.moduleNames.push(name);
    read();
    this.moduleNames.pop();
    this.modules.pop();
  }

  withSelf(type: ExprId, read: () => void): void {
    this.selfTypes.push(type);
    read();
    this.selfTypes.pop();
  }

  /** The type of `Self::Item` in the current block, if it declares one. */
  associatedType(name: string): ExprId | undefined {
    return this.associated.at(-1)?.get(name);
  }

  withAssociatedTypes(types: ReadonlyMap<string, ExprId>, read: () => void): void {
    this.associated.push(types);
    read();
    this.associated.pop();
  }

  declareType(name: string, scope: number): void {
    if (!this.typeScopes.has(name)) this.typeScopes.set(name, scope);
  }

  addBase(type: string, base: ExprId): void {
    const bases = this.bases.get(type);
    if (bases) bases.push(base);
    else this.bases.set(type, [base]);
  }

  /** Must be called at the end of the file, when all `impl` blocks are known. */
  bindBases(): void {
    for (const [name, bases] of this.bases) {
      const scope = this.typeScopes.get(name);
      if (scope !== undefined) this.flow.bases(bases, scope);
    }
  }
}

/**
 * Converts the reading. Every reader in this folder receives the `RustReading` that the file started with.
 */
export function asRust(reading: Reading): RustReading {
  return reading as RustReading;
}
