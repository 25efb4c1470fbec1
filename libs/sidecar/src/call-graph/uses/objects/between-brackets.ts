/**
 * The meaning of a member's name between brackets, where it belongs to an object: the object determines it.
 */
import type { ExprId, ExprOp } from "../../../call-facts/facts.ts";
import { openBefore } from "../../../lexical/brackets.ts";
import { keysAround, type ObjectKey } from "../../../lexical/object-keys.ts";
import { takenOut } from "../../../lexical/patterns.ts";
import type { BracketOwner, WrittenName } from "../../../lexical/written-names.ts";
import type { FileIndex } from "../../file-index.ts";
import type { KeyedRecord, LiteralUse } from "../../literal-uses.ts";
import type { Resolution } from "../../resolution.ts";
import { lineageOf } from "../../types/lineage.ts";
import { typesOfLiteral } from "../../types/literal-types.ts";
import type { ClassValue, ScopeRef, Site, Values } from "../../values.ts";
import { plainly } from "../plain-names.ts";
import { OPEN, OTHER, type UseResolution } from "../use-resolution.ts";
import type { UseTarget } from "../use-target.ts";
import { OWN, valuesHolding } from "./objects.ts";
import { ofObjects, oneOf } from "./of-objects.ts";

/**
 * For a name that belongs to what precedes the bracket: `Shape(side=1)`, `Shape { side: 1 }`.
 *
 * @param bracket the bracket that follows a type's name and encloses the names of its fields
 */
export function ofHolder(
  bracket: BracketOwner["bracket"],
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const isHeld = written.holder?.bracket === bracket;
  const types = isHeld ? typesHolding(resolution, place, written, thing.name) : null;
  if (types === null) return written.isKey && isHeld ? OPEN : plainly(resolution, place, written, thing);
  return types === "other"
    ? OTHER
    : ofObjects(
        resolution,
        place,
        types.map((type) => resolution.values.instance(type)),
        thing,
      );
}

/** A member in a destructuring pattern or in an object literal. */
export function ofBraces(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  thing: UseTarget,
): UseResolution {
  const taken = objectsTakenApart(resolution, place, written);
  if (taken) return oneOf(taken.map((objects) => ofObjects(resolution, place, objects, thing)));
  const { objects, isDeclared } = objectsPutTogether(resolution, place, written);
  const meant = ofObjects(resolution, place, objects, thing);
  return meant.kind === "it" && !isDeclared ? { ...meant, confidence: "possible" } : meant;
}

// The type whose fields are named between brackets.

/**
 * Types whose field a name between brackets may be; `other` if it is the name of something else; null if
 * unknown.
 */
function typesHolding(
  resolution: Resolution,
  place: ScopeRef,
  written: WrittenName,
  field: string,
): readonly ClassValue[] | "other" | null {
  const values = valuesHolding(resolution, place, written);
  const names = written.holder?.names ?? [];
  const isOwn = names.length === 1 && OWN.has(names[0] as string);
  const types = values.flatMap((value) =>
    value.kind === "class" ? [value] : isOwn && value.kind === "instance" ? [value.type] : [],
  );
  if (types.length === 0) return values.length === 0 ? null : "other";
  const taking = types.filter((type) => !hasParameters(resolution, type, field));
  return taking.length === 0 ? "other" : taking;
}

/**
 * Whether a constructor in the source has parameters of its own. Names in a call are then not fields, unless
 * the constructor accepts any name.
 */
function hasParameters(resolution: Resolution, type: ClassValue, field: string): boolean {
  for (const { file, scope } of lineageOf(resolution, type).types) {
    const index = resolution.index(file);
    const [made] = index?.bindings(scope, "__init__") ?? [];
    if (!index || !made) continue;
    const params =
      index.op(made.value) === "scope" ? (index.flow.scopes[index.operand(made.value, 1)]?.params ?? []) : [];
    return params.some(({ name }) => name === field) || !params.some(({ kind }) => kind === "keywords");
  }
  return false;
}

// The types of an object literal that has a key: those declared where the literal is used.

/** Types of an object literal, as objects of them. */
interface PutTogether {
  /** Empty if no type is known. */
  readonly objects: Values;
  /** Whether the type is declared where the literal is written, and not only where its variable is used. */
  readonly isDeclared: boolean;
}

const CHARS_BEHIND = 20;

const UNKNOWN: PutTogether = { objects: [], isDeclared: false };

/** The objects that an object literal may be whose key is at this position. */
function objectsPutTogether(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { code, start, name }: WrittenName,
): PutTogether {
  const index = resolution.index(file);
  // `{ name = 1; }` is a block.
  const isAssigned = /^\s*=/.test(code.slice(start + name.length, start + name.length + CHARS_BEHIND));
  const keys = isAssigned ? null : keysAround(code, start);
  if (!index || !keys) return UNKNOWN;
  const front = code.slice(0, openBefore(code, start)).slice(-CHARS_IN_FRONT).trimEnd();
  const behind = standingBehind(front);
  // Memoized, because tables have many rows of the same form.
  return resolution.once(["put together", file, scope, keys.join("\n"), Object.values(behind).join()], () => {
    const isNear = (record: ExprId): boolean => {
      const inside = index.scopeOfLiteral(record) ?? 0;
      return index.scopes.isWithin(inside, scope) || index.scopes.isWithin(scope, inside);
    };
    const equal = recordsOf(index, name, keys)
      .filter(({ record }) => isNear(record))
      .map(({ record }) => record);
    const there = equal.filter((record) => mayStand(index, index.literals.useOf(record), behind));
    const found = (there.length > 0 ? there : equal).map((record) =>
      typesOfLiteral(resolution, file, record),
    );
    const types = fitting(resolution, [...new Set(found.flatMap((literal) => literal.types))], keys);
    return {
      objects: types.map((type) => resolution.values.instance(type)),
      isDeclared: found.every(({ isDeclared }) => isDeclared),
    };
  });
}

