/**
 * Builds the call facts of a file from what a language's reader reports, in the order in which it walks the
 * tree.
 */
import { SIDECAR_LIMITS } from "../limits.ts";
import { type Argument, CODE, ExpressionWriter } from "./expression-writer.ts";
import {
  ACCESS_NUMBERS,
  ALL_NAMES,
  type CallSite,
  type ExprId,
  type BindingFact,
  type ExportFact,
  type CallFacts,
  type ExprOp,
  type ParameterFact,
  type ScopeFact,
  type StoreFact,
  NONE,
  type ParameterKind,
  SCOPE_FLAGS,
  type ScopeKind,
} from "./facts.ts";
import { accessesThatMayRun } from "./member-accesses.ts";

/** Ops whose value is unknown, or is not an object of a type of the codebase. */
const WRITTEN_DOWN: ReadonlySet<ExprOp | undefined> = new Set<ExprOp>([
  "unknown",
  "record",
  "list",
  "builtin",
  "text",
]);
/** Ops whose value is the result of a call, or a part of one. */
const GIVEN: ReadonlySet<ExprOp | undefined> = new Set<ExprOp>(["call", "member", "index"]);

/** A scope while it is being read. */
interface OpenScope extends Omit<
  ScopeFact,
  | "params"
  | "bindings"
  | "stores"
  | "returns"
  | "wildcards"
  | "flags"
  | "returnType"
  | "bases"
  | "owner"
  | "symbol"
> {
  nameStart: number;
  /** The variable or field that a scope without a name is assigned to. */
  heldBy: FunctionHolder | null;
  flags: number;
  readonly params: ParameterFact[];
  readonly bindings: BindingFact[];
  readonly stores: StoreFact[];
  readonly returns: ExprId[];
  readonly wildcards: string[];
  bases: readonly ExprId[];
  returnType: ExprId;
  owner: ExprId;
}

/** What is known of a scope when it is opened. */
export interface ScopeHead {
  readonly kind: Exclude<ScopeKind, "file">;
  readonly name: string;
  /**
   * Offset of the name in the text, by which the outline's symbol is found; of the definition if it has no
   * name.
   */
  readonly nameStart: number;
  readonly startLine: number;
  readonly flags?: number;
}

/** A variable or field that a function is assigned to. */
export interface FunctionHolder {
  readonly name: string;
  readonly nameStart: number;
}

/** Position of a call or access in the text. */
export interface SitePosition {
  readonly line: number;
  readonly start: number;
  /**
   * The name by which callers are searched, if the callee has no name of its own: `new self` in a class, a
   * path of names.
   */
  readonly name?: string;
}

/**
 * Collects scopes, bindings, call sites and accesses of one file. Whatever belongs to a scope (`bind`,
 * `returns`, `param`, call sites) goes to the innermost open one.
 */
export class CallFactsBuilder extends ExpressionWriter {
  private readonly scopes: OpenScope[] = [
    emptyScope({ kind: "file", name: "", nameStart: NONE, startLine: 1 }, NONE),
  ];
  private readonly open: number[] = [0];
  private readonly sites: CallSite[] = [];
  /** `ACCESS_NUMBERS` numbers for each access. */
  private readonly reads: number[] = [];
  private readonly writes: number[] = [];
  private readonly exported: ExportFact[] = [];
  private readonly exportsAllOf: string[] = [];
  private packageName = "";

  /**
   * @param ownNames names of the current object, for languages that are read by name
   */
  constructor(readonly ownNames: ReadonlySet<string> = new Set()) {
    super();
  }

  /** Number of the innermost open scope. */
  get current(): number {
    return this.open[this.open.length - 1] as number;
  }

  // Expressions that belong to a scope

  /** Marks a value, read in the innermost open scope, for use in another scope. */
  standing(value: ExprId): ExprId {
    return value === this.unknown() ? value : this.emit(CODE.standing, value, this.current);
  }

