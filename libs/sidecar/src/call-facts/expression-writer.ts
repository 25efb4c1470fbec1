/**
 * Builds the expressions of a file as a sequence of numbers. Operands are created first; an expression's id
 * is its position.
 */
import { SIDECAR_LIMITS } from "../limits.ts";
import { callName } from "./call-name.ts";
import { EXPR_OPS, type ExprId, type ExprOp, HANDED, NONE, TRUNCATED } from "./facts.ts";

// A hash table that finds equal expressions in the same scope, so that each is stored once.

/** Numbers per entry: the file it belongs to, the expression, and its key (scope, op, two operands). */
const ENTRY = 6;
const FIRST_ENTRIES = 2_048;
/** Capacity per entry: at most every other slot is used. */
const ROOM = 2;

/** Tables not in use. Creating one takes longer than reading a small file. */
const idle: ExpressionTable[] = [];

/** Open addressing with linear probing, in one array of numbers. */
class ExpressionTable {
  private size = FIRST_ENTRIES;
  private entries = new Int32Array(ENTRY * FIRST_ENTRIES);
  private count = 0;
  /** Number of the current file; entries of other files count as free. */
  private file = 0;

  /** Returns an empty table. */
  static take(): ExpressionTable {
    const table = idle.pop() ?? new ExpressionTable();
    table.file++;
    table.count = 0;
    return table;
  }

  /** Returns the table for reuse. It must not be used afterwards. */
  release(): void {
    // A table that has grown occupies more memory than the next file needs.
    if (this.size === FIRST_ENTRIES) idle.push(this);
  }

  /** The expression with this key; `NONE` if there is none. */
  find(scope: number, op: number, first: number, second: number): ExprId {
    const place = this.placeOf(scope, op, first, second);
    return this.entries[place] === this.file ? (this.entries[place + 1] as number) : NONE;
  }

  /** Adds an expression whose key is not in the table. */
  add(expr: ExprId, scope: number, op: number, first: number, second: number): void {
    if (++this.count * ROOM > this.size) this.grow();
    const { entries } = this;
    const at = this.placeOf(scope, op, first, second);
    entries[at] = this.file;
    entries[at + 1] = expr;
    entries[at + 2] = scope;
    entries[at + 3] = op;
    entries[at + 4] = first;
    entries[at + 5] = second;
  }

  /** Index of the entry with this key, or of the free slot for it. */
  private placeOf(scope: number, op: number, first: number, second: number): number {
    const { entries, size, file } = this;
    const sum = Math.imul(
      Math.imul(Math.imul(scope ^ 0x9e3779b9, 0x85ebca6b) ^ first, 0xc2b2ae35) ^ (second * 32 + op),
      0x27d4eb2f,
    );
    for (let at = (sum ^ (sum >>> 15)) & (size - 1); ; at = (at + 1) & (size - 1)) {
      const place = at * ENTRY;
      if (entries[place] !== file) return place;
      if (
        entries[place + 5] === second &&
        entries[place + 4] === first &&
        entries[place + 3] === op &&
        entries[place + 2] === scope
      )
        return place;
    }
  }

  private grow(): void {
    const { entries } = this;
    this.size *= 2;
    this.entries = new Int32Array(ENTRY * this.size);
    for (let from = 0; from < entries.length; from += ENTRY) {
      if (entries[from] !== this.file) continue;
      const to = this.placeOf(
        entries[from + 2] as number,
        entries[from + 3] as number,
        entries[from + 4] as number,
        entries[from + 5] as number,
      );
      for (let at = 0; at < ENTRY; at++) this.entries[to + at] = entries[from + at] as number;
    }
  }
}

/** Numbers of the ops: searching `EXPR_OPS` for each expression would be measurably slower. */
export const CODE = Object.fromEntries(EXPR_OPS.map((op, at) => [op, at])) as Readonly<
  Record<ExprOp, number>
>;

/** Texts with white space are prose. */
const PROSE = /\s/;

export interface Argument {
  /** Name it is passed by; `*` or `**` for a spread argument. */
  readonly name?: string | null;
  readonly value: ExprId;
}

