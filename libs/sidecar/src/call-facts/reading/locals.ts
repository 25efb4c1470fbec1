/**
 * Names of blocks. Scopes of the facts are whole functions; where a language has blocks, a name that a
 * function declares once more, or has already used for something outside, is called otherwise there
 * (`conn~1`), so that each is one thing.
 */
import type { CallFactsBuilder } from "../builder.ts";
import { type ExprId, NONE } from "../facts.ts";

const FILE_SCOPE = 0;
const NO_NAMES: ReadonlySet<string> = new Set();

type FrameKind = "function" | "lambda" | "class";

/** A function, or a class inside of functions. */
interface Frame {
  readonly scope: number;
  /** A `return` in a lambda is one of the function around it, in languages that have it so. */
  readonly kind: FrameKind;
  /** What names of the text are called, by block, innermost last. */
  readonly blocks: Map<string, string>[];
  /** Names that cannot be given to a local any more: they are taken, or stand for something outside. */
  readonly used: Set<string>;
  /** The same, for the functions inside too. */
  readonly reserved: ReadonlySet<string>;
}

/** An assignment to a name that is declared by no function around it. */
interface Outside {
  readonly name: string;
  readonly value: ExprId;
  readonly scope: number;
}

interface Found {
  readonly frame: number;
  readonly name: string;
}

export class Locals {
  private readonly frames: Frame[] = [];
  private renamed = 0;
  /** Names that the file itself declares. */
  private readonly ofFile = new Set<string>();
  private readonly assignedOutside: Outside[] = [];

  constructor(private readonly flow: CallFactsBuilder) {}

  /**
   * Reads a function or class whose scope is the innermost that is open.
   *
   * @param reserved names that stand for something else than a local variable somewhere inside; without them,
   * those of the function around
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

  /** What a name is called from here on; outside of functions it stays. The same again within its block. */
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

  /** As `declare`, for a name that is another one even within its block (a pattern's variables). */
  declareAnew(name: string): string {
    this.frames.at(-1)?.blocks.at(-1)?.delete(name);
    return this.declare(name);
  }

  /** Declares a name and gives it one of its values. */
  bind(name: string, value: ExprId): void {
    this.flow.bind(this.declare(name), value);
  }

  /**
   * Gives a value to the variable of this name, if it is one of a function here. `reach`: whether those
   * around a class count.
   */
  assign(name: string, value: ExprId, reach: "class" | "all" = "all"): boolean {
    const found = this.find(name, reach);
    const scope = this.frames[found?.frame ?? -1]?.scope ?? NONE;
    if (found)
      this.flow.bind(found.name, scope === this.flow.current ? value : this.flow.standing(value), scope);
    return found !== null;
  }

  /** Gives a value to a variable of the file, if it turns out to have one of this name. */
  assignOutside(name: string, value: ExprId): void {
    this.assignedOutside.push({ name, value, scope: this.flow.current });
  }

  /** At the end of the file. */
  finish(): void {
    for (const { name, value, scope } of this.assignedOutside) {
      this.flow.within(scope, () => {
        if (this.ofFile.has(name))
          this.flow.bind(name, scope === FILE_SCOPE ? value : this.flow.standing(value), FILE_SCOPE);
        // Of another file: somebody may look for where the value goes.
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
   * The name of something that no local hides: a type, or a method in languages that tell methods from
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

  /** Whether it is a variable or parameter, and no member of the class around. */
  isVariable(name: string): boolean {
    return this.find(name, "class") !== null;
  }

  get isInClass(): boolean {
    return this.frames.some(({ kind }) => kind === "class");
  }

  get isInFunction(): boolean {
    return this.frames.at(-1) !== undefined && this.frames.at(-1)?.kind !== "class";
  }

  /** Scope of the innermost function that is no lambda. */
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