  /** Records a call and its site in the innermost open scope. Returns the call expression. */
  call(callee: ExprId, args: readonly Argument[], place: SitePosition, op: "call" | "new" = "call"): ExprId {
    const expr = this.emitAll(op === "new" ? CODE.new : CODE.call, [callee, args.length], this.named(args));
    const { line, start, name = this.nameOf(callee) } = place;
    this.sites.push({ expr, scope: this.current, name, line, start });
    return expr;
  }

  /**
   * Records the read of a member, or of a plain name that may be a member of the current object. Returns the
   * same expression.
   */
  read(member: ExprId, { line, start }: SitePosition): ExprId {
    const op = this.opOf(member);
    if (op === "member" || op === "name") this.reads.push(member, this.current, line, start);
    return member;
  }
  /**
   * Records a method that the language calls implicitly at a use of an object. Skips objects that are known
   * not to be of a type of the codebase, such as literals.
   */
  readImplicitly(object: ExprId, method: string, place: SitePosition): void {
    if (!WRITTEN_DOWN.has(this.opOf(object))) this.read(this.member(object, method), place);
  }
  /**
   * Records the methods that a loop calls implicitly: one that returns an iterator, then those of the
   * iterator. Returns an element.
   */
  goThrough(
    iterable: ExprId,
    [iterate, ...steps]: readonly [string, ...string[]],
    place: SitePosition,
  ): ExprId {
    if (!WRITTEN_DOWN.has(this.opOf(iterable))) {
      this.readImplicitly(iterable, iterate, place);
      const iterator = this.result(this.member(iterable, iterate), []);
      for (const step of steps) this.readImplicitly(iterator, step, place);
    }
    return this.element(iterable);
  }
  /** Records that a member is assigned to. Returns the same expression. */
  write(member: ExprId, { line, start }: SitePosition): ExprId {
    if (this.opOf(member) === "member") this.writes.push(member, this.current, line, start);
    return member;
  }
  /** Turns the last recorded read into a write, if it was a read of this target. */
  written(target: ExprId): ExprId {
    if (this.reads.at(-ACCESS_NUMBERS) !== target) return target;
    const [, , line, start] = this.reads.splice(-ACCESS_NUMBERS) as [number, number, number, number];
    return this.write(target, { line, start });
  }

