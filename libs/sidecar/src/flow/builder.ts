/** Takes down what a language's reader sees in a tree, in the order in which it goes through it. */
import { SIDECAR_LIMITS } from "../limits.ts";
import { callName } from "./call-name.ts";
import { ALL_NAMES, type CallSite, type ExprId, FLOW_OPS, type FlowBinding, type FlowExport, type FlowFacts, type FlowOp, type FlowParameter, type FlowScope, type FlowStore, NONE, type ParameterKind, SCOPE_FLAGS, type ScopeKind } from "./facts.ts";

/** Numbers of ops: a search through the list for each expression would show. */
const OP_CODES = Object.fromEntries(FLOW_OPS.map((op, at) => [op, at])) as Readonly<Record<FlowOp, number>>;

const GIVEN: ReadonlySet<number> = new Set([OP_CODES.call, OP_CODES.member, OP_CODES.index]);

/** More than there can be strings, scopes or expressions in a file. */
const KEYS_PER_OPERAND = 2 ** 22;

/** A blank between words. */
const PROSE = /\s/;

/** A scope while it is being read. */
interface OpenScope extends Omit<FlowScope, "params" | "bindings" | "stores" | "returns" | "wildcards" | "flags" | "returnType" | "bases" | "owner" | "symbol"> {
  nameStart: number;
  /** The variable or field that holds it, where it has no name of its own. */
  heldBy: Holder | null;
  flags: number;
  readonly params: FlowParameter[];
  readonly bindings: FlowBinding[];
  readonly stores: FlowStore[];
  readonly returns: ExprId[];
  readonly wildcards: string[];
  bases: readonly ExprId[];
  returnType: ExprId;
  owner: ExprId;
}

export interface Argument {
  /** Name it is passed by; `*` or `**` for a spread one. */
  readonly name?: string | null;
  readonly value: ExprId;
}

export interface ScopeHead {
  readonly kind: Exclude<ScopeKind, "file">;
  readonly name: string;
  /** Offset of the name in the text, by which the outline's symbol is found; of the definition where it has no name. */
  readonly nameStart: number;
  readonly startLine: number;
  readonly flags?: number;
}

/** A variable or field that is given a function. */
export interface Holder {
  readonly name: string;
  readonly nameStart: number;
}

/** Where a call stands. */
export interface SitePlace {
  readonly line: number;
  readonly start: number;
  /** By which it is looked for, where what is called has no name of its own: `new self` in a class, a path of names. */
  readonly name?: string;
}

/**
 * Expressions are made from the inside out and named by the number that making them gives. Everything that has to do with a
 * scope (`bind`, `returns`, `param`, call sites) goes to the innermost one that is open.
 */
export class FlowBuilder {
  private readonly strings: string[] = [];
  private readonly positions = new Map<string, number>();
  private readonly code: number[] = [];
  /** Expressions of each scope by what they are made of. */
  private readonly emitted: Map<number, ExprId>[] = [];
  private readonly scopes: OpenScope[] = [];
  private readonly open: number[] = [0];
  private readonly sites: CallSite[] = [];
  private readonly exported: FlowExport[] = [];
  private readonly exportsAllOf: string[] = [];
  private readonly mentioned = new Set<string>();
  private packageName = "";
  private readonly unknownAt: ExprId;

  constructor() {
    this.scopes.push(emptyScope({ kind: "file", name: "", nameStart: NONE, startLine: 1 }, NONE));
    this.unknownAt = this.emit("unknown");
  }

  /** Number of the innermost open scope. */
  get current(): number {
    return this.open.at(-1) as number;
  }

  /** Whether there is no room for more: files beyond it are read in part. */
  get isFull(): boolean {
    return this.code.length > SIDECAR_LIMITS.flowCode;
  }

  // Expressions

