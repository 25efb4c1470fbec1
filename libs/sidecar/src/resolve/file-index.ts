/** What is asked of one file's flow facts again and again, worked out once. Pure. */
import { type CallSite, type ExprId, FLOW_OPS, type FlowBinding, type FlowFacts, type FlowOp, type FlowStore, NONE } from "../flow/facts.ts";
import { lengthOf } from "../flow/operands.ts";

/** A store, and the scope that it stands in. */
export interface StoreAt extends FlowStore {
  readonly scope: number;
}

/** Where a function literal is used as an argument. */
export interface ArgumentUse {
  readonly call: ExprId;
  readonly position: number;
  readonly name: string | null;
}

/** What becomes of an object literal where it stands. */
export type RecordUse =
  | { readonly kind: "bound"; readonly scope: number; readonly name: string }
  | { readonly kind: "returned"; readonly scope: number }
  | { readonly kind: "argument"; readonly call: ExprId; readonly position: number }
  | { readonly kind: "entry"; readonly record: ExprId; readonly name: string };

export class FileIndex {
  private bindingsByScope: Map<string, FlowBinding[]>[] | undefined;
  private stores: Map<string, StoreAt[]> | undefined;
  private scopeStores: Map<number, StoreAt[]> | undefined;
  private members: Map<number, number[]> | undefined;
  private uses: { readonly records: Map<number, ExprId>; readonly args: Map<number, ArgumentUse[]> } | undefined;
  private allEntries: readonly { readonly name: string | null; readonly value: ExprId }[] | undefined;
  private allItems: readonly ExprId[] | undefined;
  private literals: Map<ExprId, RecordUse> | undefined;
  private named: Map<string, number[]> | undefined;
  private namespacePaths: Map<string, number[]> | undefined;
  private namespaces: Map<string, number[]> | undefined;
  private derived: readonly number[] | undefined;
  private readonly recordNames = new Map<ExprId, Map<string | null, { readonly name: string | null; readonly value: ExprId }[]>>();
  private sitesByName: Map<string, CallSite[]> | undefined;
  private sitesByExpr: Map<ExprId, CallSite> | undefined;

  constructor(readonly flow: FlowFacts) {}

  op(expr: ExprId): FlowOp {
    return FLOW_OPS[this.flow.code[expr] as number] ?? "unknown";
  }

  operand(expr: ExprId, at: number): number {
    return this.flow.code[expr + at] as number;
  }

  string(expr: ExprId, at: number): string {
    return this.flow.strings[this.operand(expr, at)] ?? "";
  }

  /** Named operands of a call (from 2) or a record (from 1), whose number stands before them. */
  entries(expr: ExprId, from: number): { readonly name: string | null; readonly value: ExprId }[] {
    return Array.from({ length: this.operand(expr, from) }, (_, at) => {
      const name = this.operand(expr, from + 1 + 2 * at);
      return { name: name === NONE ? null : (this.flow.strings[name] ?? ""), value: this.operand(expr, from + 2 + 2 * at) };
    });
  }

  /** Operands of a list or alternative (from 1), or of a generic type (from 2), whose number stands before them. */
  items(expr: ExprId, from: number): ExprId[] {
    return Array.from({ length: this.operand(expr, from) }, (_, at) => this.operand(expr, from + 1 + at));
  }

  /** Bindings of a name in a scope, in the order of the text. */
  bindings(scope: number, name: string): readonly FlowBinding[] {
    this.bindingsByScope ??= this.flow.scopes.map(({ bindings }) => groupBy(bindings, (binding) => binding.name));
    return this.bindingsByScope[scope]?.get(name) ?? [];
  }

  /** Stores into a member or key of this name. */
  storesOf(name: string): readonly StoreAt[] {
    this.stores ??= groupBy(this.flow.scopes.flatMap(({ stores }, scope) => stores.map((store): StoreAt => ({ ...store, scope }))), ({ target }) => this.keyOf(target) ?? "");
    return this.stores.get(name) ?? [];
  }

  /** Stores of a function that stands there as a literal. */
  storesOfScope(scope: number): readonly StoreAt[] {
    this.scopeStores ??= groupBy(
      this.flow.scopes.flatMap(({ stores }, at) => stores.map((store): StoreAt => ({ ...store, scope: at }))).filter(({ value }) => this.op(value) === "scope"),
      ({ value }) => this.operand(value, 1),
    );
    return this.scopeStores.get(scope) ?? [];
  }

  /** Name of the member, or constant key, that a target names. */
  keyOf(target: ExprId): string | null {
    if (this.op(target) === "member") return this.string(target, 2);
    const key = this.op(target) === "index" ? this.operand(target, 2) : NONE;
    return key !== NONE && this.op(key) === "text" ? this.string(key, 1) : null;
  }

  /** Scopes directly inside a scope. */
  childrenOf(scope: number): readonly number[] {
    this.members ??= groupBy([...this.flow.scopes.keys()], (at) => this.flow.scopes[at]?.parent ?? NONE);
    return this.members.get(scope) ?? [];
  }

  /** Functions, types and namespaces of a name. */
  scopesNamed(name: string): readonly number[] {
    this.named ??= groupBy([...this.flow.scopes.keys()], (at) => this.flow.scopes[at]?.name ?? "");
    return this.named.get(name) ?? [];
  }