function recordsOf(index: FileIndex, name: string, keys: readonly ObjectKey[]): readonly KeyedRecord[] {
  const known = keys.filter((key) => key !== undefined);
  return known.length === keys.length
    ? index.literals.recordsWith(known)
    : index.literals.recordsNaming(name).filter((literal) => areKeys(literal, keys));
}

/** The text before a literal. */
interface Behind {
  readonly sign: string;
  /** The name before that sign. */
  readonly name: string | undefined;
  /** The variable or member before `=`, with its type. */
  readonly assigned: string | undefined;
  readonly isReturned: boolean;
}

function standingBehind(front: string): Behind {
  const sign = front.at(-1) ?? "";
  return {
    sign,
    name: NAME_IN_FRONT.exec(front.slice(0, -1))?.[1],
    assigned: sign === "=" ? ASSIGNING.exec(front)?.[1] : undefined,
    isReturned: /(?:\breturn|=>\s*\()$/.test(front),
  };
}

/** Whether a literal with this use in the call facts fits the text before it. */
function mayStand(
  index: FileIndex,
  use: LiteralUse | undefined,
  { sign, name, assigned, isReturned }: Behind,
): boolean {
  switch (use?.kind) {
    case "bound":
      return assigned === use.name;
    case "entry":
      return sign === ":" && name === use.name;
    case "default":
    case "stored":
      return sign === "=";
    case "returned":
      return isReturned;
    case "argument":
      return use.position > 0 ? sign === "," : sign === "(" && name === index.siteOf(use.call)?.name;
    case "item":
      return sign === "[" || sign === ",";
    default:
      return false;
  }
}

const CHARS_IN_FRONT = 300;
const NAME_IN_FRONT = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u;
const ASSIGNING = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=;{}]*)?=$/u;

/** Whether a literal has these keys. String and computed keys are missing in the call facts. */
function areKeys({ keys: own }: KeyedRecord, keys: readonly ObjectKey[]): boolean {
  let at = 0;
  for (const key of keys) {
    if (key === undefined ? typeof own[at] === "string" : own[at] === key) at++;
    else if (key !== undefined) return false;
  }
  return at === own.length;
}

/** The types that have all keys of a literal, if it may be of several. */
function fitting(
  resolution: Resolution,
  types: readonly ClassValue[],
  keys: readonly ObjectKey[],
): readonly ClassValue[] {
  const named = keys.filter((key) => typeof key === "string");
  const having =
    types.length < 2
      ? types
      : types.filter((type) =>
          named.every((key) => resolution.membersNamed([resolution.values.instance(type)], key).length > 0),
        );
  return having.length > 0 ? having : types;
}

// The objects that a destructuring pattern reads a member from.

/**
 * The possible objects; null if the name is not in a pattern.
 *
 * @param place the enclosing scope; the scope of a function that destructures a parameter may be further
 * inside
 */
function objectsTakenApart(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  { name, code, start, line }: WrittenName,
): readonly Values[] | null {
  const out = takenOut(code, name, start);
  const index = resolution.index(file);
  if (!out || !index) return null;
  const takenIn = (inside: number): readonly Site[] =>
    resolution.once(["taken out", file, inside, name, out.as], () =>
      takenHere(index, { file, scope: inside }, { name, as: out.as }),
    );
  const here = takenIn(scope);
  const objects = here.length > 0 ? here : scopesBeginningAt(index, scope, line).flatMap(takenIn);
  return objects.map((object) => resolution.evaluate(object));
}

/** Expressions from which a scope binds a member; with nested patterns, to any name. */
function takenHere(
  index: FileIndex,
  { file, scope }: ScopeRef,
  { name, as }: { readonly name: string; readonly as: string },
): readonly Site[] {
  const bindings = index.flow.scopes[scope]?.bindings ?? [];
  const found = bindings
    .filter((binding) => as === "" || binding.name === as)
    .flatMap(({ value }) => membersIn(index, value, name));
  return [...new Set(found)].map((expr) => ({ file, scope, expr }));
}

/**
 * Objects whose member of this name an expression reads: `o.name`, also with a default value or a further
 * access.
 */
function membersIn(index: FileIndex, whole: ExprId, name: string): readonly ExprId[] {
  const found: ExprId[] = [];
  const left = [whole];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const op = index.op(expr);
    if (op === "member" && index.string(expr, 2) === name) found.push(index.operand(expr, 1));
    if (op === "either") left.push(...index.items(expr, 1));
    else if (READ_OF.has(op)) left.push(index.operand(expr, op === "variable" ? 2 : 1));
  }
  return found;
}

const READ_OF: ReadonlySet<ExprOp> = new Set<ExprOp>(["member", "index", "element", "variable", "standing"]);

function scopesBeginningAt(index: FileIndex, around: number, line: number): readonly number[] {
  return [...index.flow.scopes.keys()].filter(
    (scope) => index.flow.scopes[scope]?.startLine === line && index.scopes.isWithin(scope, around),
  );
}
