/** Where members are read without a call, or stored into: which of these places may run code, as far as their file tells. Pure. */
import { callName } from "./call-name.ts";
import { ACCESS_NUMBERS, type AccessSite, type CallSite, type ExprId, FLOW_OPS, type FlowFacts, type FlowScope, NONE, SCOPE_FLAGS } from "./facts.ts";

interface File {
  readonly code: readonly number[];
  readonly strings: readonly string[];
  readonly scopes: readonly Pick<FlowScope, "kind" | "name" | "parent" | "flags" | "params" | "bases" | "bindings" | "stores">[];
  readonly sites: readonly CallSite[];
}

/** Those that are no callees, and none of what their class is seen to hold. By start; `ACCESS_NUMBERS` each. */
export function accessesThatMayRun({ reads, writes }: Accesses<readonly number[]>, file: File, limit: number): Accesses<Int32Array> {
  const callees = new Set(file.sites.map(({ expr, start }) => placeKey(calleeOf(file.code, expr), start)));
  const fields = new Fields(file);
  return {
    reads: kept(reads, limit, (expr, scope, start) => !callees.has(placeKey(expr, start)) && !fields.hasOwn(expr, scope)),
    writes: kept(writes, limit, (expr, scope) => !fields.hasOwn(expr, scope)),
  };
}

export interface Accesses<List> {
  readonly reads: List;
  readonly writes: List;
}

/** More than a file has characters. */
const STARTS = 2 ** 31;

function placeKey(expr: ExprId, start: number): number {
  return expr * STARTS + start;
}

function kept(accesses: readonly number[], limit: number, mayRun: (expr: ExprId, scope: number, start: number) => boolean): Int32Array {
  const found: number[][] = [];
  let [isInOrder, before] = [true, 0];
  for (let at = 0; at < accesses.length; at += ACCESS_NUMBERS) {
    const [expr, scope, start] = [accesses[at] as number, accesses[at + 1] as number, accesses[at + 3] as number];
    if (!mayRun(expr, scope, start)) continue;
    isInOrder &&= before <= start;
    before = start;
    found.push([expr, scope, accesses[at + 2] as number, start]);
  }
  // Of two at one place the expression that was made first.
  if (!isInOrder) found.sort((left, right) => (left[3] as number) - (right[3] as number) || (left[0] as number) - (right[0] as number));
  return Int32Array.from(found.slice(0, limit).flat());
}

function calleeOf(code: readonly number[], call: ExprId): ExprId {
  const callee = code[call + 1] as ExprId;
  const op = FLOW_OPS[code[callee] as number];
  return op === "generic" || op === "standing" ? (code[callee + 1] as ExprId) : callee;
}

/** What the classes of a file declare, or store into their own objects where they have no class above, and is no property with code. */
class Fields {
  private byClass: (ReadonlySet<string> | null)[] | undefined;
  private readonly variables = new Map<number, ReadonlySet<string>>();

  constructor(private readonly file: File) {}

  /** Whether it is one of such a field of the class around, or a variable of a function. */
  hasOwn(expr: ExprId, scope: number): boolean {
    const { scopes, code } = this.file;
    const name = this.ownName(expr, scope);
    if (name === null) return false;
    const isPlain = FLOW_OPS[code[expr] as number] === "name";
    for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
      const kind = scopes[at]?.kind;
      if (kind === "class" || kind === "interface") return this.ofClass(at).has(name);
      if (isPlain && kind === "function" && this.variablesOf(at).has(name)) return true;
    }
    return false;
  }

  private variablesOf(at: number): ReadonlySet<string> {
    const { bindings = [], params = [] } = this.file.scopes[at] ?? {};
    let known = this.variables.get(at);
    if (!known) this.variables.set(at, (known = new Set([...bindings, ...params].map(({ name }) => name))));
    return known;
  }

  private ofClass(at: number): ReadonlySet<string> {
    this.byClass ??= this.collect();
    return this.byClass[at] ?? NO_NAMES;
  }

  private collect(): (ReadonlySet<string> | null)[] {
    const { scopes } = this.file;
    const found: (Set<string> | null)[] = scopes.map(({ kind, bindings }) => (kind === "class" || kind === "interface" ? new Set(bindings.map(({ name }) => name)) : null));
    // What is stored into may be a property of a class above.
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

  /** The name of `this.name`, or of a plain one; null for all else. */
  private ownName(expr: ExprId, scope: number): string | null {
    const { code, strings } = this.file;
    if (FLOW_OPS[code[expr] as number] === "name") return strings[code[expr + 1] as number] ?? null;
    const object = code[expr + 1] as ExprId;
    const op = FLOW_OPS[code[object] as number];
    const isOwn = op === "this" || (op === "name" && this.receiver(scope) === strings[code[object + 1] as number]);
    return isOwn ? (strings[code[expr + 2] as number] ?? null) : null;
  }

  /** Of the innermost method around that names its object. */
  private receiver(scope: number): string | null {
    const { scopes } = this.file;
    for (let at = scope; at !== NONE; at = scopes[at]?.parent ?? NONE) {
      const [first] = scopes[at]?.params ?? [];
      if (first?.kind === "receiver") return first.name;
    }
    return null;
  }
}

/** Whether a function of these flags runs where a member of its name is read, or stored into. */
export function runsOnAccess(flags: number, access?: AccessSite["access"]): boolean {
  const isGetter = (flags & SCOPE_FLAGS.getter) !== 0 && (flags & SCOPE_FLAGS.field) === 0;
  const isRead = access !== "write" && (isGetter || (flags & SCOPE_FLAGS.implicit) !== 0);
  return isRead || (access !== "read" && (flags & SCOPE_FLAGS.setter) !== 0);
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Accesses as `FlowFacts` has them, by start, like call sites. */
export function accessSites({ code, strings, ...flow }: FlowFacts, access: AccessSite["access"]): readonly AccessSite[] {
  const numbers = access === "read" ? flow.reads : flow.writes;
  return Array.from({ length: numbers.length / ACCESS_NUMBERS }, (_, at): AccessSite => {
    const number = (offset: number): number => numbers[at * ACCESS_NUMBERS + offset] as number;
    return { access, expr: number(0), scope: number(1), line: number(2), start: number(3), name: callName(code, strings, number(0)) };
  });
}
