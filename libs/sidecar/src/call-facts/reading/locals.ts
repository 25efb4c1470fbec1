/**
 * Names in blocks. A scope of the facts is a whole function; if a block redeclares a name of its function, or
 * declares one that the function has used for something outside, the new variable gets a suffix (`conn~1`),
 * so that each name denotes one variable.
 */
import type { CallFactsBuilder } from "../builder.ts";
import { type ExprId, NONE } from "../facts.ts";

const FILE_SCOPE = 0;
const NO_NAMES: ReadonlySet<string> = new Set();

type FrameKind = "function" | "lambda" | "class";

/** A function, or a class inside functions. */
interface Frame {
  readonly scope: number;
  /** In some languages, a `return` in a lambda returns from the enclosing function. */
  readonly kind: FrameKind;
  /** Names in the facts, keyed by names in the text, for each open block, innermost last. */
  readonly blocks: Map<string, string>[];
  /** Names that a new local variable cannot have: they are taken, or refer to something outside. */
  readonly used: Set<string>;
  /** Same as `used`, but for nested functions too. */
  readonly reserved: ReadonlySet<string>;
}

/** An assignment to a name that no enclosing function declares. */
interface Outside {
  readonly name: string;
  readonly value: ExprId;
  readonly scope: number;
}

interface Found {
  readonly frame: number;
  readonly name: string;
}

/** Tracks the local variables of the functions that are being read. */
export class Locals {
  private readonly frames: Frame[] = [];
  private renamed = 0;
  /** Names declared at file level. */
  private readonly ofFile = new Set<string>();
  private readonly assignedOutside: Outside[] = [];

  constructor(private readonly flow: CallFactsBuilder) {}

  /**
   * Reads a function or class whose scope is the innermost open one.
   *
   * @param reserved names that refer to something other than a local variable somewhere inside; by default
   *   those of the enclosing function
   */
  frame(kind: FrameKind, read: () => void, reserved = this.frames.at(-1)?.reserved ?? NO_NAMES): void {
    this.frames.push({ scope: this.flow.current, kind, blocks: [new Map()], used: new Set(), reserved });
    read();
    this.frames.pop();
  }

  block(read: () => void): void {
    const blocks = this.frames.at(-1)?.blocks;
    blocks?.push(new Map());
    read();
    blocks?.pop();
  }

  /**
   * Declares a name in the current block and returns its name in the facts, the same for repeated calls in a
   * block. Outside functions, names stay unchanged.
   */
  declare(name: string): string {
    const frame = this.frames.at(-1);
    if (!frame) this.ofFile.add(name);
    if (!frame || frame.kind === "class") return name;
    const block = frame.blocks.at(-1) as Map<string, string>;
    const known = block.get(name);
    if (known !== undefined) return known;
    const called = frame.used.has(name) || frame.reserved.has(name) ? `${name}~${++this.renamed}` : name;
    frame.used.add(name);
    block.set(name, called);
    return called;
  }

  /** Same as `declare`, but always a new variable, even within its block (a pattern's variables). */
  declareAnew(name: string): string {
    this.frames.at(-1)?.blocks.at(-1)?.delete(name);
    return this.declare(name);
  }

  /** Declares a name and binds a value to it. */
  bind(name: string, value: ExprId): void {
    this.flow.bind(this.declare(name), value);
  }

  /**
   * Binds a value to the local variable of this name. Returns false if no function declares one. @param reach
   * whether functions around a class count
   */
  assign(name: string, value: ExprId, reach: "class" | "all" = "all"): boolean {
    const found = this.find(name, reach);
    const scope = this.frames[found?.frame ?? -1]?.scope ?? NONE;
    if (found)
      this.flow.bind(found.name, scope === this.flow.current ? value : this.flow.standing(value), scope);
    return found !== null;
  }

  /** Binds a value to the file's variable of this name, once the file is read, if it declares one. */
  assignOutside(name: string, value: ExprId): void {
    this.assignedOutside.push({ name, value, scope: this.flow.current });
  }

  /** Must be called at the end of the file. */
  finish(): void {
    for (const { name, value, scope } of this.assignedOutside) {
      this.flow.within(scope, () => {
        if (this.ofFile.has(name))
          this.flow.bind(name, scope === FILE_SCOPE ? value : this.flow.standing(value), FILE_SCOPE);
        // A variable of another file: stored, so that the value is found to escape.
        else this.flow.store(this.flow.name(name), value);
      });
    }
  }

  read(name: string): ExprId {
    const found = this.find(name, "all");
    for (let at = this.frames.length - 1; at > (found?.frame ?? -1); at--) this.frames[at]?.used.add(name);
    return this.flow.name(found?.name ?? name);
  }

  /**
   * A name that no local variable hides: a type, or a method in languages that distinguish methods from
   * variables.
   */
  outside(name: string): ExprId {
    for (const { used } of this.frames) used.add(name);
    return this.flow.name(name);
  }

  isOfFile(name: string): boolean {
    return this.ofFile.has(name);
  }

  isLocal(name: string): boolean {
    return this.find(name, "all") !== null;
  }

  /** Whether a name is a variable or parameter rather than a member of the enclosing class. */
  isVariable(name: string): boolean {
    return this.find(name, "class") !== null;
  }

  get isInClass(): boolean {
    return this.frames.some(({ kind }) => kind === "class");
  }

  get isInFunction(): boolean {
    return this.frames.at(-1) !== undefined && this.frames.at(-1)?.kind !== "class";
  }

  /** Scope of the innermost function that is not a lambda. */
  get functionAround(): number {
    return this.frames.findLast(({ kind }) => kind === "function")?.scope ?? this.flow.current;
  }

  private find(name: string, reach: "class" | "all"): Found | null {
    for (let frame = this.frames.length - 1; frame >= 0; frame--) {
      const { blocks, kind } = this.frames[frame] as Frame;
      if (kind === "class" && reach === "class") return null;
      for (let at = blocks.length - 1; at >= 0; at--) {
        const called = blocks[at]?.get(name);
        if (called !== undefined) return { frame, name: called };
      }
    }
    return null;
  }
}
