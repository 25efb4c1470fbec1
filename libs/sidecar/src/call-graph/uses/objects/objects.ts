/** The objects that a member name is read from: values of the expression before it. */
import { NONE } from "../../../call-facts/facts.ts";
import { type ObjectInFront, objectInFront } from "../../../lexical/object-in-front.ts";
import type { WrittenName } from "../../../lexical/written-names.ts";
import { resolveName } from "../../expressions/names.ts";
import { superOf, thisOf } from "../../expressions/this.ts";
import { entriesOf } from "../../members/containers.ts";
import type { Resolution } from "../../resolution.ts";
import { NOTHING, type ScopeRef, type Values, union } from "../../values.ts";
import { localNames } from "../local-names.ts";
import { profileOf } from "../../../languages/profiles.ts";
import { textHooksOf } from "../../../languages/text-hooks.ts";
import type { TextHooks } from "../text-hooks.ts";

/** `none` if the name has no object; empty if the object is unknown. */
export function objectsOf(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  written: WrittenName,
): Values | "none" {
  const { start, object } = written;
  if (object?.length === 0) return ofCase(resolution, { file, scope }, written);
  const index = resolution.index(file);
  const site = index?.siteAt(start);
  if (index && site && index.op(site.expr) === "member")
    return resolution.evaluate({ file, scope: site.scope, expr: index.operand(site.expr, 1) });
  if (object === null) return behindMore(resolution, { file, scope }, written);
  const [first = "", ...others] = object;
  const rooted = hooksOf(resolution, file).rootValues?.(resolution, { file, scope }, object);
  if (rooted) return rooted;
  const own = object.lastIndexOf("this");
  if (own > 0)
    return membersOf(
      resolution,
      resolution.instancesOf(
        membersOf(resolution, resolveName(resolution, { file, scope }, first).values, object.slice(1, own)),
      ),
      object.slice(own + 1),
    );
  const beginning = named(
    resolution,
    { file, scope },
    { ...written, name: first, start: startOfFirst(written, object) },
  );
  return membersOf(
    resolution,
    written.isPath && !OWN.has(first)
      ? beginningPath(resolution, { file, scope }, first, beginning)
      : beginning,
    others,
  );
}

/** The first name of a path of modules and types; variables of that name do not count. */
function beginningPath(
  resolution: Resolution,
  { file, scope }: ScopeRef,
  name: string,
  values: Values,
): Values {
  if (
    values.some(
      (value) =>
        ["class", "module", "namespace", "package"].includes(value.kind) ||
        (value.kind === "external" && value.isType),
    )
  )
    return values;
  const scopes = resolution.index(file)?.flow.scopes ?? [];
  let at = scope;
  while (at > 0 && scopes[at]?.kind === "function") at = scopes[at]?.parent ?? 0;
  return at === scope ? values : resolveName(resolution, { file, scope: at }, name).values;
}

/**
 * Values that the names between brackets belong to, from the names before the bracket.
 *
 * @param written the name between brackets
 */
export function valuesHolding(
  resolution: Resolution,
  place: ScopeRef,
  { holder, ...written }: WrittenName,
): Values {
  if (!holder) return NOTHING;
  const [first = "", ...others] = holder.names;
  const site = resolution.index(place.file)?.siteAt(holder.start);
  if (site) return resolution.evaluate({ ...place, scope: site.scope, expr: site.expr });
  const rooted = hooksOf(resolution, place.file).rootValues?.(resolution, place, holder.names);
  if (rooted) return rooted;
  return membersOf(
    resolution,
    named(resolution, place, { ...written, holder, name: first, start: holder.start }),
    others,
  );
}

/** Constants in a `case` belong to the type of the switched value. */
function ofCase(resolution: Resolution, place: ScopeRef, written: WrittenName): Values | "none" {
  const subject = hooksOf(resolution, place.file).caseSubject?.(written);
  const values = subject
    ? valuesOf(resolution, place, subject, written).filter(({ kind }) => kind === "instance")
    : NOTHING;
  return values.length > 0 ? values : "none";
}

function membersOf(resolution: Resolution, values: Values, names: readonly string[]): Values {
  return names.reduce((objects, name) => resolution.membersNamed(objects, name), values);
}

/** Start of the first name of a path. There may be blanks around the separators. */
function startOfFirst({ code, start }: WrittenName, object: readonly string[]): number {
  return object.reduceRight((at, name) => code.lastIndexOf(name, at - 1), start);
}

function behindMore(resolution: Resolution, place: ScopeRef, written: WrittenName): Values {
  const found = objectInFront(written.code, written.start);
  return found ? valuesOf(resolution, place, found, written) : NOTHING;
}

/**
 * Values of an expression before a name. Calls are found by the positions of their names.
 * @param written the name, in the same text
 */
function valuesOf(
  resolution: Resolution,
  place: ScopeRef,
  found: ObjectInFront,
  written: WrittenName,
): Values {
  return found.steps.reduce<Values>(
    (objects, step) =>
      step === null
        ? entriesOf(resolution, objects, { ...place, expr: NONE })
        : resolution.membersNamed(objects, step),
    baseOf(resolution, place, found, written),
  );
}

function baseOf(
  resolution: Resolution,
  place: ScopeRef,
  { base }: ObjectInFront,
  written: WrittenName,
): Values {
  switch (base.kind) {
    case "name":
      return named(resolution, place, { ...written, name: base.name, start: base.start });
    case "type": {
      const [first = "", ...others] = base.names;
      return resolution.instancesOf(
        membersOf(resolution, resolveName(resolution, place, first).values, others),
      );
    }
    case "call": {
      const site = resolution.index(place.file)?.callAt(base.start);
      return site ? resolution.evaluate({ file: place.file, scope: site.scope, expr: site.expr }) : NOTHING;
    }
  }
}

/** Names of the current object and class. */
export const OWN: ReadonlySet<string> = new Set(["this", "self", "Self", "static", "cls", "$this"]);

function named(resolution: Resolution, place: ScopeRef, written: WrittenName): Values {
  const { name } = written;
  const here = { ...place, expr: NONE };
  const language = resolution.project.language(place.file);
  const own = OWN.has(name)
    ? thisOf(resolution, here)
    : profileOf(language).baseWords.has(name)
      ? superOf(resolution, here)
      : NOTHING;
  if (own.length > 0) return own;
  const lookup = textHooksOf(language).lookupOf?.(resolution, place, written);
  if (lookup === "locals") return ofLocals(resolution, place, name);
  if (lookup) return resolveName(resolution, lookup, name).values;
  return union(
    resolveName(resolution, place, name).values,
    ...othersCalled(resolution, place, name).map((called) => resolveName(resolution, place, called).values),
  );
}

function hooksOf(resolution: Resolution, file: number): TextHooks {
  return textHooksOf(resolution.project.language(file));
}

/** Values of all local variables of this name: of several blocks, any may be meant. */
function ofLocals(resolution: Resolution, place: ScopeRef, name: string): Values {
  return union(
    ...(localNames(resolution, place, name)?.names ?? []).map(
      (local) => resolveName(resolution, local, local.name).values,
    ),
  );
}

/** Variables of the same name in other blocks of the function, which its text cannot distinguish. */
function othersCalled(resolution: Resolution, { file, scope }: ScopeRef, name: string): readonly string[] {
  const index = resolution.index(file);
  const at = index?.binder(scope, name) ?? NONE;
  if (!index || at <= 0) return [];
  return [
    ...new Set(
      index.flow.scopes[at]?.bindings
        .map((binding) => binding.name)
        .filter((called) => called.startsWith(`${name}~`)),
    ),
  ];
}
