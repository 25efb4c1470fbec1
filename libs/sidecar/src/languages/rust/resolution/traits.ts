/** Methods that traits add to Rust's types: they are available where the trait is in scope. */
import { callName } from "../../../call-facts/call-name.ts";
import { NONE } from "../../../call-facts/facts.ts";
import { isCommonName } from "../../../call-graph/edges/by-name/common-names.ts";
import { resolveName } from "../../../call-graph/expressions/names.ts";
import { takenOver } from "../../../call-graph/expressions/taken-over.ts";
import { boundOfParameter } from "../../../call-graph/generics/type-arguments.ts";
import { basesOf, lineageOf } from "../../../call-graph/types/lineage.ts";
import type { FileIndex } from "../../../call-graph/file-index.ts";
import type { Resolution } from "../../../call-graph/resolution.ts";
import {
  type ClassValue,
  type ExternalValue,
  type FunctionValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type Value,
  type Values,
  isSameScope,
  scopeKey,
} from "../../../call-graph/values.ts";
import { blockOf, lastOf, methodAround } from "./blocks.ts";

/**
 * Whether the type of a block is that of an external object; compares full paths if both have one
 * (`io::Error`).
 */
export function isOfTypeOutside(object: ExternalValue, type: ExternalValue): boolean {
  const [own, other] = [pathOf(object.name), pathOf(type.name)];
  const [last, otherLast] = [lastOf(own), lastOf(other)];
  if (last !== otherLast) return GIVES_AWAY.get(last) === otherLast;
  return own === other || !own.includes(".") || !other.includes(".");
}

/** A string literal is a `str`. */
function pathOf(name: string): string {
  return name === "string" ? "str" : name.replaceAll("::", ".");
}

/** Types that forward all methods to another type. */
const GIVES_AWAY: ReadonlyMap<string, string> = new Map([
  ["String", "str"],
  ["Vec", "[]"],
  ["PathBuf", "Path"],
  ["OsString", "OsStr"],
]);

/**
 * Of the methods in blocks for external types, those whose trait is in scope. A method that calls its own
 * name on its own type calls the type's own method (`f32::is_sign_positive(self)`).
 */
export function methodsInSight(
  resolution: Resolution,
  methods: readonly ScopeRef[],
  place: ScopeRef,
): readonly ScopeRef[] {
  if (methods.length === 0) return methods;
  const around = methodAround(resolution, place);
  return methods.filter((method) => {
    if (method.file === place.file && method.scope === around) return false;
    const block = blockOf(resolution, method);
    const traits =
      block === NONE
        ? []
        : lineageOf(resolution, resolution.values.class({ file: method.file, scope: block })).types.slice(1);
    return traits.length === 0 || traits.some((trait) => isInSight(resolution, trait, place));
  });
}

/** Whether a visible name, or a `use … as _`, refers to the trait. */
function isInSight(resolution: Resolution, trait: ClassValue, place: ScopeRef): boolean {
  return resolution.once(["trait in sight", scopeKey(trait), scopeKey(place)], () => {
    const name = resolution.index(trait.file)?.flow.scopes[trait.scope]?.name ?? "";
    const isTrait = (values: Values): boolean =>
      values.some((value) => value.kind === "class" && isSameScope(value, trait));
    return isTrait(resolveName(resolution, place, name).values) || isTrait(unnamedAround(resolution, place));
  });
}

/**
 * Values of `use Trait as _` that are in scope, declared there or imported with a whole module (`use
 * prelude::*`).
 */
function unnamedAround(resolution: Resolution, { file, scope }: ScopeRef): Values {
  const index = resolution.index(file);
  const found: Value[] = [];
  for (let at = scope; at !== NONE; at = index?.flow.scopes[at]?.parent ?? NONE)
    found.push(
      ...resolution.evaluateAll(
        { file, scope: at },
        (index?.bindings(at, UNNAMED) ?? []).map(({ value }) => value),
      ),
      ...(takenOver(resolution, { file, scope: at }, UNNAMED) ?? NOTHING),
    );
  return found;
}

const UNNAMED = "_";

/**
 * Methods of traits with a blanket implementation (`impl<T: Iterator> Itertools for T`), on an object without
 * a method of that name.
 */
