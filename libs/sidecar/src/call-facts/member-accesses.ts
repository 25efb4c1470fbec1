/** Filters accesses of members: which of them may run code, as far as their own file shows. Pure. */
import { callName } from "./call-name.ts";
import {
  ACCESS_NUMBERS,
  type AccessSite,
  type CallSite,
  type ExprId,
  EXPR_OPS,
  type CallFacts,
  type ScopeFact,
  NONE,
  SCOPE_FLAGS,
} from "./facts.ts";

interface File {
  readonly code: readonly number[];
  readonly strings: readonly string[];
  readonly scopes: readonly Pick<
    ScopeFact,
    "kind" | "name" | "parent" | "flags" | "params" | "bases" | "bindings" | "stores"
  >[];
  readonly sites: readonly CallSite[];
}

/**
 * Accesses that are not callees and not of fields that their class is known to have. Sorted by start;
 * `ACCESS_NUMBERS` numbers for each.
 */
export function accessesThatMayRun(
  { reads, writes }: Accesses<readonly number[]>,
  file: File,
  limit: number,
): Accesses<Int32Array> {
  const callees = new Callees(file);
  const fields = new Fields(file);
  return {
    reads: kept(
      reads,
      limit,
      (expr, scope, start) => !callees.has(expr, start) && !fields.hasOwn(expr, scope),
    ),
    writes: kept(writes, limit, (expr, scope) => !fields.hasOwn(expr, scope)),
  };
}

export interface Accesses<List> {
  readonly reads: List;
  readonly writes: List;
}

function kept(
  accesses: readonly number[],
  limit: number,
  mayRun: (expr: ExprId, scope: number, start: number) => boolean,
): Int32Array {
  const found = new Int32Array(accesses.length);
  let [isInOrder, before, end] = [true, 0, 0];
  for (let at = 0; at < accesses.length; at += ACCESS_NUMBERS) {
    const [expr, scope, line, start] = [
      accesses[at] as number,
      accesses[at + 1] as number,
      accesses[at + 2] as number,
      accesses[at + 3] as number,
    ];
    if (!mayRun(expr, scope, start)) continue;
    isInOrder &&= before <= start;
    before = start;
    found[end++] = expr;
    found[end++] = scope;
    found[end++] = line;
    found[end++] = start;
  }
  const all = isInOrder ? found.subarray(0, end) : sortedByStart(found.subarray(0, end));
  // A copy of exact size: a subarray would keep the whole buffer alive.
  return all.slice(0, limit * ACCESS_NUMBERS);
}

/**
 * Sorted by start, then by expression. An assigned value is read before its target, so most files need
 * sorting.
 */
function sortedByStart(accesses: Int32Array): Int32Array {
  const order = Array.from({ length: accesses.length / ACCESS_NUMBERS }, (_, at) => at * ACCESS_NUMBERS);
  order.sort(
    (left, right) =>
      (accesses[left + 3] as number) - (accesses[right + 3] as number) ||
      (accesses[left] as number) - (accesses[right] as number),
  );
  const sorted = new Int32Array(accesses.length);
  let end = 0;
  for (const from of order)
    for (let at = 0; at < ACCESS_NUMBERS; at++) sorted[end++] = accesses[from + at] as number;
  return sorted;
}

/** The callees of a file and their positions. */
class Callees {
  /** Usually one per position. */
  private readonly byStart = new Map<number, ExprId>();
  private readonly others: { readonly callee: ExprId; readonly start: number }[] = [];

  constructor({ sites, code }: File) {
    for (const { expr, start } of sites) {
      const callee = calleeOf(code, expr);
      if (!this.byStart.has(start)) this.byStart.set(start, callee);
      else if (this.byStart.get(start) !== callee) this.others.push({ callee, start });
    }
  }

  has(callee: ExprId, start: number): boolean {
    const here = this.byStart.get(start);
    return (
      here !== undefined &&
      (here === callee || this.others.some((other) => other.start === start && other.callee === callee))
    );
  }
}

function calleeOf(code: readonly number[], call: ExprId): ExprId {
  const callee = code[call + 1] as ExprId;
  const op = EXPR_OPS[code[callee] as number];
  return op === "generic" || op === "standing" ? (code[callee + 1] as ExprId) : callee;
}

/**
 * Fields of a file's classes without code: those that a class declares, or assigns on its own objects if it
 * has no base class.
 */
class Fields {
  private byClass: (ReadonlySet<string> | null)[] | undefined;
  private readonly variables = new Map<number, ReadonlySet<string>>();

