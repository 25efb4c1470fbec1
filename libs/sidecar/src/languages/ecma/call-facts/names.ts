/**
 * Names in functions and blocks. A scope of the facts is a whole function; a variable in a block whose name
 * is already taken there gets a suffix (`item~1`), so that each name denotes one variable.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

/** A file, namespace or function. */
interface Frame {
  readonly scope: number;
  /** Names in the facts, keyed by names in the text, for each open block; the function's own block first. */
  readonly blocks: Map<string, string>[];
  /** Names in use in this frame. */
  readonly taken: Set<string>;
}

const FILE_SCOPE = 0;

/** Tracks the names that are visible while a file is read. */
export class EcmaNames {
  private readonly frames: Frame[] = [];
  /** Names in the text that some variable has under another name in the facts. */
  private readonly renamed = new Set<string>();
  private count = 0;

  constructor(private readonly flow: CallFactsBuilder) {
    this.enter();
  }

  /** Opens a frame for the scope that the builder has just opened. */
  enter(): void {
    this.frames.push({ scope: this.flow.current, blocks: [new Map()], taken: new Set() });
  }
  leave(): void {
    this.frames.pop();
  }

  enterBlock(): void {
    this.frame.blocks.push(new Map());
  }
  leaveBlock(): void {
    this.frame.blocks.pop();
  }

  /**
   * Declares a name in the innermost block. Returns its name in the facts, the same if it is declared again.
   */
  declare(name: string): string {
    const { blocks, taken } = this.frame;
    const block = blocks.at(-1) as Map<string, string>;
    const known = block.get(name);
    if (known !== undefined) return known;
    const isFree = blocks.length === 1 || (!taken.has(name) && this.find(name) === null);
    const called = isFree ? name : `${name}~${++this.count}`;
    if (!isFree) this.renamed.add(name);
    taken.add(name);
    block.set(name, called);
    return called;
  }

  /**
   * Declares a new variable from here to the end of the innermost block, even if the name is already
   * declared.
   */
  declareAnew(name: string): string {
    const called = `${name}~${++this.count}`;
    this.renamed.add(name);
    this.frame.blocks.at(-1)?.set(name, called);
    return called;
  }

  /** Declares a name in the whole function: `var`. */
  declareVar(name: string): string {
    const { blocks, taken } = this.frame;
    blocks[0]?.set(name, name);
    taken.add(name);
    return name;
  }

  /** Binds a value to a declared name, given by its name in the facts. */
  bind(called: string, value: ExprId): void {
    this.bindIn(this.frame.scope, called, value);
  }

  /** `name = value`: binds a value to the visible variable of this name, or to a global. */
  assign(name: string, value: ExprId): void {
    const found = this.find(name);
    this.bindIn(found?.scope ?? FILE_SCOPE, found?.called ?? name, value);
  }

  /** The name in the facts of a name in the text. */
  read(name: string): string {
    return this.renamed.has(name) ? (this.find(name)?.called ?? name) : name;
  }

  private bindIn(scope: number, called: string, value: ExprId): void {
    this.flow.bind(called, scope === this.flow.current ? value : this.flow.standing(value), scope);
  }

  private get frame(): Frame {
    return this.frames.at(-1) as Frame;
  }

  private find(name: string): { readonly called: string; readonly scope: number } | null {
    for (let at = this.frames.length - 1; at >= 0; at--) {
      const { blocks, scope } = this.frames[at] as Frame;
      for (let block = blocks.length - 1; block >= 0; block--) {
        const called = blocks[block]?.get(name);
        if (called !== undefined) return { called, scope };
      }
    }
    return null;
  }
}
