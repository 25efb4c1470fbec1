/**
 * Ruby: the objects that a block runs on, chosen by the method that receives it (`instance_eval(&block)`).
 * Plain names in the block call their methods.
 */
import { BLOCK, type CallSite, type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { ownConstructors } from "../members/constructors.ts";
import { lineageOf } from "../types/lineage.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { thisOf } from "./this.ts";
import { NOTHING, type ScopeRef, type Value, type Values, scopeKey, union } from "../values.ts";

/** Methods that run a block on their receiver. */
const RUNS = /^(?:instance|class|module)_(?:eval|exec)$/;
/** Makes the block a method of the class that is the receiver: it runs on objects of that class. */
const DEFINES = "define_method";
/** Calls between the one that a block is passed to and the one that runs it. */
const MAX_HANDED_ON = 3;

/** Objects that a block runs on; empty if it runs in its own scope, as far as is known. */
export function objectsOfBlock(resolution: Resolution, { file, scope }: ScopeRef): Values {
  return resolution.walked(
    "block",
    scopeKey({ file, scope }),
    { met: NOTHING, tooFar: NOTHING, isPart: true },
    () => {
      const site = resolution.index(file)?.blocksGiven.written.get(scope);
      return site ? objectsAt(resolution, { file, site, self: null }, MAX_HANDED_ON) : NOTHING;
    },
  );
}

interface Handing {
  readonly file: FileId;
  /** A call that receives the block. */
  readonly site: CallSite;
  /** The receiver of the enclosing method; null for any object of its class. */
  readonly self: Value | null;
}

function objectsAt(resolution: Resolution, handing: Handing, left: number): Values {
  const objects = objectsOfCall(resolution, handing);
  if (objects !== null || left === 0) return objects ?? NOTHING;
  const { file, site } = handing;
  const called = resolution.calledValues({ file, scope: site.scope, expr: site.expr });
  return union(
    ...called
      .flatMap((value) => bodiesOf(resolution, value))
      .map((body) => objectsIn(resolution, body, left - 1)),
  );
}

/** Objects for a call that runs the block itself; null for any other call. */
function objectsOfCall(resolution: Resolution, { file, site, self }: Handing): Values | null {
  const index = resolution.index(file);
  if (!index || !(RUNS.test(site.name) || site.name === DEFINES)) return null;
  const callee = index.operand(site.expr, 1);
  const object = index.op(callee) === "member" ? index.operand(callee, 1) : NONE;
  const isOwn = object === NONE || index.op(object) === "this";
  const place = { file, scope: site.scope, expr: object };
  const objects = isOwn ? (self === null ? thisOf(resolution, place) : [self]) : resolution.evaluate(place);
  return site.name === DEFINES ? resolution.instancesOf(objects) : objects;
}

interface Body extends ScopeRef {
  readonly self: Value | null;
}

/** Methods that run when a value is called; for a class, its constructors. */
function bodiesOf(resolution: Resolution, value: Value): readonly Body[] {
  if (value.kind === "function") return [{ file: value.file, scope: value.scope, self: value.self }];
  if (value.kind !== "class") return [];
  const constructors =
    lineageOf(resolution, value)
      .types.map((type) => ownConstructors(resolution, type))
      .find((found) => found.length > 0) ?? [];
  return constructors.map(({ file, scope }) => ({ file, scope, self: resolution.values.instance(value) }));
}

/**
 * Objects that a method runs its block on: directly, by passing it on, or by storing it in a field that other
 * methods of the file run.
 */
function objectsIn(resolution: Resolution, { file, scope, self }: Body, left: number): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  const { handedOn } = index.blocksGiven;
  const given = handedOn.filter(
    ({ site, block }) => index.scopes.isWithin(site.scope, scope) && isBlockOf(index, scope, block),
  );
  const fields =
    index.flow.scopes[scope]?.stores
      .filter(({ target, value }) => isBlockOf(index, scope, value) && ownField(index, target) !== null)
      .map(({ target }) => ownField(index, target)) ?? [];
  const kept =
    fields.length === 0 ? [] : handedOn.filter(({ block }) => fields.includes(ownField(index, block)));
  return union(
    ...given.map(({ site }) => objectsAt(resolution, { file, site, self }, left)),
    ...kept.map(({ site }) => objectsOfCall(resolution, { file, site, self }) ?? NOTHING),
  );
}

/** Whether a name is the block, or the parameter that holds it (`&action`). */
function isBlockOf(index: FileIndex, scope: number, expr: ExprId): boolean {
  if (index.op(expr) !== "name") return false;
  const name = index.string(expr, 1);
  return (
    name === BLOCK ||
    index
      .bindings(scope, name)
      .some(({ value }) => index.op(value) === "name" && index.string(value, 1) === BLOCK)
  );
}

/** The name of a field of the current object; null for any other expression. */
function ownField(index: FileIndex, expr: ExprId): string | null {
  return index.op(expr) === "member" && index.op(index.operand(expr, 1)) === "this"
    ? index.string(expr, 2)
    : null;
}