  constructor(private readonly file: File) {}

  /** Whether an access is of such a field of the enclosing class, or of a variable of a function. */
  hasOwn(expr: ExprId, scope: number): boolean {
    const { scopes, code } = this.file;
    const name = this.ownName(expr, scope);
    if (name === null) return false;
    const isPlain = EXPR_OPS[code[expr] as number] === "name";
    for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
      const kind = scopes[at]?.kind;
      if (kind === "class" || kind === "interface") return this.ofClass(at).has(name);
      if (isPlain && kind === "function" && this.variablesOf(at).has(name)) return true;
    }
    return false;
  }

  private variablesOf(at: number): ReadonlySet<string> {
    let known = this.variables.get(at);
    if (!known) {
      const { bindings = [], params = [] } = this.file.scopes[at] ?? {};
      this.variables.set(
        at,
        (known = new Set(
          [...bindings.filter(({ value }) => !this.isRun(value)), ...params].map(({ name }) => name),
        )),
      );
    }
    return known;
  }

  /** Whether a value is a function that runs when its name is accessed. */
  private isRun(value: ExprId): boolean {
    const { scopes, code } = this.file;
    return (
      EXPR_OPS[code[value] as number] === "scope" &&
      runsOnAccess(scopes[code[value + 1] as number]?.flags ?? 0, "read")
    );
  }

  private ofClass(at: number): ReadonlySet<string> {
    this.byClass ??= this.collect();
    return this.byClass[at] ?? NO_NAMES;
  }

  private collect(): (ReadonlySet<string> | null)[] {
    const { scopes } = this.file;
    const found: (Set<string> | null)[] = scopes.map(({ kind, bindings }) =>
      kind === "class" || kind === "interface" ? new Set(bindings.map(({ name }) => name)) : null,
    );
    // An assigned member may be a property of a base class.
    const mayDeclare = scopes.map(({ bases }, at) => (bases.length === 0 ? found[at] : null));
    for (const [scope, { stores }] of scopes.entries()) {
      for (const { target } of stores) {
        const name = this.ownName(target, scope);
        let at = scope;
        while (at !== NONE && !found[at]) at = scopes[at]?.parent ?? NONE;
        if (name !== null) mayDeclare[at]?.add(name);
      }
    }
    for (const { flags, name, parent } of scopes) if (runsOnAccess(flags)) found[parent]?.delete(name);
    return found;
  }

  /** The name in `this.name`, or a plain name; null for anything else. */
  private ownName(expr: ExprId, scope: number): string | null {
    const { code, strings } = this.file;
    if (EXPR_OPS[code[expr] as number] === "name") return strings[code[expr + 1] as number] ?? null;
    const object = code[expr + 1] as ExprId;
    const op = EXPR_OPS[code[object] as number];
    const isOwn =
      op === "this" || (op === "name" && this.receiver(scope) === strings[code[object + 1] as number]);
    return isOwn ? (strings[code[expr + 2] as number] ?? null) : null;
  }

  /** Receiver name of the innermost method that declares one. */
  private receiver(scope: number): string | null {
    const { scopes } = this.file;
    for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
      const [first] = scopes[at]?.params ?? [];
      if (first?.kind === "receiver") return first.name;
    }
    return null;
  }
}

/**
 * Whether a function with these flags runs when a member of its name is read or assigned. Without `access`:
 * either of them.
 */
export function runsOnAccess(flags: number, access?: AccessSite["access"]): boolean {
  const isGetter = (flags & SCOPE_FLAGS.getter) !== 0 && (flags & SCOPE_FLAGS.field) === 0;
  const isRead = access !== "write" && (isGetter || (flags & SCOPE_FLAGS.implicit) !== 0);
  return isRead || (access !== "read" && (flags & SCOPE_FLAGS.setter) !== 0);
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Accesses as objects, sorted by start, like call sites. */
export function accessSites(
  { code, strings, ...flow }: CallFacts,
  access: AccessSite["access"],
): readonly AccessSite[] {
  const numbers = access === "read" ? flow.reads : flow.writes;
  return Array.from({ length: numbers.length / ACCESS_NUMBERS }, (_, at): AccessSite => {
    const number = (offset: number): number => numbers[at * ACCESS_NUMBERS + offset] as number;
    return {
      access,
      expr: number(0),
      scope: number(1),
      line: number(2),
      start: number(3),
      name: callName(code, strings, number(0)),
    };
  });
}
