/**
 * Names of functions and blocks. A scope of the facts is a whole function: a variable of a block that would
 * take the name of something else there is called otherwise (`item~1`), so that each name is one thing.
 */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import type { ExprId } from "../../../call-facts/facts.ts";

/** A file, namespace or function. */
interface Frame {
  readonly scope: number;
  /** What the names of each open block are called; the function's own first. */
  readonly blocks: Map<string, string>[];
  /** Names that something in here goes by. */
  readonly taken: Set<string>;
}

const FILE_SCOPE = 0;

export class EcmaNames {
  private readonly frames: Frame[] = [];
  /** Names of the text that stand for something called otherwise. */
  private readonly renamed = new Set<string>();
  private count = 0;

  constructor(private readonly flow: CallFactsBuilder) {
    this.enter();
  }

  /** Follows the builder into the scope that it has just opened. */
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

  /** A name of the innermost block. What it is called from here on; the same when declared again. */
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

  /** A name from here to the end of the innermost block, which is another one than before. */
  declareAnew(name: string): string {
    const called = `${name}~${++this.count}`;
    this.renamed.add(name);
    this.frame.blocks.at(-1)?.set(name, called);
    return called;
  }

  /** A name of the whole function: `var`. */
  declareVar(name: string): string {
    const { blocks, taken } = this.frame;
    blocks[0]?.set(name, name);
    taken.add(name);
    return name;
  }

  /** Gives a name that was declared one of its values. */
  bind(called: string, value: ExprId): void {
    this.bindIn(this.frame.scope, called, value);
  }

  /** `name = value`: about the variable that the name stands for here; without one, about a global. */
  assign(name: string, value: ExprId): void {
    const found = this.find(name);
    this.bindIn(found?.scope ?? FILE_SCOPE, found?.called ?? name, value);
  }

  /** What a name of the text is called here. */
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