  /** A namespace may be opened several times: all parts of the one that a scope is a part of. */
  partsOf(scope: number): readonly number[] {
    this.namespaces ??= groupBy([...this.flow.scopes.keys()].filter((at) => this.flow.scopes[at]?.kind === "namespace"), (at) => this.namespaceKey(at));
    return this.namespaces.get(this.namespaceKey(scope)) ?? [];
  }

  /** Parts of a namespace by its names from the outside in, joined by `::`. */
  namespaceParts(path: string): readonly number[] {
    this.namespacePaths ??= groupBy([...this.flow.scopes.keys()].filter((at) => this.flow.scopes[at]?.kind === "namespace"), (at) => this.namespacePath(at));
    return this.namespacePaths.get(path) ?? [];
  }

  private namespacePath(scope: number): string {
    const own = this.flow.scopes[scope];
    const around = own && own.parent > 0 ? this.namespacePath(own.parent) : "";
    return around === "" ? (own?.name ?? "") : `${around}::${own?.name}`;
  }

  private namespaceKey(scope: number): string {
    const own = this.flow.scopes[scope];
    return `${own?.parent} ${own?.name}`;
  }

  /** Classes and interfaces that are derived from something. */
  derivedTypes(): readonly number[] {
    return (this.derived ??= [...this.flow.scopes.keys()].filter((at) => (this.flow.scopes[at]?.bases.length ?? 0) > 0));
  }

  /** Values of a name in an object literal; null: of what is spread, or has a computed key. */
  entriesNamed(record: ExprId, name: string | null): readonly ExprId[] {
    let named = this.recordNames.get(record);
    if (!named) this.recordNames.set(record, (named = groupBy(this.entries(record, 1), (entry) => entry.name)));
    return (named.get(name) ?? []).map(({ value }) => value);
  }

  /** Entries of all object literals. */
  recordEntries(): readonly { readonly name: string | null; readonly value: ExprId }[] {
    return (this.allEntries ??= [...this.expressions()].filter((expr) => this.op(expr) === "record").flatMap((expr) => this.entries(expr, 1)));
  }

  /** Items of all list literals. */
  listItems(): readonly ExprId[] {
    return (this.allItems ??= [...this.expressions()].filter((expr) => this.op(expr) === "list").flatMap((expr) => this.items(expr, 1)));
  }

  /** The object literal that a function stands in as a value; `NONE` if there is none. */
  recordAround(scope: number): ExprId {
    return this.scopeUses().records.get(scope) ?? NONE;
  }

  /** Of object literals that are given to something: the last of the uses in the text. */
  recordUses(): ReadonlyMap<ExprId, RecordUse> {
    if (this.literals) return this.literals;
    const uses = new Map<ExprId, RecordUse>();
    const note = (value: ExprId, use: RecordUse): void => void (value !== NONE && this.op(value) === "record" && uses.set(value, use));
    for (const [scope, { bindings, returns }] of this.flow.scopes.entries()) {
      for (const { name, value } of bindings) note(value, { kind: "bound", scope, name });
      for (const value of returns) note(value, { kind: "returned", scope });
    }
    for (const expr of this.expressions()) {
      const op = this.op(expr);
      if (op === "record") for (const { name, value } of this.entries(expr, 1)) if (name !== null) note(value, { kind: "entry", record: expr, name });
      if (op === "call" || op === "new") for (const [position, { value }] of this.entries(expr, 2).entries()) note(value, { kind: "argument", call: expr, position });
    }
    return (this.literals = uses);
  }

  /** Calls to which a function is handed where it stands. */
  argumentUses(scope: number): readonly ArgumentUse[] {
    return this.scopeUses().args.get(scope) ?? [];
  }

  sitesCalling(name: string): readonly CallSite[] {
    this.sitesByName ??= groupBy(this.flow.sites, (site) => site.name);
    return this.sitesByName.get(name) ?? [];
  }

  /** The site of a call expression. */
  siteOf(expr: ExprId): CallSite | undefined {
    this.sitesByExpr ??= new Map(this.flow.sites.map((site) => [site.expr, site]));
    return this.sitesByExpr.get(expr);
  }

  private scopeUses(): NonNullable<FileIndex["uses"]> {
    if (this.uses) return this.uses;
    const records = new Map<number, ExprId>();
    const args = new Map<number, ArgumentUse[]>();
    for (const expr of this.expressions()) {
      const op = this.op(expr);
      if (op === "record") {
        for (const { value } of this.entries(expr, 1)) if (this.op(value) === "scope") records.set(this.operand(value, 1), expr);
      } else if (op === "call" || op === "new") {
        for (const [position, { name, value }] of this.entries(expr, 2).entries()) {
          if (this.op(value) !== "scope") continue;
          const scope = this.operand(value, 1);
          args.set(scope, [...(args.get(scope) ?? []), { call: expr, position, name }]);
        }
      }
    }
    return (this.uses = { records, args });
  }

  private *expressions(): Generator<ExprId> {
    for (let expr = 0; expr < this.flow.code.length; expr += lengthOf(this.flow.code, expr)) yield expr;
  }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
