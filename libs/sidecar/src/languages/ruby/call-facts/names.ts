/**
 * Ruby's local variables: a bare word is one if it has been assigned before, and else a call. Blocks see
 * those of the method around them; methods and classes see none but their own.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

interface Frame {
  readonly kind: "file" | "class" | "method" | "block";
  /** Whether local variables around are seen: of a block, and of a class that one makes. */
  readonly seesAround: boolean;
  readonly scope: number;
  /** Of a method, for `super`; of a class. */
  readonly name: string;
  readonly locals: Set<string>;
  /**
   * Parameters of a method, by the names under which whoever calls it hands something over; null for those by
   * their place.
   */
  readonly parameters: { readonly name: string; readonly passedAs: string | null }[];
  /** Modules that a class includes, the last one first. */
  readonly mixins: Module[];
  /** Those whose methods are methods of the class itself (`extend`), the last one first. */
  readonly extending: Module[];
  /** Those by which each class is extended that includes this module. */
  readonly handed: Module[];
  /** Types that stand in it. */
  readonly nested: Map<string, ExprId>;
  /** Whether methods that are defined here are those of the class (`class << self`). */
  isSingleton: boolean;
}

/**
 * A module that is mixed in. What a class has of its name is meant first, and may stand behind the place
 * where it is mixed in.
 */
export interface Module {
  readonly value: ExprId;
  /** Null where it is not a single constant. */
  readonly name: string | null;
}

export class RubyNames {
  private readonly flow: CallFactsBuilder;
  private readonly frames: Frame[] = [];

  constructor(flow: CallFactsBuilder) {
    this.flow = flow;
    this.enter("file");
  }

  /** Follows the builder into the scope that it has just opened. */
  enter(kind: Frame["kind"], name = "", { seesAround = kind === "block" } = {}): void {
    this.frames.push({
      kind,
      seesAround,
      scope: this.flow.current,
      name,
      locals: new Set(),
      parameters: [],
      mixins: [],
      extending: [],
      handed: [],
      nested: new Map(),
      isSingleton: false,
    });
  }
  leave(): void {
    this.frames.pop();
  }

  declare(name: string): void {
    this.frame.locals.add(name);
  }
  /** A parameter of the method that is read. */
  parameter(name: string, passedAs: string | null): void {
    if (name !== "" && this.frame.kind === "method") this.frame.parameters.push({ name, passedAs });
  }
  /** What the method around was given, in the form of arguments. */
  handedOn(): Argument[] {
    const { parameters } = this.frames.findLast(({ kind }) => kind === "method") ?? this.frame;
    return parameters.map(({ name, passedAs }) => ({ name: passedAs, value: this.flow.name(name) }));
  }
  isLocal(name: string): boolean {
    return this.ownerOf(name) !== undefined;
  }
  /** A local variable of the block, or of what is around it. */
  bind(name: string, value: ExprId): void {
    const owner = this.ownerOf(name) ?? this.frame;
    owner.locals.add(name);
    this.bindIn(owner.scope, name, value);
  }
  /** A constant, a class variable, a method. */
  bindInType(name: string, value: ExprId): void {
    this.bindIn(this.type.scope, name, value);
  }
  bindInFile(name: string, value: ExprId): void {
    this.bindIn(0, name, value);
  }
  returns(value: ExprId): void {
    const { scope } = this.frames.findLast(({ kind }) => kind !== "block") ?? this.frame;
    const standing = scope === this.flow.current ? value : this.flow.standing(value);
    this.flow.within(scope, () => this.flow.returns(standing));
  }
  mixIn(module: Module): void {
    this.type.mixins.unshift(module);
  }
  extendBy(module: Module): void {
    this.type.extending.unshift(module);
  }
  handOn(module: Module): void {
    this.type.handed.unshift(module);
  }
  /** A type that stands in the one around. */
  nest(name: string, value: ExprId): void {
    this.type.nested.set(name, value);
  }

  /** What a type is derived from, the class above it last of those that its objects have methods of. */
  basesWith(superclass: ExprId | null): readonly ExprId[] {
    const { flow } = this;
    const { mixins, extending, handed } = this.frame;
    const valuesOf = (modules: readonly Module[]): readonly ExprId[] =>
      modules.map((module) => this.valueOf(module));
    return [
      ...valuesOf(mixins).map((module) => flow.instance(module)),
      ...(superclass === null ? [] : [superclass]),
      ...valuesOf(extending).map((module) => flow.typeOf(module)),
      ...valuesOf(handed).map((module) => flow.typeOf(flow.instance(module))),
    ];
  }
  get method(): string | null {
    return this.frames.findLast(({ kind }) => kind === "method")?.name ?? null;
  }
  get isInBlock(): boolean {
    return this.frame.kind === "block";
  }
  /** Whether code that stands here directly is that of a class. */
  get isInTypeBody(): boolean {
    return this.frame.kind === "class";
  }
  /** The same, or in a block there: what is called says something about the class. */
  get isDeclaring(): boolean {
    return this.method === null && this.type.kind === "class";
  }
  get typeName(): string {
    return this.type.name;
  }
  get typeScope(): number {
    return this.type.scope;
  }
  get isSingleton(): boolean {
    return this.type.isSingleton;
  }
  /** Reads the methods of `class << self`. */
  asSingleton<Result>(read: () => Result): Result {
    const { type } = this;
    const before = type.isSingleton;
    type.isSingleton = true;
    const result = read();
    type.isSingleton = before;
    return result;
  }

  private valueOf({ value, name }: Module): ExprId {
    return (name === null ? undefined : this.frame.nested.get(name)) ?? value;
  }
  private get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }
  private get type(): Frame {
    return this.frames.findLast(({ kind }) => kind === "class" || kind === "file") as Frame;
  }
  private ownerOf(name: string): Frame | undefined {
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const frame = this.frames[at] as Frame;
      if (frame.locals.has(name)) return frame;
      if (!frame.seesAround) return undefined;
    }
    return undefined;
  }
  private bindIn(scope: number, name: string, value: ExprId): void {
    this.flow.bind(name, scope === this.flow.current ? value : this.flow.standing(value), scope);
  }
}
