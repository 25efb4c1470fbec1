/** What a reader of Rust remembers while it goes through a file. */
import type { ExprId } from "../../../call-facts/facts.ts";
import { Reading } from "../../../call-facts/reading/reading.ts";

export class RustReading extends Reading {
  /** Inline modules around, by their scope, innermost last. */
  readonly modules: number[] = [];
  /** Their names. */
  readonly moduleNames: string[] = [];
  /** What `Self` means, innermost last. */
  private readonly selfTypes: ExprId[] = [];
  private readonly associated: ReadonlyMap<string, ExprId>[] = [];
  /** Types that the file declares outside of functions, by name. */
  private readonly typeScopes = new Map<string, number>();
  /** What each type is derived from, by its name: bounds of a trait, traits that are implemented. */
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

  /** What `Self::Item` is in a block that says so. */
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

  /** At the end of the file, when all blocks are known that implement something for its types. */
  bindBases(): void {
    for (const [name, bases] of this.bases) {
      const scope = this.typeScopes.get(name);
      if (scope !== undefined) this.flow.bases(bases, scope);
    }
  }
}

/** Every reader of this folder is called with the reading that the file began with. */
export function asRust(reading: Reading): RustReading {
  return reading as RustReading;
}