export function methodsForAll(
  resolution: Resolution,
  { file, scope }: Site,
  objects: Values,
  name: string,
): Values {
  if (objects.length === 0) return NOTHING;
  const declared = resolution
    .once(["in traits", name], () => methodsOfTraits(resolution, name))
    .filter(({ trait }) => isInSight(resolution, trait, { file, scope }));
  return declared.flatMap(({ method, trait }) => {
    const found = blockForAll(resolution, trait);
    if (found === null) return [];
    const own = resolution
      .index(found.block.file)
      ?.scopes.childrenOf(found.block.scope)
      .find((child) => resolution.index(found.block.file)?.flow.scopes[child]?.name === name);
    const called = own === undefined ? method : { file: found.block.file, scope: own };
    return objects
      .filter((object) => mayBeBound(resolution, object, found.bounds))
      .map((object) => resolution.values.function(called, object));
  });
}

function methodsOfTraits(
  resolution: Resolution,
  name: string,
): readonly { readonly trait: ClassValue; readonly method: ScopeRef }[] {
  return resolution.project
    .filesDefining(name)
    .filter((file) => resolution.project.language(file) === "rust")
    .flatMap((file) => {
      const scopes = resolution.index(file)?.flow.scopes;
      const traitOf = (at: number): number => scopes?.[at]?.parent ?? 0;
      const inTraits = (resolution.index(file)?.scopes.named(name) ?? []).filter(
        (at) => scopes?.[traitOf(at)]?.kind === "interface",
      );
      return inTraits.map((at) => ({
        trait: resolution.values.class({ file, scope: traitOf(at) }),
        method: { file, scope: at },
      }));
    });
}

/**
 * The block that implements a trait for a type parameter, and the parameter's bounds; null if there is none.
 */
function blockForAll(
  resolution: Resolution,
  trait: ClassValue,
): { readonly block: ScopeRef; readonly bounds: Values } | null {
  return resolution.once(["block for all", scopeKey(trait)], () => {
    const name = resolution.index(trait.file)?.flow.scopes[trait.scope]?.name ?? "";
    for (const file of resolution.project.filesUsing("base", name)) {
      const index = resolution.index(file);
      for (const scope of index?.scopes.owned() ?? []) {
        const bound = index ? boundOfOwner(index, scope, name) : undefined;
        if (
          bound !== undefined &&
          basesOf(resolution, resolution.values.class({ file, scope })).types.some((base) =>
            isSameScope(base, trait),
          )
        )
          return { block: { file, scope }, bounds: resolution.evaluate({ file, scope, expr: bound }) };
      }
    }
    return null;
  });
}

/**
 * The bound of the type parameter for which a block implements a trait with a name; undefined for any other
 * block.
 */
function boundOfOwner(index: FileIndex, scope: number, trait: string): number | undefined {
  const { owner = NONE, bases = [] } = index.flow.scopes[scope] ?? {};
  if (
    owner === NONE ||
    index.op(owner) !== "name" ||
    !bases.some((base) => callName(index.flow.code, index.flow.strings, base) === trait)
  )
    return undefined;
  return boundOfParameter(index, scope, index.string(owner, 1));
}

/**
 * Whether an object satisfies the bounds. Only functions satisfy the library's function traits; a trait of
 * the codebase requires an implementation.
 */
function mayBeBound(resolution: Resolution, object: Value, bounds: Values): boolean {
  const isOfFunctions = bounds.some((bound) => bound.kind === "signature");
  if (object.kind === "function" || object.kind === "signature") return isOfFunctions;
  // The name of a unit struct is an object.
  const type = object.kind === "instance" ? object.type : object.kind === "class" ? object : null;
  // `Type::make()` of an external type usually is its own function.
  if (object.kind === "external" && object.isType) return false;
  if (
    isOfFunctions ||
    (type === null && object.kind !== "external" && object.kind !== "literal" && object.kind !== "generated")
  )
    return false;
  const types = type === null ? [] : lineageOf(resolution, type).types;
  return bounds.every((bound) => bound.kind !== "class" || types.some((type) => isSameScope(type, bound)));
}

/**
 * Whether a trait's method on a type may instead be a method of the type itself from the library: several
 * methods fit, the trait is one of the library, or the name is.
 */
