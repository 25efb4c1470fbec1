/** The contents of a file's literals, and where the literals are used. Pure. */
import { addTo, groupBy } from "../group-by.ts";
import type { ExpressionReader, NamedOperand } from "../call-facts/expression-reader.ts";
import { type ExprId, NONE } from "../call-facts/facts.ts";

/** A call that a function literal is an argument of. */
export interface ArgumentUse {
  readonly call: ExprId;
  readonly position: number;
  readonly name: string | null;
}

/** How an object literal, list literal or name is used. */
export type LiteralUse =
  | { readonly kind: "bound"; readonly scope: number; readonly name: string }
  | { readonly kind: "default"; readonly scope: number; readonly position: number }
  | { readonly kind: "returned"; readonly scope: number }
  | { readonly kind: "stored"; readonly scope: number; readonly target: ExprId }
  | { readonly kind: "argument"; readonly call: ExprId; readonly position: number }
  | { readonly kind: "entry"; readonly literal: ExprId; readonly name: string }
  | { readonly kind: "item"; readonly literal: ExprId };

interface NameGiven {
  readonly name: string;
  readonly use: LiteralUse;
}

/** An entry of an object literal whose value is a name. */
export interface NamedEntry {
  readonly name: string;
  readonly record: ExprId;
  readonly value: ExprId;
}

/** An object literal and the keys of its entries, in order; null for spread entries. */
export interface KeyedRecord {
  readonly record: ExprId;
  readonly keys: readonly (string | null)[];
}

export class LiteralUses {
  private readonly recordNames = new Map<ExprId, Map<string | null, NamedOperand[]>>();
  private allEntries: readonly NamedOperand[] | undefined;
  private allLists: readonly ExprId[] | undefined;
  private putByName: ReadonlyMap<string, readonly NamedEntry[]> | undefined;
  private keyedRecords: readonly KeyedRecord[] | undefined;
  private recordsByKeys: ReadonlyMap<string, readonly KeyedRecord[]> | undefined;
  private recordsByKey: ReadonlyMap<string | null, readonly { readonly keyed: KeyedRecord }[]> | undefined;
  private uses:
    | {
        readonly literals: ReadonlyMap<ExprId, LiteralUse>;
        readonly names: ReadonlyMap<string, readonly NameGiven[]>;
      }
    | undefined;
  private functions:
    | { readonly records: Map<number, ExprId>; readonly args: Map<number, ArgumentUse[]> }
    | undefined;

  constructor(private readonly code: ExpressionReader) {}

  /** Values under a name in an object literal; for null, those that are spread or have a computed key. */
  entriesNamed(record: ExprId, name: string | null): readonly ExprId[] {
    let named = this.recordNames.get(record);
    if (!named)
      this.recordNames.set(record, (named = groupBy(this.code.entries(record, 1), (entry) => entry.name)));
    return (named.get(name) ?? []).map(({ value }) => value);
  }

  /** Entries of all object literals. */
  recordEntries(): readonly NamedOperand[] {
    return (this.allEntries ??= this.code
      .expressions("record")
      .flatMap((record) => this.code.entries(record, 1)));
  }

  /** Entries of object literals whose value is a name, by key. */
  entriesByName(): ReadonlyMap<string, readonly NamedEntry[]> {
    const putInto = (record: ExprId): NamedEntry[] =>
      this.code
        .entries(record, 1)
        .flatMap(({ name, value }) =>
          name !== null && this.endsInName(value) ? [{ name, record, value }] : [],
        );
    return (this.putByName ??= groupBy(this.code.expressions("record").flatMap(putInto), ({ name }) => name));
  }

  /** Object literals with a key of this name, ascending. */
  recordsNaming(name: string): readonly KeyedRecord[] {
    this.recordsByKey ??= groupBy(
      this.keyed().flatMap((keyed) => [...new Set(keyed.keys)].map((key) => ({ key, keyed }))),
      ({ key }) => key,
    );
    return (this.recordsByKey.get(name) ?? []).map(({ keyed }) => keyed);
  }

  /** Object literals with exactly these keys in this order. */
  recordsWith(keys: readonly (string | null)[]): readonly KeyedRecord[] {
    this.recordsByKeys ??= groupBy(this.keyed(), (keyed) => keyed.keys.join("\n"));
    return this.recordsByKeys.get(keys.join("\n")) ?? [];
  }

