/**
 * Ruby: the objects that a block is run on by whoever it is given to (`instance_eval(&block)`), so that what
 * it calls by name are their methods.
 */
import { BLOCK, type CallSite, type ExprId, NONE } from "../../call-facts/facts.ts";
import type { FileIndex } from "../file-index.ts";
import { ownConstructors } from "../members/constructors.ts";
import { lineageOf } from "../types/lineage.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { thisOf } from "./this.ts";
import { NOTHING, type ScopeRef, type Value, type Values, scopeKey, union } from "../values.ts";

/** Runs it on the object that this is called on. */
const RUNS = /^(?:instance|class|module)_(?:eval|exec)$/;
/** Makes a method of it, of the objects of the class that this is called on. */
const DEFINES = "define_method";
/** Calls that may stand between what a block is given to and what runs it. */
const MAX_HANDED_ON = 3;

/** Nothing for a block that is run where it stands, as far as is known. */
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
  /** A call that the block is given. */
  readonly site: CallSite;
  /** What the method around is called on; null where that is any object of its class. */
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

/** Of a call that runs the block itself; null of any other. */
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

/** Methods that run where something is called: of a class that which makes an object. */
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
 * What a method does with its block: it runs it, hands it on, or keeps it in a field for others of its file
 * to run.
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

/** The block itself, or the parameter that is called otherwise (`&action`). */
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

/** The name of a field of the own object; null for anything else. */
function ownField(index: FileIndex, expr: ExprId): string | null {
  return index.op(expr) === "member" && index.op(index.operand(expr, 1)) === "this"
    ? index.string(expr, 2)
    : null;
}