/** Creates expressions; each method returns the id of the new expression, or of an equal one in the scope. */
export abstract class ExpressionWriter {
  protected readonly strings: string[] = [];
  protected readonly code: number[] = [];
  /** Names of values that may escape. */
  protected readonly mentioned = new Set<string>();
  private readonly positions = new Map<string, number>();
  private readonly emitted = ExpressionTable.take();
  private readonly unknownAt: ExprId = this.emit(CODE.unknown);

  /** Index of the scope that new expressions belong to. */
  abstract get current(): number;

  /**
   * Whether a reader may descend below a depth. If not, the part below is left out and the facts are marked
   * as truncated.
   */
  goesOn(depth: number): boolean {
    const goesOn = depth < SIDECAR_LIMITS.flowDepth && this.code.length <= SIDECAR_LIMITS.flowCode;
    if (!goesOn) this.leaveOut();
    return goesOn;
  }

  /** Marks the facts as truncated. */
  leaveOut(): void {
    this.mentioned.add(TRUNCATED);
  }

  unknown(): ExprId {
    return this.unknownAt;
  }
  /** Replacements for names in the text; null if there are none. */
  called: ReadonlyMap<string, string> | null = null;
  name(name: string): ExprId {
    return this.emitOnce(CODE.name, this.string(this.called?.get(name) ?? name), 0, 1);
  }
  member(object: ExprId, name: string): ExprId {
    return this.emitOnce(CODE.member, object, this.string(name));
  }
  /** The object of a member expression; null for any other expression. */
  objectOf(member: ExprId): ExprId | null {
    return this.opOf(member) === "member" ? (this.code[member + 1] as ExprId) : null;
  }
  /** Callee and arguments of a call; null for any other expression. */
  partsOfCall(call: ExprId): { readonly callee: ExprId; readonly args: readonly ExprId[] } | null {
    if (this.opOf(call) !== "call") return null;
    const args = Array.from(
      { length: this.code[call + 2] as number },
      (_, at) => this.code[call + 4 + 2 * at] as ExprId,
    );
    return { callee: this.code[call + 1] as ExprId, args };
  }
  /** Items of a list literal; null for any other expression. */
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
   * Records a value that is passed on, as an item of an unused list, and mentions it by name.
   *
   * @param value expression in the current scope for the same value as `of`, which is a name or a member
   */
  handed(value: ExprId, of: ExprId): void {
    this.mentioned.add(HANDED + this.nameOf(of));
    this.emitAll(CODE.list, [1], [value]);
  }
  /** One of several values; a single one is returned as it is. */
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
  /**
   * A constant text. Prose, which can be neither a key nor a module name, is a plain value of type string.
   */
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
  /** What a pointer points to; any other value itself. The current object is never a pointer. */
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

  /** Result of a call that has no site in the text, such as an operator's function. */
  result(callee: ExprId, args: readonly Argument[]): ExprId {
    return this.emitAll(CODE.call, [callee, args.length], this.named(args));
  }

  /** The name by which callers are searched. */
  protected nameOf(expr: ExprId): string {
    return callName(this.code, this.strings, expr);
  }

  protected opOf(expr: ExprId): ExprOp | undefined {
    return EXPR_OPS[this.code[expr] as number];
  }

  /** Must be called at the end. */
  protected release(): void {
    this.emitted.release();
  }

  protected emit(op: number, first?: number, second?: number): ExprId {
    const expr = this.code.push(op) - 1;
    if (first !== undefined) this.code.push(first);
    if (second !== undefined) this.code.push(second);
    return expr;
  }

  /** Returns the existing expression if the scope already has an equal one: it means the same there. */
  private emitOnce(op: number, first = 0, second = 0, operands = 2): ExprId {
    const scope = this.current;
    const before = this.emitted.find(scope, op, first, second);
    if (before !== NONE) return before;
    const expr =
      operands === 0 ? this.emit(op) : operands === 1 ? this.emit(op, first) : this.emit(op, first, second);
    this.emitted.add(expr, scope, op, first, second);
    return expr;
  }

  /** Pushes one by one, because there may be more operands than a call can take as arguments. */
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
   * Records the names of values that may escape: a search for callers of such a function has to read this
   * file too.
   */
  protected mention(exprs: readonly ExprId[]): void {
    // Not recursive: a chain of alternatives may exceed any stack.
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
