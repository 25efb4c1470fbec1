/** Lookup tables over one file's call facts, each computed once on first use. Pure. */
import { receiverName } from "../call-facts/call-name.ts";
import { ExpressionReader } from "../call-facts/expression-reader.ts";
import {
  type AccessSite,
  type BindingFact,
  BLOCK,
  type CallFacts,
  type CallSite,
  type ExprId,
  NONE,
  type ScopeFact,
  type StoreFact,
} from "../call-facts/facts.ts";
import { accessSites } from "../call-facts/member-accesses.ts";
import { groupBy } from "../group-by.ts";
import { type EscapingName, NamesHandedOn } from "./escaping-names.ts";
import { type LiteralUse, LiteralUses } from "./literal-uses.ts";

/** A store, and the scope that contains it. */
export interface StoreAt extends StoreFact {
  readonly scope: number;
}

const indexes = new WeakMap<CallFacts, FileIndex>();

/** The index of some call facts. It lives as long as they do, since later requests need the same tables. */
export function fileIndexOf(flow: CallFacts): FileIndex {
  let index = indexes.get(flow);
  if (!index) indexes.set(flow, (index = new FileIndex(flow)));
  return index;
}

/**
 * Up to this many bindings, a linear search is as fast as a lookup in a table, which each scope of each file
 * would need.
 */
const FEW_BINDINGS = 8;
/**
 * Most bindings of one name in one scope that are considered. Names that are assigned more often, in
 * generated code, say nothing about calls. Code that evaluates such names reports the limit.
 */
const MAX_SAME_BINDINGS = 200;
const NO_BINDINGS: readonly BindingFact[] = [];

export class FileIndex extends ExpressionReader {
  readonly scopes: ScopeTree;
  readonly literals: LiteralUses;
  /** Bindings by name, for scopes with many. */
  private readonly bindingsByScope = new Map<number, Map<string, BindingFact[]>>();
  private stores: Map<string, StoreAt[]> | undefined;
  private scopeStores: Map<number, StoreAt[]> | undefined;
  private sitesByName: Map<string, CallSite[]> | undefined;
  private readonly sitesByBase: { member?: Map<string, CallSite[]>; call?: Map<string, CallSite[]> } = {};
  private ownAccesses: readonly AccessSite[] | undefined;
  private accessesByName: Map<string, AccessSite[]> | undefined;
  private blocks: BlocksGiven | undefined;
  private sitesByExpr: Map<ExprId, CallSite> | undefined;
  private membersByStart: Map<number, CallSite> | undefined;
  private callsByStart: Map<number, CallSite> | undefined;
  private handedOn: NamesHandedOn | undefined;

  constructor(override readonly flow: CallFacts) {
    super(flow);
    this.scopes = new ScopeTree(flow.scopes);
    this.literals = new LiteralUses(this);
  }

  /** The first bindings of a name in a scope, at most `MAX_SAME_BINDINGS`, in source order. */
  bindings(scope: number, name: string): readonly BindingFact[] {
    const all = this.flow.scopes[scope]?.bindings ?? NO_BINDINGS;
    if (all.length <= FEW_BINDINGS)
      return all.some((binding) => binding.name === name)
        ? all.filter((binding) => binding.name === name)
        : NO_BINDINGS;
    let named = this.bindingsByScope.get(scope);
    if (!named) {
      named = groupBy(all, (binding) => binding.name);
      for (const same of named.values()) same.splice(MAX_SAME_BINDINGS);
      this.bindingsByScope.set(scope, named);
    }
    return named.get(name) ?? NO_BINDINGS;
  }

  /**
   * The innermost scope, from `scope` outwards, in which a name is a variable or parameter; `NONE` if there
   * is none.
   */
  binder(scope: number, name: string): number {
    for (let at = scope; at !== NONE; at = this.flow.scopes[at]?.parent ?? NONE) {
      if (this.binds(at, name)) return at;
    }
    return NONE;
  }

  /** Whether a name is a variable or parameter of this scope, outer scopes not included. */
  binds(scope: number, name: string): boolean {
    return (
      this.bindings(scope, name).length > 0 ||
      this.flow.scopes[scope]?.params.some((param) => param.name === name) === true
    );
  }

