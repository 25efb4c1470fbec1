/** What an object literal is that has a key: objects of the types that are declared where it is given to something. */
import { type ObjectKey, keysAround } from "../../lexis/object-keys.ts";
import { openBefore } from "../../lexis/brackets.ts";
import type { WrittenName } from "../../lexis/written-names.ts";
import type { ExprId } from "../../flow/facts.ts";
import type { FileIndex } from "../file-index.ts";
import type { Resolution } from "../resolution.ts";
import { scopeOfLiteral, typesOfLiteral } from "../types/literal-types.ts";
import type { ClassValue, ScopeRef, Values } from "../values.ts";

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
  const keys = index && !isAssigned && index.literals.recordsNaming(name).length > 0 ? keysAround(code, start) : null;
  if (!index || !keys) return UNKNOWN;
  const isNear = (record: ExprId): boolean => {
    const inside = scopeOfLiteral(resolution, file, record);
    return index.scopes.isWithin(inside, scope) || index.scopes.isWithin(scope, inside);
  };
  const equal = index.literals.recordsNaming(name).filter((record) => areKeys(index, record, keys) && isNear(record));
  const front = code.slice(0, openBefore(code, start)).slice(-CHARS_IN_FRONT);
  const there = equal.filter((record) => mayStandBehind(index, record, front));
  const records = there.length > 0 ? there : equal;
  const found = records.map((record) => typesOfLiteral(resolution, file, record));
  const types = fitting(resolution, found.flatMap((literal) => literal.types), keys);
  return { objects: types.map((type) => resolution.values.instance(type)), isDeclared: found.every(({ isDeclared }) => isDeclared) };
}

/** Whether a text may stand in front of a literal that is given to what facts say. */
function mayStandBehind(index: FileIndex, record: ExprId, front: string): boolean {
  const use = index.literals.useOf(record);
  switch (use?.kind) {
    case "bound": return ASSIGNING.exec(front)?.[1] === use.name;
    case "entry": return KEY_IN_FRONT.exec(front)?.[1] === use.name;
    case "default": case "stored": return /=\s*$/.test(front);
    case "returned": return /(?:\breturn|=>\s*\()\s*$/.test(front);
    case "argument": return use.position > 0 ? /,\s*$/.test(front) : CALL_IN_FRONT.exec(front)?.[1] === index.siteOf(use.call)?.name;
    case "item": return /[[,]\s*$/.test(front);
    default: return false;
  }
}

const CHARS_IN_FRONT = 300;
const ASSIGNING = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=;{}]*)?=\s*$/u;
const KEY_IN_FRONT = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*:\s*$/u;
const CALL_IN_FRONT = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*\(\s*$/u;

/** Whether a literal has these keys: facts know nothing of computed ones. */
function areKeys(index: FileIndex, record: ExprId, keys: readonly ObjectKey[]): boolean {
  const entries = index.entries(record, 1);
  let at = 0;
  for (const key of keys) {
    if (key === undefined ? typeof entries[at]?.name === "string" : entries[at]?.name === key) at++;
    else if (key !== undefined) return false;
  }
  return at === entries.length;
}

/** Of several types that it may be of, those that have all its keys. */
function fitting(resolution: Resolution, types: readonly ClassValue[], keys: readonly ObjectKey[]): readonly ClassValue[] {
  const named = keys.filter((key) => typeof key === "string");
  const having = types.length < 2 ? types : types.filter((type) => named.every((key) => resolution.membersNamed([resolution.values.instance(type)], key).length > 0));
  return having.length > 0 ? having : types;
}
