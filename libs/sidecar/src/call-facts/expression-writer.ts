/**
 * Expressions of a file as numbers, made from the inside out and named by the number that making them gives.
 */
import { SIDECAR_LIMITS } from "../limits.ts";
import { callName } from "./call-name.ts";
import { ExpressionTable } from "./expression-table.ts";
import { type ExprId, EXPR_OPS, type ExprOp, HANDED, TRUNCATED, NONE } from "./facts.ts";

/** Numbers of ops: a search through the list for each expression would show. */
export const CODE = Object.fromEntries(EXPR_OPS.map((op, at) => [op, at])) as Readonly<
  Record<ExprOp, number>
>;

/** A blank between words. */
const PROSE = /\s/;

export interface Argument {
  /** Name it is passed by; `*` or `**` for a spread one. */
  readonly name?: string | null;
  readonly value: ExprId;
}

export abstract class ExpressionWriter {
  protected readonly strings: string[] = [];
  protected readonly code: number[] = [];
  /** Names that flow on as values. */
  protected readonly mentioned = new Set<string>();
  private readonly positions = new Map<string, number>();
  private readonly emitted = ExpressionTable.take();
  private readonly unknownAt: ExprId = this.emit(CODE.unknown);

  /** Number of the scope that expressions stand in. */
  abstract get current(): number;

  /**
   * Whether a reader may go on below a depth. Where it may not, what is there is left out, and the facts say
   * so.
   */
  goesOn(depth: number): boolean {
    const goesOn = depth < SIDECAR_LIMITS.flowDepth && this.code.length <= SIDECAR_LIMITS.flowCode;
    if (!goesOn) this.leaveOut();
    return goesOn;
  }

  /** Something of the file is in no fact. */
  leaveOut(): void {
    this.mentioned.add(TRUNCATED);
  }

  unknown(): ExprId {
    return this.unknownAt;
  }
  /** What names of the text are called where they are called otherwise; null as long as none is. */
  called: ReadonlyMap<string, string> | null = null;
  name(name: string): ExprId {
    return this.emitOnce(CODE.name, this.string(this.called?.get(name) ?? name), 0, 1);
  }
  member(object: ExprId, name: string): ExprId {
    return this.emitOnce(CODE.member, object, this.string(name));
  }
  /** Of which a member is; null for what is none. */
  objectOf(member: ExprId): ExprId | null {
    return this.opOf(member) === "member" ? (this.code[member + 1] as ExprId) : null;
  }
  /** What a call calls, and what it hands over; null for what is none. */
  partsOfCall(call: ExprId): { readonly callee: ExprId; readonly args: readonly ExprId[] } | null {
    if (this.opOf(call) !== "call") return null;
    const args = Array.from(
      { length: this.code[call + 2] as number },
      (_, at) => this.code[call + 4 + 2 * at] as ExprId,
    );
    return { callee: this.code[call + 1] as ExprId, args };
  }
  /** Of a list that is written down; null for what is none. */
  itemsOf(list: ExprId): readonly ExprId[] | null {
    return this.opOf(list) === "list"
      ? Array.from({ length: this.code[list + 1] as number }, (_, at) => this.code[list + 2 + at] as ExprId)
      : null;
  }
  index(object: ExprId, key: ExprId): ExprId {
    return this.emitOnce(CODE.index, object, key);
  }
  scopeValue(scope: number): ExprId {
    return this.emitOnce(CODE.scope, scope, 0, 1);
  }
  record(entries: readonly Argument[]): ExprId {
    return this.emitAll(CODE.record, [entries.length], this.named(entries));
  }
  list(items: readonly ExprId[]): ExprId {
    this.mention(items);
    return this.emitAll(CODE.list, [items.length], items);
  }
  /**
   * One of a list that nothing is done with, told by its name.
   *
   * @param value stands where `of` does, which is a name or a member
   */
  handed(value: ExprId, of: ExprId): void {
    this.mentioned.add(HANDED + this.nameOf(of));
    this.emitAll(CODE.list, [1], [value]);
  }
  /** One of several; a single one is itself. */
  either(options: readonly ExprId[]): ExprId {
    const known = [...new Set(options)].filter((option) => option !== this.unknownAt && option !== NONE);
    return known.length === 0
      ? this.unknownAt
      : known.length === 1
        ? (known[0] as ExprId)
        : this.emitAll(CODE.either, [known.length], known);
  }
  this(): ExprId {
    return this.emitOnce(CODE.this, 0, 0, 0);
  }
  super(): ExprId {
    return this.emitOnce(CODE.super, 0, 0, 0);
  }
  above(type: ExprId): ExprId {
    return this.emitOnce(CODE.above, type, 0, 1);
  }
  builtin(type: string): ExprId {
    return this.emitOnce(CODE.builtin, this.string(type), 0, 1);
  }
  /** A constant text; one that can be no key and no module, since it is prose, is a value like any other. */
  text(value: string): ExprId {
    return value.length > SIDECAR_LIMITS.keyChars || PROSE.test(value)
      ? this.builtin("string")
      : this.emitOnce(CODE.text, this.string(value), 0, 1);
  }
  instance(type: ExprId): ExprId {
    return type === this.unknownAt ? type : this.emitOnce(CODE.instance, type, 0, 1);
  }
  element(iterable: ExprId): ExprId {
    return this.emitOnce(CODE.element, iterable, 0, 1);
  }
  entered(manager: ExprId): ExprId {
    return manager === this.unknownAt ? manager : this.emitOnce(CODE.entered, manager, 0, 1);
  }
  /** What it is itself unless it is a pointer. The own object is none that has to be asked. */
  pointed(pointer: ExprId): ExprId {
    return pointer === this.unknownAt || this.opOf(pointer) === "this"
      ? pointer
      : this.emitOnce(CODE.pointed, pointer, 0, 1);
  }
  await(value: ExprId): ExprId {
    return this.emitOnce(CODE.await, value, 0, 1);
  }
  generic(type: ExprId, args: readonly ExprId[]): ExprId {
    return this.emitAll(CODE.generic, [type, args.length], args);
  }
  signature(returnType: ExprId): ExprId {
    return this.emitOnce(CODE.signature, returnType, 0, 1);
  }
  import(module: string, name: string): ExprId {
    return this.emitOnce(CODE.import, this.string(module), this.string(name));
  }
  handedBack(call: ExprId, position: number): ExprId {
    return this.emitOnce(CODE.handed_back, call, position);
  }
  typeOf(value: ExprId): ExprId {
    return this.emitOnce(CODE.type_of, value, 0, 1);
  }

