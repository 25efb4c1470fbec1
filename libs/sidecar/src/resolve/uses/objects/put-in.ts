/** What an object literal is that has a key: objects of the types that are declared where it is given to something. */
import { type ObjectKey, keysAround } from "../../../lexis/object-keys.ts";
import { openBefore } from "../../../lexis/brackets.ts";
import type { WrittenName } from "../../../lexis/written-names.ts";
import type { ExprId } from "../../../flow/facts.ts";
import type { FileIndex } from "../../file-index.ts";
import type { KeyedRecord, LiteralUse } from "../../literal-uses.ts";
import type { Resolution } from "../../resolution.ts";
import { scopeOfLiteral, typesOfLiteral } from "../../types/literal-types.ts";
import type { ClassValue, ScopeRef, Values } from "../../values.ts";

export interface PutTogether {
  /** Nothing where no type is known. */
  readonly objects: Values;
  /** Whether the type is declared where the literal stands, and not only where its variable is given to something. */
  readonly isDeclared: boolean;
}

const CHARS_BEHIND = 20;

const UNKNOWN: PutTogether = { objects: [], isDeclared: false };

export function objectsPutTogether(resolution: Resolution, { file, scope }: ScopeRef, { code, start, name }: WrittenName): PutTogether {
  const index = resolution.index(file);
  // `{ name = 1; }` is a block.
  const isAssigned = /^\s*=/.test(code.slice(start + name.length, start + name.length + CHARS_BEHIND));
  const known = index && !isAssigned ? index.literals.recordsNaming(name) : [];
  const keys = known.length > 0 ? keysAround(code, start) : null;
  if (!index || !keys) return UNKNOWN;
  const isNear = (record: ExprId): boolean => {
    const inside = scopeOfLiteral(resolution, file, record);
    return index.scopes.isWithin(inside, scope) || index.scopes.isWithin(scope, inside);
  };
  const equal = known.filter((literal) => areKeys(literal, keys) && isNear(literal.record)).map(({ record }) => record);
  const mayBe = equal.length < 2 ? null : usesBehind(index, code.slice(0, openBefore(code, start)).slice(-CHARS_IN_FRONT));
  const there = mayBe ? equal.filter((record) => mayBe(index.literals.useOf(record))) : equal;
  const found = (there.length > 0 ? there : equal).map((record) => typesOfLiteral(resolution, file, record));
  const types = fitting(resolution, found.flatMap((literal) => literal.types), keys);
  return { objects: types.map((type) => resolution.values.instance(type)), isDeclared: found.every(({ isDeclared }) => isDeclared) };
}

/** What a literal may be given to that stands behind a text. */
function usesBehind(index: FileIndex, front: string): (use: LiteralUse | undefined) => boolean {
  const text = front.trimEnd();
  const inFront = NAME_IN_FRONT.exec(text.slice(0, -1))?.[1];
  const assigned = text.endsWith("=") ? ASSIGNING.exec(text)?.[1] : undefined;
  const isReturned = /(?:\breturn|=>\s*\()$/.test(text);
  return (use) => {
    switch (use?.kind) {
      case "bound": return assigned === use.name;
      case "entry": return text.endsWith(":") && inFront === use.name;
      case "default": case "stored": return text.endsWith("=");
      case "returned": return isReturned;
      case "argument": return use.position > 0 ? text.endsWith(",") : text.endsWith("(") && inFront === index.siteOf(use.call)?.name;
      case "item": return text.endsWith("[") || text.endsWith(",");
      default: return false;
    }
  };
}

const CHARS_IN_FRONT = 300;
const NAME_IN_FRONT = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u;
const ASSIGNING = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=;{}]*)?=$/u;

/** Whether a literal has these keys: facts know nothing of computed ones. */
function areKeys({ keys: own }: KeyedRecord, keys: readonly ObjectKey[]): boolean {
  let at = 0;
  for (const key of keys) {
    if (key === undefined ? typeof own[at] === "string" : own[at] === key) at++;
    else if (key !== undefined) return false;
  }
  return at === own.length;
}

/** Of several types that it may be of, those that have all its keys. */
function fitting(resolution: Resolution, types: readonly ClassValue[], keys: readonly ObjectKey[]): readonly ClassValue[] {
  const named = keys.filter((key) => typeof key === "string");
  const having = types.length < 2 ? types : types.filter((type) => named.every((key) => resolution.membersNamed([resolution.values.instance(type)], key).length > 0));
  return having.length > 0 ? having : types;
}