  unknown(): ExprId {
    return this.unknownAt;
  }
  name(name: string): ExprId {
    return this.emitOnce("name", this.string(name), 0, 1);
  }
  member(object: ExprId, name: string): ExprId {
    return this.emitOnce("member", object, this.string(name));
  }
  index(object: ExprId, key: ExprId): ExprId {
    return this.emitOnce("index", object, key);
  }
  scopeValue(scope: number): ExprId {
    return this.emitOnce("scope", scope, 0, 1);
  }
  record(entries: readonly Argument[]): ExprId {
    return this.emitAll("record", [entries.length], this.named(entries));
  }
  list(items: readonly ExprId[]): ExprId {
    this.mention(items);
    return this.emitAll("list", [items.length], items);
  }
  /** One of several; a single one is itself. */
  either(options: readonly ExprId[]): ExprId {
    const known = [...new Set(options)].filter((option) => option !== this.unknownAt && option !== NONE);
    return known.length === 0 ? this.unknownAt : known.length === 1 ? (known[0] as ExprId) : this.emitAll("either", [known.length], known);
  }
  this(): ExprId {
    return this.emitOnce("this", 0, 0, 0);
  }
  super(): ExprId {
    return this.emitOnce("super", 0, 0, 0);
  }
  builtin(type: string): ExprId {
    return this.emitOnce("builtin", this.string(type), 0, 1);
  }
  /** A constant text; one that can be no key and no module, since it is prose, is a value like any other. */
  text(value: string): ExprId {
    return value.length > SIDECAR_LIMITS.keyChars || PROSE.test(value) ? this.builtin("string") : this.emitOnce("text", this.string(value), 0, 1);
  }
  instance(type: ExprId): ExprId {
    return type === this.unknownAt ? type : this.emitOnce("instance", type, 0, 1);
  }
  element(iterable: ExprId): ExprId {
    return this.emitOnce("element", iterable, 0, 1);
  }
  await(value: ExprId): ExprId {
    return this.emitOnce("await", value, 0, 1);
  }
  generic(type: ExprId, args: readonly ExprId[]): ExprId {
    return this.emitAll("generic", [type, args.length], args);
  }
  signature(returnType: ExprId): ExprId {
    return this.emitOnce("signature", returnType, 0, 1);
  }
  import(module: string, name: string): ExprId {
    return this.emitOnce("import", this.string(module), this.string(name));
  }
  typeOf(value: ExprId): ExprId {
    return this.emitOnce("type_of", value, 0, 1);
  }
  /** A value for another scope than the innermost open one, in which it stands. */
  standing(value: ExprId): ExprId {
    return value === this.unknownAt ? value : this.emit("standing", value, this.current);
  }

  /** A call, and its site in the innermost open scope. */
  call(callee: ExprId, args: readonly Argument[], place: SitePlace, op: "call" | "new" = "call"): ExprId {
    const expr = this.emitAll(op, [callee, args.length], this.named(args));
    this.sites.push({ expr, scope: this.current, name: callName(this.code, this.strings, callee), ...place });
    return expr;
  }

  /** What a call gives that stands in no text: of an operator's function. */
  result(callee: ExprId, args: readonly Argument[]): ExprId {
    return this.emitAll("call", [callee, args.length], this.named(args));
  }

  /** A definition below a decorator; the decorator is called where it stands. */
  decorated(decorator: ExprId, about: ExprId, place: SitePlace): ExprId {
    return this.emit("decorated", this.call(decorator, [{ value: about }], place), about);
  }

  // Scopes

  /** Opens a scope inside the innermost open one. Returns its number. */
  enter(head: ScopeHead): number {
    this.scopes.push(emptyScope(head, this.current));
    this.open.push(this.scopes.length - 1);
    return this.current;
  }
  leave(): void {
    this.open.pop();
  }
  /** Reads something as if it stood in another open scope: a decorator or a base in the scope around its class. */
  within<Result>(scope: number, read: () => Result): Result {
    this.open.push(scope);
    const result = read();
    this.open.pop();
    return result;
  }
  /** Around a scope. */
  parentOf(scope: number): number {
    return (this.scopes[scope] as OpenScope).parent;
  }
  kindOf(scope: number): ScopeKind {
    return (this.scopes[scope] as OpenScope).kind;
  }
  flag(flags: number, scope = this.current): void {
    (this.scopes[scope] as OpenScope).flags |= flags;
  }
  param(name: string, { kind = "positional", type = NONE, default: value = NONE }: { readonly kind?: ParameterKind; readonly type?: ExprId; readonly default?: ExprId } = {}): void {
    this.mention([value]);
    this.scope.params.push({ name, kind, type, default: value });
  }
  bind(name: string, value: ExprId, scope = this.current): void {
    this.mention([value]);
    (this.scopes[scope] as OpenScope).bindings.push({ name, value });
  }
  /** A function without a name is called like what holds it, if the outline has that: then it is what that symbol calls. */
  held(value: ExprId, by: Holder): void {
    const scope = OP_CODES.scope === this.code[value] ? this.scopes[this.code[value + 1] as number] : undefined;
    if (scope?.kind === "function" && scope.name === "") scope.heldBy = by;
  }
  /** What a variable is given by a call, or a part of that, read as a part of the variable: whoever calls it may call that. */
  variable(head: Omit<ScopeHead, "kind">, read: () => ExprId): ExprId {
    const scope = this.enter({ ...head, kind: "function", flags: SCOPE_FLAGS.variable | SCOPE_FLAGS.arrow });
    const value = read();
    this.leave();
    return GIVEN.has(this.code[value] as number) ? this.emit("variable", scope, value) : value;
  }
  store(target: ExprId, value: ExprId): void {
    this.mention([value]);
    this.scope.stores.push({ target, value });
  }
  returns(value: ExprId): void {
    this.mention([value]);
    if (value !== this.unknownAt) this.scope.returns.push(value);
  }
  returnType(type: ExprId, scope = this.current): void {
    (this.scopes[scope] as OpenScope).returnType = type;
  }
  bases(bases: readonly ExprId[], scope = this.current): void {
    (this.scopes[scope] as OpenScope).bases = bases;
  }
  addBase(base: ExprId, scope: number): void {
    const open = this.scopes[scope] as OpenScope;
    open.bases = [...open.bases, base];
  }
  owner(type: ExprId, scope = this.current): void {
    (this.scopes[scope] as OpenScope).owner = type;
  }
  wildcard(module: string): void {
    this.scope.wildcards.push(module);
  }