  /** What a call gives that stands in no text: of an operator's function. */
  result(callee: ExprId, args: readonly Argument[]): ExprId {
    return this.emitAll(CODE.call, [callee, args.length], this.named(args));
  }

  /** What a call of it is looked for by. */
  protected nameOf(expr: ExprId): string {
    return callName(this.code, this.strings, expr);
  }

  protected opOf(expr: ExprId): ExprOp | undefined {
    return EXPR_OPS[this.code[expr] as number];
  }

  /** To be called at the end. */
  protected release(): void {
    this.emitted.release();
  }

  protected emit(op: number, first?: number, second?: number): ExprId {
    const expr = this.code.push(op) - 1;
    if (first !== undefined) this.code.push(first);
    if (second !== undefined) this.code.push(second);
    return expr;
  }

  /** The same expression again, where one scope has it twice: it means the same there. */
  private emitOnce(op: number, first = 0, second = 0, operands = 2): ExprId {
    const scope = this.current;
    const before = this.emitted.find(scope, op, first, second);
    if (before !== NONE) return before;
    const expr =
      operands === 0 ? this.emit(op) : operands === 1 ? this.emit(op, first) : this.emit(op, first, second);
    this.emitted.add(expr, scope, op, first, second);
    return expr;
  }

  /** One by one, since there may be more than a call takes as arguments. */
  protected emitAll(op: number, head: readonly number[], operands: readonly number[]): ExprId {
    const expr = this.emit(op, head[0], head[1]);
    for (const operand of operands) this.code.push(operand);
    return expr;
  }

  private string(text: string): number {
    let at = this.positions.get(text);
    if (at === undefined) this.positions.set(text, (at = this.strings.push(text) - 1));
    return at;
  }

  protected named(entries: readonly Argument[]): number[] {
    const operands: number[] = [];
    for (const { name, value } of entries) {
      this.mention([value]);
      operands.push(name === undefined || name === null ? NONE : this.string(name), value);
    }
    return operands;
  }

  /**
   * Notes names that flow on as values: whoever looks for the callers of such a function has to look here
   * too.
   */
  protected mention(exprs: readonly ExprId[]): void {
    // No calls of itself: a chain of alternatives may be longer than any stack.
    const left = [...exprs];
    for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
      if (expr === NONE) continue;
      const op = this.opOf(expr);
      if (op === "name" || op === "member") this.mentioned.add(this.nameOf(expr));
      if (op === "either")
        for (let at = 0; at < (this.code[expr + 1] as number); at++)
          left.push(this.code[expr + 2 + at] as ExprId);
      if (op === "standing" || op === "pointed") left.push(this.code[expr + 1] as ExprId);
      if (op === "import") this.mentioned.add(this.strings[this.code[expr + 2] as number] as string);
    }
  }
}