  /** Stores into a member or key of this name. */
  storesOf(name: string): readonly StoreAt[] {
    this.stores ??= groupBy(
      this.flow.scopes.flatMap(({ stores }, scope) => stores.map((store): StoreAt => ({ ...store, scope }))),
      ({ target }) => this.keyOf(target) ?? "",
    );
    return this.stores.get(name) ?? [];
  }

  /** Stores whose value is this function, written there as a literal. */
  storesOfScope(scope: number): readonly StoreAt[] {
    this.scopeStores ??= groupBy(
      this.flow.scopes
        .flatMap(({ stores }, at) => stores.map((store): StoreAt => ({ ...store, scope: at })))
        .filter(({ value }) => this.op(value) === "scope"),
      ({ value }) => this.operand(value, 1),
    );
    return this.scopeStores.get(scope) ?? [];
  }

  sitesCalling(name: string): readonly CallSite[] {
    this.sitesByName ??= groupBy(this.flow.sites, (site) => site.name);
    return this.sitesByName.get(name) ?? [];
  }

  /**
   * Calls of a member of this name (`send.delay()` for `send`), or of the result of calling it:
   * `outer(1)(2)`, a decorator with arguments.
   */
  sitesBehind(op: "member" | "call", name: string): readonly CallSite[] {
    const { code, strings, sites } = this.flow;
    this.sitesByBase[op] ??= groupBy(sites, ({ expr }) =>
      receiverName(code, strings, this.operand(expr, 1), op),
    );
    return name === "" ? [] : (this.sitesByBase[op].get(name) ?? []);
  }

  /** Members that are read without a call, then those that are stored into; each sorted by start. */
  get accesses(): readonly AccessSite[] {
    return (this.ownAccesses ??= [...accessSites(this.flow, "read"), ...accessSites(this.flow, "write")]);
  }

  /** Accesses of a member of this name. */
  accessesOf(name: string): readonly AccessSite[] {
    this.accessesByName ??= groupBy(this.accesses, (site) => site.name);
    return this.accessesByName.get(name) ?? [];
  }

  /** The read, store or call at an offset, with the expression of the name or member alone. */
  siteAt(start: number): CallSite | undefined {
    this.membersByStart ??= new Map(
      [
        ...this.flow.sites.map((site): CallSite => ({ ...site, expr: this.operand(site.expr, 1) })),
        ...this.accesses,
      ].map((site) => [site.start, site]),
    );
    return this.membersByStart.get(start);
  }

  /** The call whose name starts at an offset. */
  callAt(start: number): CallSite | undefined {
    this.callsByStart ??= new Map(this.flow.sites.map((site) => [site.start, site]));
    return this.callsByStart.get(start);
  }

  /**
   * Expressions with which the file uses a name as a value. Names that are only imported do not count,
   * although call facts list them as mentions.
   */
  placesHanding(name: string): readonly EscapingName[] {
    return (this.handedOn ??= new NamesHandedOn(this)).placesOf(name);
  }

  /** Blocks that are passed to calls. */
  get blocksGiven(): BlocksGiven {
    return (this.blocks ??= blocksGivenIn(this));
  }

  /** The scope that contains a literal; undefined for a literal whose use is unknown. */
  scopeOfLiteral(literal: ExprId): number | undefined {
    const use = this.literals.useOf(literal);
    return use && this.scopeOfUse(use);
  }

  scopeOfUse(use: LiteralUse): number | undefined {
    switch (use.kind) {
      case "bound":
      case "default":
      case "returned":
      case "stored":
        return use.scope;
      case "argument":
        return this.siteOf(use.call)?.scope;
      case "entry":
      case "item":
        return this.scopeOfLiteral(use.literal);
    }
  }

  /** The call site of a call expression. */
  siteOf(expr: ExprId): CallSite | undefined {
    this.sitesByExpr ??= new Map(this.flow.sites.map((site) => [site.expr, site]));
    return this.sitesByExpr.get(expr);
  }
}

// Blocks that are passed to the calls of a file. Pure.