  /** A definition with a decorator; the decorator's call is recorded at its position. */
  decorated(decorator: ExprId, about: ExprId, place: SitePosition): ExprId {
    return this.emit(CODE.decorated, this.call(decorator, [{ value: about }], place), about);
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
  /**
   * Reads something as if it stood in another open scope: a decorator or a base class in the scope around its
   * class.
   */
  within<Result>(scope: number, read: () => Result): Result {
    this.open.push(scope);
    const result = read();
    this.open.pop();
    return result;
  }
  /** The enclosing scope. */
  parentOf(scope: number): number {
    return (this.scopes[scope] as OpenScope).parent;
  }
  kindOf(scope: number): ScopeKind {
    return (this.scopes[scope] as OpenScope).kind;
  }
  flagsOf(scope: number): number {
    return (this.scopes[scope] as OpenScope).flags;
  }
  flag(flags: number, scope = this.current): void {
    (this.scopes[scope] as OpenScope).flags |= flags;
  }
  param(
    name: string,
    {
      kind = "positional",
      type = NONE,
      default: value = NONE,
    }: { readonly kind?: ParameterKind; readonly type?: ExprId; readonly default?: ExprId } = {},
  ): void {
    this.mention([value]);
    this.scope.params.push({ name, kind, type, default: value });
  }
  bind(name: string, value: ExprId, scope = this.current): void {
    this.mention([value]);
    (this.scopes[scope] as OpenScope).bindings.push({ name, value });
  }
  /**
   * Notes that a function without a name is assigned to a variable or field. If the outline has a symbol for
   * that, the function's calls belong to it.
   */
  held(value: ExprId, by: FunctionHolder): void {
    const scope = this.opOf(value) === "scope" ? this.scopes[this.code[value + 1] as number] : undefined;
    if (scope?.kind === "function" && scope.name === "") scope.heldBy = by;
  }
  /**
   * Reads the initial value of a variable as a scope of its own, so that calls in it belong to the variable.
   * If the value is not the result of a call, or a part of one, the variable keeps the plain value.
   */
  variable(head: Omit<ScopeHead, "kind">, read: () => ExprId): ExprId {
    const scope = this.enter({ ...head, kind: "function", flags: SCOPE_FLAGS.variable | SCOPE_FLAGS.arrow });
    const value = read();
    this.leave();
    return GIVEN.has(this.opOf(value)) ? this.emit(CODE.variable, scope, value) : value;
  }
  store(target: ExprId, value: ExprId): void {
    this.mention([value]);
    this.scope.stores.push({ target, value });
  }
  returns(value: ExprId): void {
    this.mention([value]);
    if (value !== this.unknown()) this.scope.returns.push(value);
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
  /**
   * Marks interfaces, and types of the same name in the same scope, as parts of one type (declaration
   * merging).
   */
  joinTypes(): void {
    const first = new Map<string, OpenScope>();
    for (const scope of this.scopes) {
      if ((scope.kind !== "class" && scope.kind !== "interface") || scope.name === "") continue;
      const key = `${scope.parent} ${scope.name}`;
      const other = first.get(key);
      if (other && (other.kind === "interface" || scope.kind === "interface"))
        for (const part of [other, scope]) part.flags |= SCOPE_FLAGS.partial;
      else first.set(key, scope);
    }
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
  /** Records a name by which other files find this one, although the file never uses it. */
  mark(name: string): void {
    this.mentioned.add(name);
  }

  /**
   * Builds the facts. Must be the last call.
   *
   * @param symbolAt index of the symbol whose name starts at an offset; `NONE` if there is none
   */
  finish(symbolAt: (nameStart: number) => number): CallFacts {
    this.release();
    if (
      Math.max(this.sites.length, this.reads.length / ACCESS_NUMBERS, this.writes.length / ACCESS_NUMBERS) >
      SIDECAR_LIMITS.sitesPerFile
    )
      this.leaveOut();
    const { strings, code, scopes, sites, reads, writes } = this;
    return {
      strings,
      code: Int32Array.from(this.code),
      scopes: this.scopes.map((scope) => finished(scope, symbolAt)),
      sites: [...this.sites]
        .sort((left, right) => left.start - right.start || left.expr - right.expr)
        .slice(0, SIDECAR_LIMITS.sitesPerFile),
      ...accessesThatMayRun({ reads, writes }, { strings, code, scopes, sites }, SIDECAR_LIMITS.sitesPerFile),
      exports: this.exported,
      exportsAllOf: this.exportsAllOf,
      package: this.packageName,
      mentions: [...this.mentioned].sort(),
    };
  }

  private get scope(): OpenScope {
    return this.scopes[this.current] as OpenScope;
  }
}

/** Copies field by field: there are many scopes, and copying with rest syntax takes several times as long. */
function finished(scope: OpenScope, symbolAt: (nameStart: number) => number): ScopeFact {
  const {
    kind,
    parent,
    startLine,
    flags,
    params,
    bindings,
    stores,
    returns,
    returnType,
    bases,
    owner,
    wildcards,
    heldBy,
  } = scope;
  const held = heldBy ? symbolAt(heldBy.nameStart) : NONE;
  const [name, symbol] =
    heldBy && held !== NONE ? [heldBy.name, held] : [scope.name, symbolAt(scope.nameStart)];
  return {
    kind,
    name,
    parent,
    symbol,
    startLine,
    flags,
    params,
    bindings,
    stores,
    returns,
    returnType,
    bases,
    owner,
    wildcards,
  };
}

function emptyScope(
  { kind, name, nameStart, startLine, flags = 0 }: Omit<ScopeHead, "kind"> & { readonly kind: ScopeKind },
  parent: number,
): OpenScope {
  return {
    kind,
    name,
    nameStart,
    heldBy: null,
    startLine,
    flags,
    parent,
    params: [],
    bindings: [],
    stores: [],
    returns: [],
    returnType: NONE,
    bases: [],
    owner: NONE,
    wildcards: [],
  };
}
