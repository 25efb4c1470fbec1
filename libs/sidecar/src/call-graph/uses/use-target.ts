/** What uses are looked for of: a definition, by where its name is bound. */
import type { SymbolKind } from "@satori/contracts";
import { type ScopeFact, NONE, type ScopeKind } from "../../call-facts/facts.ts";
import type { SymbolFact } from "../../facts.ts";
import { profileOf } from "../../languages/profiles.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import type { ScopeRef } from "../values.ts";

/**
 * Its own `file` and `scope` are those in which its name is bound; no scope where it is of something that has
 * none, as a property of a type without a name.
 */
export interface UseTarget extends ScopeRef {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The type or namespace that it is; null for a variable, a field, another name of a type. */
  readonly own: ScopeRef | null;
  /** A field, a value of an enumeration, a type in a type: names lead to it through what it is of. */
  readonly isMember: boolean;
  /** Says itself that it is seen inside of its own type alone. */
  readonly isPrivate: boolean;
  /** Of the objects of a type, where these are apart from its functions: it is none that is called. */
  readonly isField: boolean;
  /** Where it is declared: a block of a type that has several, as Rust's `impl`. */
  readonly part: ScopeRef;
  /** The enumeration of a value whose name stands for itself around it; else null. */
  readonly enumeration: ScopeRef | null;
  /**
   * It is defined again beside it, and a build or a condition takes one of them (`if TYPE_CHECKING: class A
   * …`, `else: class A …`).
   */
  readonly isOneOfSeveral: boolean;
}

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "struct", "enum", "trait"]);

/**
 * Types may stand in modules of one name, of which one is taken; constants and other types of several blocks
 * for one type are of several traits.
 */
function isAgain(language: string, other: SymbolFact, { kind, label, parent }: SymbolFact): boolean {
  if (other.kind !== kind || other.label !== label) return false;
  const { definedAgain } = profileOf(language);
  return definedAgain === "all" || (definedAgain.has(kind) && (TYPES.has(kind) || other.parent === parent));
}

const MEMBERS: ReadonlySet<SymbolKind> = new Set(["enum_member", "field", "property"]);

/** Null where the facts of the file do not have it. @param symbols all of the file */
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
  // Values of enumerations of C are names of what is around these as well.
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
 * Object() { int size; }`): in the order of the text there are as many of them.
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

/** The type that a part of it is of (`impl Server`). */
function typeOf(resolution: Resolution, part: ScopeRef): ScopeRef {
  const { owner = NONE, parent = NONE } = resolution.index(part.file)?.flow.scopes[part.scope] ?? {};
  const types = owner === NONE ? [] : resolution.evaluate({ file: part.file, scope: parent, expr: owner });
  const type = types.find((value) => value.kind === "class");
  return type ? { file: type.file, scope: type.scope } : part;
}

/**
 * What a symbol is of by its qualified name: a constructor that declares a field in its parameters has no
 * part in it.
 */
function holderOf(symbols: readonly SymbolFact[], { label, name, parent }: SymbolFact): number {
  const held = label.slice(0, -name.length - 1);
  let at = parent;
  while (at !== NONE && symbols[at]?.label !== held) at = symbols[at]?.parent ?? NONE;
  return at === NONE ? parent : at;
}
