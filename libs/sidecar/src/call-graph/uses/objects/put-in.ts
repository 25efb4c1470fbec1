/** The types of an object literal that has a key: those declared where the literal is used. */
import { type ObjectKey, keysAround } from "../../../lexical/object-keys.ts";
import { openBefore } from "../../../lexical/brackets.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { FileIndex } from "../../file-index.ts";
import type { KeyedRecord, LiteralUse } from "../../literal-uses.ts";
import type { Resolution } from "../../resolution.ts";
import { typesOfLiteral } from "../../types/literal-types.ts";
import type { ClassValue, ScopeRef, Values } from "../../values.ts";

/** Types of an object literal, as objects of them. */
export interface PutTogether {
  /** Empty if no type is known. */
  readonly objects: Values;
  /** Whether the type is declared where the literal is written, and not only where its variable is used. */
  readonly isDeclared: boolean;
}

const CHARS_BEHIND = 20;

const UNKNOWN: PutTogether = { objects: [], isDeclared: false };

/** The objects that an object literal may be whose key is at this position. */
export function objectsPutTogether(
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