  private keyed(): readonly KeyedRecord[] {
    return (this.keyedRecords ??= this.code
      .expressions("record")
      .map((record) => ({ record, keys: this.code.entries(record, 1).map((entry) => entry.name) })));
  }

  private endsInName(value: ExprId): boolean {
    const op = this.code.op(value);
    return (
      op === "name" ||
      op === "member" ||
      (op === "either" && this.code.items(value, 1).some((option) => this.endsInName(option)))
    );
  }

  /** All list literals, without the tuple types of signatures. */
  lists(): readonly ExprId[] {
    if (this.allLists) return this.allLists;
    const types = new Set(
      this.code.flow.scopes.flatMap(({ returnType, params }) => [
        returnType,
        ...params.map(({ type }) => type),
      ]),
    );
    for (const op of ["signature", "instance"] as const)
      for (const expr of this.code.expressions(op)) types.add(this.code.operand(expr, 1));
    return (this.allLists = this.code.expressions("list").filter((list) => !types.has(list)));
  }

  /** The object literal in which a function is a value; `NONE` if there is none. */
  recordAround(scope: number): ExprId {
    return this.functionUses().records.get(scope) ?? NONE;
  }

  /** Where a literal is used; the last use in source order. */
  useOf(literal: ExprId): LiteralUse | undefined {
    return this.allUses().literals.get(literal);
  }

  /** Where a name is used, whichever variable it refers to. */
  usesOfName(name: string): readonly LiteralUse[] {
    return (this.allUses().names.get(name) ?? []).map(({ use }) => use);
  }

  private allUses(): NonNullable<LiteralUses["uses"]> {
    if (this.uses) return this.uses;
    const literals = new Map<ExprId, LiteralUse>();
    const names: NameGiven[] = [];
    const note = (expr: ExprId, use: LiteralUse): void => {
      const op = expr === NONE ? "unknown" : this.code.op(expr);
      if (op === "record" || op === "list") literals.set(expr, use);
      if (op === "name") names.push({ name: this.code.string(expr, 1), use });
      if (op === "either") for (const option of this.code.items(expr, 1)) note(option, use);
    };
    for (const [scope, { bindings, params, returns, stores }] of this.code.flow.scopes.entries()) {
      for (const { name, value } of bindings) note(value, { kind: "bound", scope, name });
      for (const [position, { default: value }] of params.entries())
        note(value, { kind: "default", scope, position });
      for (const { target, value } of stores) note(value, { kind: "stored", scope, target });
      for (const value of returns) note(value, { kind: "returned", scope });
    }
    for (const expr of this.code.expressions()) {
      const op = this.code.op(expr);
      if (op === "record")
        for (const { name, value } of this.code.entries(expr, 1))
          if (name !== null) note(value, { kind: "entry", literal: expr, name });
      if (op === "list")
        for (const value of this.code.items(expr, 1)) note(value, { kind: "item", literal: expr });
      if (op === "call" || op === "new")
        for (const [position, { value }] of this.code.entries(expr, 2).entries())
          note(value, { kind: "argument", call: expr, position });
    }
    return (this.uses = { literals, names: groupBy(names, ({ name }) => name) });
  }

  /** Calls to which a function literal is passed directly. */
  argumentUses(scope: number): readonly ArgumentUse[] {
    return this.functionUses().args.get(scope) ?? [];
  }

  private functionUses(): NonNullable<LiteralUses["functions"]> {
    if (this.functions) return this.functions;
    const records = new Map<number, ExprId>();
    const args = new Map<number, ArgumentUse[]>();
    const isScope = (value: ExprId): boolean => this.code.op(value) === "scope";
    for (const expr of this.code.expressions()) {
      const op = this.code.op(expr);
      if (op === "record") {
        for (const { value } of this.code.entries(expr, 1))
          if (this.code.op(value) === "scope") records.set(this.code.operand(value, 1), expr);
      } else if ((op === "call" || op === "new") && this.code.hasArgument(expr, isScope)) {
        for (const [position, { name, value }] of this.code.entries(expr, 2).entries()) {
          if (this.code.op(value) !== "scope") continue;
          const scope = this.code.operand(value, 1);
          addTo(args, scope, { call: expr, position, name });
        }
      }
    }
    return (this.functions = { records, args });
  }
}
