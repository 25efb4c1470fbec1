/** Names in PHP that depend on their position: the namespace, the class, and variables from other scopes. */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

interface Frame {
  readonly scope: number;
  readonly params: ReadonlySet<string>;
  readonly isStatic: boolean;
  /** Scopes of variables that are not the frame's own. */
  readonly moved: Map<string, number>;
}

interface ClassFrame {
  readonly name: string;
  readonly scope: number;
}

/** Tracks what names mean while a file is read. */
export class PhpNames {
  /** The current namespace of the file. */
  namespace = "";
  private readonly flow: CallFactsBuilder;
  private readonly frames: Frame[];
  private readonly classes: ClassFrame[] = [];
  /** Full names, keyed by their aliases in the file. */
  private readonly imports = new Map<string, string>();

  constructor(flow: CallFactsBuilder) {
    this.flow = flow;
    this.frames = [{ scope: 0, params: new Set(), isStatic: false, moved: new Map() }];
  }

  /** Opens a frame for the function that the builder has just opened. */
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
  /** The value of `self`. */
  ownClass(): ExprId {
    const own = this.classes.at(-1);
    return own ? this.flow.scopeValue(own.scope) : this.flow.unknown();
  }

  import(alias: string, full: string): void {
    this.imports.set(alias, full);
    this.flow.bind(alias, this.flow.import(full, "*"));
  }
  /**
   * The full name of a path. `A\B` is below what is imported as `A`, or in a namespace below the current one;
   * `\A\B` and `namespace\B` are explicit.
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
