/**
 * Ruby's local variables: a bare word is a variable if it was assigned before, otherwise a call. Blocks see
 * the variables of the enclosing method; methods and classes only see their own.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { type ExprId, NONE } from "../../../call-facts/facts.ts";

/** The method of modules that makes their methods functions of the module itself. */
export const MODULE_FUNCTION = "module_function";

interface Frame {
  readonly kind: "file" | "class" | "method" | "block";
  /** Whether outer local variables are visible: in a block, and in a class created by a block. */
  readonly seesAround: boolean;
  readonly scope: number;
  /** Name of a method, for `super`, or of a class. */
  readonly name: string;
  readonly locals: Set<string>;
  /** Parameters of a method, with the name under which callers pass them; null for positional ones. */
  readonly parameters: { readonly name: string; readonly passedAs: string | null }[];
  /** Modules that a class includes, the last one first. */
  readonly mixins: Module[];
  /** Modules whose methods are methods of the class itself (`extend`), the last one first. */
  readonly extending: Module[];
  /** Modules that extend each class that includes this module. */
  readonly handed: Module[];
  /** Types nested in it. */
  readonly nested: Map<string, ExprId>;
  /** Whether methods defined here are methods of the class (`class << self`). */
  isSingleton: boolean;
  /** Whether methods defined from here on are module functions: after `module_function` on its own. */
  definesFunctions: boolean;
  /** The methods of a module by name, and the names of those that are also functions of the module itself. */
  readonly methods: Map<string, ExprId>;
  readonly functions: Set<string>;
  /** The class whose objects get the methods defined here (`refine Server do`); null for any other type. */
  readonly refined: ExprId | null;
}

/** What a frame may be told when it is opened. */
interface FrameOptions {
  readonly seesAround?: boolean;
  readonly refined?: ExprId | null;
}

/**
 * A module that is mixed in. A type of that name nested in the class takes precedence, even if it is declared
 * later.
 */
export interface Module {
  readonly value: ExprId;
  /** Null if it is not a single constant. */
  readonly name: string | null;
}

/** The names that are visible while a file is read. */
export class RubyNames {
  private readonly flow: CallFactsBuilder;
  private readonly frames: Frame[] = [];

  constructor(flow: CallFactsBuilder) {
    this.flow = flow;
    this.enter("file");
  }

  /** Opens a frame for the scope that the builder has just opened. */
  enter(
    kind: Frame["kind"],
    name = "",
    { seesAround = kind === "block", refined = null }: FrameOptions = {},
  ): void {
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
      definesFunctions: false,
      methods: new Map(),
      functions: new Set(),
      refined,
    });
  }
  leave(): void {
    this.frames.pop();
  }

  declare(name: string): void {
    this.frame.locals.add(name);
  }
  /** Records a parameter of the current method. */
  parameter(name: string, passedAs: string | null): void {
    if (name !== "" && this.frame.kind === "method") this.frame.parameters.push({ name, passedAs });
  }
  /** The parameters of the enclosing method, as arguments of a call that passes them on. */
  handedOn(): Argument[] {
    const { parameters } = this.frames.findLast(({ kind }) => kind === "method") ?? this.frame;
    return parameters.map(({ name, passedAs }) => ({ name: passedAs, value: this.flow.name(name) }));
  }
  isLocal(name: string): boolean {
    return this.ownerOf(name) !== undefined;
  }
  /** Binds a local variable, in the block or in an enclosing frame. */
  bind(name: string, value: ExprId): void {
    const owner = this.ownerOf(name) ?? this.frame;
    owner.locals.add(name);
    this.bindIn(owner.scope, name, value);
  }
  /** Binds a constant, a class variable or a method. */
  bindInType(name: string, value: ExprId): void {
    this.bindIn(this.type.scope, name, value);
  }
  /** Binds a method. */
  bindMethod(name: string, value: ExprId): void {
    const { type } = this;
    this.bindInType(name, value);
    type.methods.set(name, value);
    if (type.definesFunctions) type.functions.add(name);
  }
  /** Changes what the methods below are, by a word on a line of its own (`private`, `module_function`). */
  define(word: string): void {
    if (this.isInTypeBody) this.type.definesFunctions = word === MODULE_FUNCTION;
  }
  /** Makes a method of a module also a function of the module itself. */
  addFunction(name: string): void {
    this.type.functions.add(name);
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
  /** Records a type nested in the enclosing one. */
  nest(name: string, value: ExprId): void {
    this.type.nested.set(name, value);
  }

  /**
   * Extends the current module by its module functions, as if by a module that consists of them. Must be
   * called when the module has been read.
   */
  extendByFunctions(line: number): void {
    const { flow, frame } = this;
    if (frame.functions.size === 0) return;
    const scope = flow.enter({ kind: "class", name: "", nameStart: NONE, startLine: line });
    for (const name of frame.functions)
      flow.bind(
        name,
        // A method of another part of the module.
        frame.methods.get(name) ?? flow.within(frame.scope, () => flow.standing(this.ownMethod(name))),
      );
    flow.leave();
    this.extendBy({ value: flow.scopeValue(scope), name: null });
  }
  private ownMethod(name: string): ExprId {
    return this.flow.member(this.flow.instance(this.flow.this()), name);
  }

  /** The bases of a type. Among those that its objects have methods of, the superclass is last. */
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
  /** Whether the current code is directly in the body of a class. */
  get isInTypeBody(): boolean {
    return this.frame.kind === "class";
  }
  /**
   * Whether the current code is in the body of a class or in a block there: calls may declare members of the
   * class.
   */
  get isDeclaring(): boolean {
    return this.method === null && this.type.kind === "class";
  }
  get typeName(): string {
    return this.type.name;
  }
  get typeScope(): number {
    return this.type.scope;
  }
  /** The class whose objects get the methods of the enclosing refinement; null outside of one. */
  get refined(): ExprId | null {
    return this.type.refined;
  }
  get isSingleton(): boolean {
    return this.type.isSingleton;
  }
  /** Reads the methods of `class << self`. */
  asSingleton<Result>(read: () => Result): Result {
    const { type } = this;
    const { isSingleton, definesFunctions } = type;
    Object.assign(type, { isSingleton: true, definesFunctions: false });
    const result = read();
    Object.assign(type, { isSingleton, definesFunctions });
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
