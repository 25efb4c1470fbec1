/** The definition whose uses are looked for, described by where its name is bound. */
import type { SymbolKind } from "@satori/contracts";
import { type ScopeFact, NONE, type ScopeKind } from "../../call-facts/facts.ts";
import type { SymbolFact } from "../../facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";

/**
 * A definition; `file` and `scope` are those in which its name is bound. The scope is `NONE` for a member of
 * something without a scope, such as a property of a type without a name.
 */
export interface UseTarget extends ScopeRef {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The type or namespace itself; null for a variable, a field or a type alias. */
  readonly own: ScopeRef | null;
  /** Whether names reach it through something else: a field, an enumeration value, a nested type. */
  readonly isMember: boolean;
  /** Whether it is declared private to its type. */
  readonly isPrivate: boolean;
  /**
   * Whether it is a field of objects, for languages that separate fields and functions. It is never called.
   */
  readonly isField: boolean;
  /** The scope of its declaration: one block of a type that has several, such as Rust's `impl`. */
  readonly part: ScopeRef;
  /** The enumeration of a value that is visible by its plain name in the enclosing scope; otherwise null. */
  readonly enumeration: ScopeRef | null;
  /**
   * Whether it has another definition next to it, of which a build or condition takes one (`if TYPE_CHECKING:
   * class A …`, `else: class A …`).
   */
  readonly isOneOfSeveral: boolean;
}

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "struct", "enum", "trait"]);

/**
 * Whether two symbols are alternatives. Types may be in modules of one name, of which a build takes one.
 * Constants and aliases in several blocks of a type belong to different traits.
 */
function isAgain(language: string, other: SymbolFact, { kind, label, parent }: SymbolFact): boolean {
  if (other.kind !== kind || other.label !== label) return false;
  const { definedAgain } = profileOf(language);
  return definedAgain === "all" || (definedAgain.has(kind) && (TYPES.has(kind) || other.parent === parent));
}

const MEMBERS: ReadonlySet<SymbolKind> = new Set(["enum_member", "field", "property"]);

/** Null if the file's call facts do not have the symbol. @param symbols all symbols of the file */
export function useTarget(
  resolution: Resolution,
  file: FileId,
  symbols: readonly SymbolFact[],
  symbol: SymbolFact,
): UseTarget | null {
  const index = resolution.index(file);
  if (!index) return null;
  const scopeOf = (position: number): number =>
    index.flow.scopes.findIndex((scope) => scope.symbol === position);
  const own = scopeOf(symbols.indexOf(symbol));
  const around = own === NONE ? scopeOf(holderOf(symbols, symbol)) : (index.flow.scopes[own]?.parent ?? 0);
  const scope = own === NONE && symbol.label === symbol.name ? 0 : around;
  const isOneOfSeveral = symbols.some(
    (other) => other !== symbol && isAgain(resolution.project.language(file), other, symbol),
  );
  const thing = {
    name: symbol.name,
    kind: symbol.kind,
    enumeration: null,
    isPrivate: /\bprivate\b/.test(symbol.signature ?? ""),
    own: own === NONE ? null : { file, scope: own },
    isField: symbol.kind === "field",
    part: { file, scope },
    isOneOfSeveral,
  };
  // Enumeration values of C are also visible in the scope around the enumeration.
  const outside = isType(index.flow.scopes[scope]) ? (index.flow.scopes[scope]?.parent ?? NONE) : scope;
  if (
    symbol.kind === "enum_member" &&
    index.bindings(outside, symbol.name).some(({ value }) => index.op(value) === "instance")
  )
    return {
      ...thing,
      file,
      scope: outside,
      isMember: isType(index.flow.scopes[outside]),
      enumeration: { file, scope },
    };
  if (isType(index.flow.scopes[scope]))
    return { ...thing, ...typeOf(resolution, { file, scope }), isMember: true };
  return MEMBERS.has(symbol.kind)
    ? {
        ...thing,
        file,
        scope: typeWithoutName(
          index,
          symbols,
          symbol,
          profileOf(resolution.project.language(file)).unnamedTypes,
        ),
        isMember: true,
      }
    : { ...thing, file, scope, isMember: false };
}

function isType(scope: Pick<ScopeFact, "kind"> | undefined): boolean {
  return scope?.kind === "class" || scope?.kind === "interface";
}

/**
 * The type without a name that has a property (`type Found = { kind: "file" } | { kind: "folder" }`, `new
 * Object() { int size; }`), found by its position in source order.
 */
function typeWithoutName(
  index: FileIndex,
  symbols: readonly SymbolFact[],
  { name, start }: SymbolFact,
  kinds: readonly ScopeKind[],
): number {
  const { scopes } = index.flow;
  const types = [...scopes.keys()].filter(
    (at) =>
      kinds.includes(scopes[at]?.kind ?? "file") &&
      scopes[at]?.symbol === NONE &&
      index.bindings(at, name).some(({ value }) => index.op(value) !== "scope"),
  );
  const isOfScope = ({ parent }: SymbolFact): boolean =>
    isType(scopes.find((scope) => parent !== NONE && scope.symbol === parent));
  const properties = symbols.filter(
    (other) => MEMBERS.has(other.kind) && other.name === name && !isOfScope(other),
  );
  return properties.length === types.length
    ? (types[properties.findIndex((other) => other.start === start)] ?? NONE)
    : NONE;
}

/** The type that a block belongs to (`impl Server`). */
function typeOf(resolution: Resolution, part: ScopeRef): ScopeRef {
  const { owner = NONE, parent = NONE } = resolution.index(part.file)?.flow.scopes[part.scope] ?? {};
  const types = owner === NONE ? [] : resolution.evaluate({ file: part.file, scope: parent, expr: owner });
  const type = types.find((value) => value.kind === "class");
  return type ? { file: type.file, scope: type.scope } : part;
}

/**
 * The symbol that contains a member, by its qualified name. A constructor that declares a field in its
 * parameters is skipped.
 */
function holderOf(symbols: readonly SymbolFact[], { label, name, parent }: SymbolFact): number {
  const held = label.slice(0, -name.length - 1);
  let at = parent;
  while (at !== NONE && symbols[at]?.label !== held) at = symbols[at]?.parent ?? NONE;
  return at === NONE ? parent : at;
}