export function mayBeOfTypeItself(resolution: Resolution, callee: Site): boolean {
  const index = resolution.index(callee.file);
  const named = resolution.named(callee);
  const isSeveral =
    new Set(named.flatMap((value) => (value.kind === "function" ? [scopeKey(value)] : []))).size > 1;
  if (index?.op(callee.expr) === "name")
    return isSeveral && isOfModule(resolution, callee, index.string(callee.expr, 1));
  if (index?.op(callee.expr) !== "member") return false;
  if (
    isSeveral &&
    resolution
      .evaluate({ ...callee, expr: index.operand(callee.expr, 1) })
      .every(({ kind }) => kind === "module" || kind === "namespace")
  )
    return true;
  if (isOneOfTwo(resolution, { ...callee, expr: index.operand(callee.expr, 1) }, isSeveral)) return true;
  const added = named.filter(
    (value): value is FunctionValue => value.kind === "function" && isAdded(resolution, value),
  );
  if (added.length === 0) return false;
  const name = index.string(callee.expr, 2);
  return (
    added.length > 1 ||
    isCommonName(name, "rust") ||
    OF_LIBRARY.has(name) ||
    added.some((method) => isOfLibraryTrait(resolution, method))
  );
}

/** Whether a name is bound in a module, and therefore unambiguous. */
function isOfModule(resolution: Resolution, callee: Site, name: string): boolean {
  const { origin, scope } = resolveName(resolution, callee, name);
  const kind = resolution.index(callee.file)?.flow.scopes[scope]?.kind;
  return origin === "wildcard" || (origin === "scope" && (kind === "file" || kind === "namespace"));
}

/**
 * Whether an object is of one of several types of the codebase, or of a type and an external one with the
 * same name: a build chooses one of them.
 */
function isOneOfTwo(resolution: Resolution, object: Site, isSeveral: boolean): boolean {
  const values = resolution.evaluate(object);
  if (values.length < 2) return false;
  const types = values
    .flatMap((value) => (value.kind === "instance" ? [value.type] : value.kind === "class" ? [value] : []))
    .filter((type) => resolution.index(type.file)?.flow.scopes[type.scope]?.kind === "class");
  const [first] = types;
  const isOther = (type: ClassValue): boolean =>
    first !== undefined &&
    ![
      [type, first],
      [first, type],
    ].some(([own, above]) =>
      lineageOf(resolution, own as ClassValue).types.some((line) => isSameScope(line, above as ClassValue)),
    );
  // The methods of a type that is declared twice are found once.
  if (isSeveral && types.some(isOther)) return true;
  const names = new Set(
    values.flatMap((value) => (value.kind === "external" ? [lastOf(pathOf(value.name))] : [])),
  );
  return (
    names.size > 0 &&
    types.some((type) => names.has(resolution.index(type.file)?.flow.scopes[type.scope]?.name ?? ""))
  );
}

/** Whether a method is added to an external type, or to a type with external methods. */
function isAdded(resolution: Resolution, { self, file, scope }: FunctionValue): boolean {
  if (self?.kind !== "instance")
    return self?.kind === "external" || self?.kind === "literal" || self?.kind === "generated";
  const { types, hasUnknown } = lineageOf(resolution, self.type);
  const parent = resolution.index(file)?.flow.scopes[scope]?.parent;
  return (
    hasUnknown === "external" &&
    resolution.index(file)?.flow.scopes[parent ?? 0]?.kind === "interface" &&
    !types.some((type) => type.file === file && type.scope === parent)
  );
}

function isOfLibraryTrait(resolution: Resolution, { file, scope }: ScopeRef): boolean {
  const block = blockOf(resolution, { file, scope });
  return (
    block !== NONE &&
    lineageOf(resolution, resolution.values.class({ file, scope: block })).types.length === 1 &&
    (resolution.index(file)?.flow.scopes[block]?.bases.length ?? 0) > 0
  );
}

/** Methods that library types have themselves: numbers, strings, slices, options and iterators. */
const OF_LIBRARY: ReadonlySet<string> = new Set(
  (
    "abs all and_then any as_bytes as_ptr as_slice as_str bytes ceil chain chars checked_add " +
    "checked_sub chunks chunks_exact cloned cmp concat contains_key copied count cycle dedup drain " +
    "ends_with entry enumerate eq err extend " +
    "filter_map find_map first flat_map floor flush for_each from_bits from_str from_str_radix fuse " +
    "hash inspect intersperse is_empty is_nan is_sign_negative is_sign_positive iter iter_mut join " +
    "last leading_zeros lines lock map_err map_or " +
    "map_while max min ne nth ok ok_or or_else parse partial_cmp partition peek peekable pow position " +
    "product repeat reserve resize retain rev rposition scan skip skip_while sort_by split_at " +
    "split_first split_last sqrt starts_with step_by sum " +
    "swap take take_while to_bits to_bytes to_lowercase to_uppercase to_vec trailing_zeros trim " +
    "truncate try_fold try_into unwrap_or unwrap_or_default unwrap_or_else unzip windows wrapping_add " +
    "zip"
  ).split(" "),
);