/** Blocks that the calls of one file receive. */
interface BlocksGiven {
  /** Calls by the scope of a block that is written there. */
  readonly written: ReadonlyMap<number, CallSite>;
  /** Calls that pass on a block from elsewhere, with its expression. */
  readonly handedOn: readonly { readonly site: CallSite; readonly block: ExprId }[];
}

/** Collects the blocks of all calls of a file. */
function blocksGivenIn(index: ExpressionReader): BlocksGiven {
  const written = new Map<number, CallSite>();
  const handedOn: { readonly site: CallSite; readonly block: ExprId }[] = [];
  for (const site of index.flow.sites) {
    const block = index.entries(site.expr, 2).find(({ name }) => name === BLOCK)?.value;
    if (block === undefined) continue;
    if (index.op(block) === "scope") written.set(index.operand(block, 1), site);
    else handedOn.push({ site, block });
  }
  return { written, handedOn };
}

// The scopes of a file, by position, name and kind. Pure.

class ScopeTree {
  private children: Map<number, number[]> | undefined;
  private readonly qualified: string[] = [];
  private byName: Map<string, number[]> | undefined;
  private byPath: Map<string, number[]> | undefined;
  private blocks: readonly number[] | undefined;
  private opened: Map<string, number[]> | undefined;

  /** @param all in source order, the file first */
  constructor(private readonly all: readonly ScopeFact[]) {}

  /** Direct children of a scope. */
  childrenOf(scope: number): readonly number[] {
    this.children ??= groupBy([...this.all.keys()], (at) => this.all[at]?.parent ?? NONE);
    return this.children.get(scope) ?? [];
  }

  /** Whether a scope is `around`, or inside of it. */
  isWithin(scope: number, around: number): boolean {
    let at = scope;
    while (at > around) at = this.all[at]?.parent ?? NONE;
    return at === around;
  }

  /** Names of the enclosing scopes and of the scope itself, joined by dots. */
  qualifiedName(scope: number): string {
    let name = this.qualified[scope];
    if (name === undefined) {
      const own = this.all[scope];
      name =
        !own || scope <= 0 ? "" : own.parent > 0 ? `${this.qualifiedName(own.parent)}.${own.name}` : own.name;
      this.qualified[scope] = name;
    }
    return name;
  }

  /** Functions, types and namespaces of this name. */
  named(name: string): readonly number[] {
    this.byName ??= groupBy([...this.all.keys()], (at) => this.all[at]?.name ?? "");
    return this.byName.get(name) ?? [];
  }

  /** All parts of the namespace that a scope is part of: a namespace may be opened several times. */
  partsOf(scope: number): readonly number[] {
    this.opened ??= groupBy(
      this.where(({ kind }) => kind === "namespace"),
      (at) => this.namespaceKey(at),
    );
    return this.opened.get(this.namespaceKey(scope)) ?? [];
  }

  /** Parts of a namespace, by the names from the outermost inwards, joined by `::`. */
  namespaceParts(path: string): readonly number[] {
    this.byPath ??= groupBy(
      this.where(({ kind }) => kind === "namespace"),
      (at) => this.namespacePath(at),
    );
    return this.byPath.get(path) ?? [];
  }

  private namespacePath(scope: number): string {
    const own = this.all[scope];
    const around = own && own.parent > 0 ? this.namespacePath(own.parent) : "";
    return around === "" ? (own?.name ?? "") : `${around}::${own?.name}`;
  }

  private namespaceKey(scope: number): string {
    const own = this.all[scope];
    return `${own?.parent} ${own?.name}`;
  }

  /** Classes and interfaces with at least one base type. */
  derived(): readonly number[] {
    return this.where(({ bases }) => bases.length > 0);
  }

  /** Blocks that define members of a type they name (`impl`, extensions). */
  owned(): readonly number[] {
    return (this.blocks ??= this.where(({ kind, owner }) => kind === "class" && owner !== NONE));
  }

  private where(passes: (scope: ScopeFact) => boolean): readonly number[] {
    return [...this.all.keys()].filter((at) => passes(this.all[at] as ScopeFact));
  }
}
