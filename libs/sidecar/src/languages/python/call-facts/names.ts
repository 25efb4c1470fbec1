/**
 * Tracks which scope an assigned name belongs to in Python: `global` and `nonlocal` move it out of the
 * function.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

interface Frame {
  readonly scope: number;
  readonly isFunction: boolean;
  /** Names of parameters; few enough for a linear search. */
  readonly params: readonly string[];
  readonly bound: Set<string>;
  /** Scopes of names that are not the frame's own; null if there are none, as in most functions. */
  moved: Map<string, number> | null;
  /** Names bound by `except … as`. */
  readonly caught: string[];
  /** Whether the function is a context manager (`@contextmanager`): a call yields what it yields. */
  readonly isContextManager: boolean;
  /** Name of the class; empty for other frames. */
  readonly className: string;
  /** First parameter of a method, and whether it is the class itself. */
  readonly receiver: Receiver | null;
  readonly block: number;
}

export interface Receiver {
  readonly name: string;
  readonly isClass: boolean;
}

/** Properties of a scope that is opened. */
interface FrameHead {
  readonly isFunction: boolean;
  readonly params?: readonly string[];
  readonly isContextManager?: boolean;
  readonly className?: string;
  readonly receiver?: Receiver | null;
}

const FILE_SCOPE = 0;

/** The previous replacement of a name; undefined if it had none. */
interface Renamed {
  readonly name: string;
  readonly before: string | undefined;
}

/** The names that are visible while a file is read. */
export class PythonNames {
  private readonly flow: CallFactsBuilder;
  private readonly frames: Frame[] = [];
  /** Type variables of the module, with their bounds. */
  readonly typeVariables = new Map<string, ExprId>();
  /** Offsets of arguments of `isinstance` that narrow a name only in one block. */
  readonly tested = new Set<number>();
  private readonly renamed = new Map<string, string>();
  /** Renamings in all open blocks; `enterBlock` returns the length to go back to. */
  private readonly renamings: Renamed[] = [];
  private count = 0;

  constructor(flow: CallFactsBuilder) {
    this.flow = flow;
    this.enter({ isFunction: false });
  }

  /** Opens a frame for the scope that the builder has just opened. */
  enter({
    isFunction,
    params = [],
    isContextManager = false,
    className = "",
    receiver = null,
  }: FrameHead): void {
    this.frames.push({
      scope: this.flow.current,
      isFunction,
      params,
      bound: new Set(),
      moved: null,
      caught: [],
      isContextManager,
      className,
      receiver,
      block: this.renamings.length,
    });
    if (this.renamed.size > 0) for (const name of params) this.rename(name, undefined);
  }
  leave(): void {
    this.leaveBlock(this.frames.pop()?.block ?? 0);
  }

  /** Returns the argument for `leaveBlock`. */
  enterBlock(): number {
    return this.renamings.length;
  }
  leaveBlock(block: number): void {
    while (this.renamings.length > block) {
      const { name, before } = this.renamings.pop() as Renamed;
      this.call(name, before);
    }
  }
  /** Binds a name to values until the end of the block, or until it is reassigned. */
  bindInBlock(name: string, values: readonly ExprId[]): void {
    const called = `${name}~${++this.count}`;
    for (const value of values) this.flow.bind(called, value);
    this.rename(name, called);
  }
  private rename(name: string, called: string | undefined): void {
    this.renamings.push({ name, before: this.renamed.get(name) });
    this.call(name, called);
  }
  private call(name: string, called: string | undefined): void {
    if (called === undefined) this.renamed.delete(name);
    else this.renamed.set(name, called);
    this.flow.called = this.renamed.size > 0 ? this.renamed : null;
  }

  bind(name: string, value: ExprId): void {
    const { moved, bound, scope: own } = this.frame;
    const scope = moved?.get(name) ?? own;
    bound.add(name);
    if (this.renamed.has(name)) this.call(name, undefined);
    this.flow.bind(name, scope === this.flow.current ? value : this.flow.standing(value), scope);
  }
  bindCaught(name: string, value: ExprId): void {
    this.bind(name, value);
    this.frame.caught.push(name);
  }
  moveToFile(name: string): void {
    this.move(name, FILE_SCOPE);
  }
  /** Moves a name to the enclosing function that has it, or else to the innermost one. */
  moveToFunctionAround(name: string): void {
    const around = this.frames
      .slice(0, -1)
      .filter(({ isFunction }) => isFunction)
      .reverse();
    const owner = around.find(({ params, bound }) => params.includes(name) || bound.has(name)) ?? around[0];
    if (owner) this.move(name, owner.moved?.get(name) ?? owner.scope);
  }
  private move(name: string, scope: number): void {
    const { frame } = this;
    frame.moved ??= new Map();
    frame.moved.set(name, scope);
  }

  /** Whether a name is a variable of the current function, as far as that has been read. */
  isLocal(name: string): boolean {
    return this.frame.isFunction && (this.frame.params.includes(name) || this.frame.bound.has(name));
  }
  isParameter(name: string): boolean {
    return this.frame.params.includes(name);
  }
  /** Whether an enclosing class binds a name. */
  isBoundInClass(name: string): boolean {
    return this.frames.some(({ className, bound }) => className !== "" && bound.has(name));
  }
  isCaught(name: string): boolean {
    return this.frame.caught.includes(name);
  }
  get isInContextManager(): boolean {
    return this.frame.isContextManager;
  }

  /**
   * Name of the enclosing class if an expression denotes it: `cls`, `self.__class__`, `type(self)`; else
   * null.
   */
  ownClass(expression: string): string | null {
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const receiver = this.frames[at]?.receiver;
      if (receiver) return isOwnClass(expression, receiver) ? (this.frames[at - 1]?.className ?? null) : null;
    }
    return null;
  }

  /** Name of the innermost enclosing class, at any depth; empty if there is none. */
  get classAround(): string {
    return this.frames.findLast(({ className }) => className !== "")?.className ?? "";
  }

  private get frame(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
  }
}

function isOwnClass(expression: string, { name, isClass }: Receiver): boolean {
  return isClass
    ? expression === name
    : expression.includes(name) && (expression === `${name}.__class__` || expression === `type(${name})`);
}
