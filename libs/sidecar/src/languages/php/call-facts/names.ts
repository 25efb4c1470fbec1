/**
 * What PHP code means by names that depend on where it stands: its namespace, its class, variables that live
 * elsewhere.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

interface Frame {
  readonly scope: number;
  readonly params: ReadonlySet<string>;
  readonly isStatic: boolean;
  /** Scope of a variable that is not the frame's own. */
  readonly moved: Map<string, number>;
}

interface ClassFrame {
  readonly name: string;
  readonly scope: number;
}

export class PhpNames {
  /** Of the file, as far as it has been read. */
  namespace = "";
  private readonly flow: CallFactsBuilder;
  private readonly frames: Frame[];
  private readonly classes: ClassFrame[] = [];
  /** Full names by what they are called in the file. */
  private readonly imports = new Map<string, string>();

  constructor(flow: CallFactsBuilder) {
    this.flow = flow;
    this.frames = [{ scope: 0, params: new Set(), isStatic: false, moved: new Map() }];
  }

  /** Follows the builder into a function that it has just opened. */
  enterFunction(params: readonly string[], { isStatic }: { readonly isStatic: boolean }): void {
    this.frames.push({ scope: this.flow.current, params: new Set(params), isStatic, moved: new Map() });
  }
  leaveFunction(): void {
    this.frames.pop();
  }
  enterClass(name: string): void {
    this.classes.push({ name, scope: this.flow.current });
  }
  leaveClass(): void {
    this.classes.pop();
  }

  bind(variable: string, value: ExprId): void {
    const scope = this.frame.moved.get(variable);
    if (scope === undefined) this.flow.bind(variable, value);
    else this.flow.bind(variable, this.flow.standing(value), scope);
  }
  /** `global $x`. */
  moveToFile(variable: string): void {
    this.frame.moved.set(variable, 0);
  }
  /** `use (&$x)`. */
  moveToFunctionAround(variable: string): void {
    const around = this.frames.at(-2);
    if (around) this.frame.moved.set(variable, around.moved.get(variable) ?? around.scope);
  }
  isParameter(variable: string): boolean {
    return this.frame.params.has(variable);
  }
  get isInStatic(): boolean {
    return this.frame.isStatic;
  }
  get className(): string {
    return this.classes.at(-1)?.name ?? "";
  }
  /** What `self` is. */
  ownClass(): ExprId {
    const own = this.classes.at(-1);
    return own ? this.flow.scopeValue(own.scope) : this.flow.unknown();
  }

  import(alias: string, full: string): void {
    this.imports.set(alias, full);
    this.flow.bind(alias, this.flow.import(full, "*"));
  }
  /**
   * `A\B` is below what is imported as `A`, or in a namespace below the own one; `\A\B` and `namespace\B` say
   * it themselves.
   */
  fullName(path: string): string {
    if (path.startsWith("\\")) return path.slice(1);
    const parts = path.split("\\");
    const first = parts[0] ?? "";
    const isRelative = first.toLowerCase() === "namespace";
    const base = isRelative
      ? this.namespace
      : (this.imports.get(first) ?? [this.namespace, first].filter((part) => part !== "").join("\\"));
    return [base, ...parts.slice(1)].filter((part) => part !== "").join("\\");
  }

  private get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }
}