  // The file

  export(name: string, value: ExprId): void {
    this.mention([value]);
    this.exported.push({ name, value });
  }
  exportAll(module: string): void {
    this.exportsAllOf.push(module);
    this.mentioned.add(ALL_NAMES);
  }
  package(name: string): void {
    this.packageName = name;
  }
  /** Notes a name by which others look for the file, though it uses that nowhere. */
  mark(name: string): void {
    this.mentioned.add(name);
  }

  /** @param symbolAt position of the symbol whose name begins at an offset; `NONE` without one */
  finish(symbolAt: (nameStart: number) => number): FlowFacts {
    return {
      strings: this.strings,
      code: Int32Array.from(this.code),
      scopes: this.scopes.map(({ nameStart, heldBy, ...scope }) => {
        const held = heldBy ? symbolAt(heldBy.nameStart) : NONE;
        return heldBy && held !== NONE ? { ...scope, name: heldBy.name, symbol: held } : { ...scope, symbol: symbolAt(nameStart) };
      }),
      sites: [...this.sites].sort((left, right) => left.start - right.start || left.expr - right.expr).slice(0, SIDECAR_LIMITS.factsPerFile),
      exports: this.exported,
      exportsAllOf: this.exportsAllOf,
      package: this.packageName,
      mentions: [...this.mentioned].sort(),
    };
  }

  private get scope(): OpenScope {
    return this.scopes[this.current] as OpenScope;
  }

  private emit(op: FlowOp, first?: number, second?: number): ExprId {
    const expr = this.code.push(OP_CODES[op]) - 1;
    if (first !== undefined) this.code.push(first);
    if (second !== undefined) this.code.push(second);
    return expr;
  }

  /** The same expression again, where one scope has it twice: it means the same there. */
  private emitOnce(op: FlowOp, first = 0, second = 0, operands = 2): ExprId {
    const known = (this.emitted[this.current] ??= new Map<number, ExprId>());
    const key = (OP_CODES[op] * KEYS_PER_OPERAND + first) * KEYS_PER_OPERAND + second;
    const before = known.get(key);
    if (before !== undefined) return before;
    const expr = operands === 0 ? this.emit(op) : operands === 1 ? this.emit(op, first) : this.emit(op, first, second);
    known.set(key, expr);
    return expr;
  }

  /** One by one, since there may be more than a call takes as arguments. */
  private emitAll(op: FlowOp, head: readonly number[], operands: readonly number[]): ExprId {
    const expr = this.emit(op, head[0], head[1]);
    for (const operand of operands) this.code.push(operand);
    return expr;
  }

  private string(text: string): number {
    let at = this.positions.get(text);
    if (at === undefined) this.positions.set(text, (at = this.strings.push(text) - 1));
    return at;
  }

  private named(entries: readonly Argument[]): number[] {
    const operands: number[] = [];
    for (const { name, value } of entries) {
      this.mention([value]);
      operands.push(name === undefined || name === null ? NONE : this.string(name), value);
    }
    return operands;
  }

  /** Notes names that flow on as values: whoever looks for the callers of such a function has to look here too. */
  private mention(exprs: readonly ExprId[]): void {
    for (const expr of exprs) {
      if (expr === NONE) continue;
      const op = FLOW_OPS[this.code[expr] as number];
      if (op === "name" || op === "member") this.mentioned.add(callName(this.code, this.strings, expr));
      if (op === "either") this.mention(this.code.slice(expr + 2, expr + 2 + (this.code[expr + 1] as number)));
      if (op === "standing") this.mention([this.code[expr + 1] as ExprId]);
      if (op === "import") this.mentioned.add(this.strings[this.code[expr + 2] as number] as string);
    }
  }
}

function emptyScope({ kind, name, nameStart, startLine, flags = 0 }: Omit<ScopeHead, "kind"> & { readonly kind: ScopeKind }, parent: number): OpenScope {
  return { kind, name, nameStart, heldBy: null, startLine, flags, parent, params: [], bindings: [], stores: [], returns: [], returnType: NONE, bases: [], owner: NONE, wildcards: [] };
}
