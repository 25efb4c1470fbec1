/**
 * Declared types of object literals: the type of the variable, result, parameter or member that receives the
 * literal.
 */
import { profileOf } from "../../languages/profiles.ts";
import { type ExprId, type ExprOp, NONE } from "../../call-facts/facts.ts";
import { functionsCalled } from "../expressions/called.ts";
import type { LiteralUse } from "../literal-uses.ts";
import { elementTypeOf } from "../members/containers.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import {
  type ClassValue,
  type ExternalValue,
  NOTHING,
  type Site,
  type ScopeRef,
  type Values,
  exprKey,
  union,
} from "../values.ts";

/** Nesting of literals, and of variables with literals inside literals, that is followed. */
const MAX_DEPTH = 4;
/** Uses of a variable with a literal that are examined. */
const MAX_USES = 50;
/** Number of type arguments of a container that has keys: `Record<string, Handler>`. */
const KEY_AND_VALUE = 2;
/**
 * If objects in more files than this have an entry under a key whose value is a name, the key is not
 * examined.
 */
const MAX_FILES = 100;

/** Types of the object literal in which a function is a value. */
export function typesAround(
  resolution: Resolution,
  { file, scope }: { readonly file: number; readonly scope: number },
): readonly ClassValue[] {
  const index = hasTypedLiterals(resolution, file) ? resolution.index(file) : null;
  const record = index?.literals.recordAround(scope) ?? NONE;
  return record === NONE ? [] : literalTypes(resolution, file, record);
}

/** JavaScript declares no types, and following the values of its bundles takes long. */
function hasTypedLiterals(resolution: Resolution, file: FileId): boolean {
  return resolution.rules(file).typesLiterals && profileOf(resolution.project.language(file)).declaresTypes;
}

/**
 * Interfaces and classes that a literal is an object of: by the type declared where it is written, otherwise
 * by the uses of the variable that holds it.
 */
export function typesOfLiteral(
  resolution: Resolution,
  file: FileId,
  record: ExprId,
): { readonly types: readonly ClassValue[]; readonly isDeclared: boolean } {
  if (!hasTypedLiterals(resolution, file)) return { types: [], isDeclared: false };
  const declared = resolution.once(["declared literal", exprKey({ file, expr: record })], () =>
    typesOf(resolution, { file, literal: record, follows: "what is declared" }, MAX_DEPTH),
  );
  return declared.length > 0
    ? { types: declared, isDeclared: true }
    : { types: literalTypes(resolution, file, record), isDeclared: false };
}

function literalTypes(resolution: Resolution, file: FileId, record: ExprId): readonly ClassValue[] {
  return resolution.once(["literal types", exprKey({ file, expr: record })], () =>
    typesOf(resolution, { file, literal: record, follows: "variables" }, MAX_DEPTH),
  );
}

/**
 * Functions and callable variables that object literals have as named values under a key, with the types of
 * these literals.
 */
export function functionsPut(
  resolution: Resolution,
  key: string,
): readonly { readonly functions: readonly ScopeRef[]; readonly types: readonly ClassValue[] }[] {
  return resolution.once(["functions put", key], () => {
    const files = resolution.project
      .filesUsing("entry", key)
      .filter((file) => hasTypedLiterals(resolution, file));
    if (files.length > MAX_FILES) {
      resolution.limit("too_many_files");
      return [];
    }
    return files.flatMap((file) =>
      (resolution.index(file)?.literals.entriesByName().get(key) ?? []).flatMap(({ record, value }) => {
        const place = { file, scope: resolution.index(file)?.scopeOfLiteral(record) ?? 0, expr: value };
        const values = mayHoldFunction(resolution, place) ? resolution.evaluate(place) : NOTHING;
        const functions = values.flatMap((put) =>
          put.kind === "function" || put.kind === "variable" ? [{ file: put.file, scope: put.scope }] : [],
        );
        // Checked first: finding the type of a literal costs more than finding that it has no function.
        return functions.length === 0 ? [] : [{ functions, types: literalTypes(resolution, file, record) }];
      }),
    );
  });
}

/**
 * A quick check whether an entry's value may be a function: the name of a function or import, or a member of
 * the current object or a module.
 */
function mayHoldFunction(resolution: Resolution, { file, scope, expr }: Site): boolean {
  const index = resolution.index(file);
  switch (index?.op(expr)) {
    case "name": {
      const name = index.string(expr, 1);
      const binder = index.binder(scope, name);
      return (
        binder === NONE || index.bindings(binder, name).some(({ value }) => FOLLOWED.has(index.op(value)))
      );
    }
    case "member": {
      const object = { file, scope, expr: index.operand(expr, 1) };
      return (
        index.op(object.expr) === "this" ||
        (index.op(object.expr) === "name" && mayHoldFunction(resolution, object))
      );
    }
    case "either":
      return index
        .items(expr, 1)
        .some((option) => mayHoldFunction(resolution, { file, scope, expr: option }));
    default:
      return false;
  }
}

/** Bindings whose values may be functions, or objects with functions. */
const FOLLOWED: ReadonlySet<ExprOp> = new Set<ExprOp>(["scope", "import", "variable", "name", "decorated"]);

interface LiteralPlace {
  readonly file: FileId;
  readonly literal: ExprId;
  /** For a literal without a declared type: whether to follow the uses of the variable that holds it. */
  readonly follows: "variables" | "what is declared";
}

function typesOf(resolution: Resolution, place: LiteralPlace, depth: number): readonly ClassValue[] {
  return declaredOf(resolution, place, depth).flatMap((value) =>
    value.kind === "instance" ? [value.type] : value.kind === "external" ? heldTypes(resolution, value) : [],
  );
}

function heldTypes(resolution: Resolution, container: ExternalValue): readonly ClassValue[] {
  return elementTypeOf(resolution, container).flatMap((held) =>
    held.kind === "instance" ? [held.type] : [],
  );
}

/**
 * The type declared where a literal is used; without one, the type declared where the variable that holds it
 * is used.
 */
function declaredOf(resolution: Resolution, { file, literal, follows }: LiteralPlace, depth: number): Values {
  const index = resolution.index(file);
  const use = index?.literals.useOf(literal);
  if (!index || !use) return NOTHING;
  if (depth === 0) {
    resolution.limit("too_deep");
    return NOTHING;
  }
  const declared = declaredAt(resolution, { file, follows }, use, depth);
  if (declared.length > 0 || use.kind !== "bound" || follows !== "variables") return declared;
  const given = index.literals
    .usesOfName(use.name)
    .filter((other) => index.binder(index.scopeOfUse(other) ?? 0, use.name) === use.scope);
  if (given.length > MAX_USES) resolution.limit("too_many_values");
  return union(
    ...given.slice(0, MAX_USES).map((other) => declaredAt(resolution, { file, follows }, other, depth - 1)),
  );
}

function declaredAt(
  resolution: Resolution,
  place: Omit<LiteralPlace, "literal">,
  use: LiteralUse,
  depth: number,
): Values {
  if (use.kind !== "entry" && use.kind !== "item") return declaredFor(resolution, place.file, use);
  const outer = { ...place, literal: use.literal };
  const around = declaredOf(resolution, outer, depth - 1);
  const held = union(
    ...around.map((value) =>
      value.kind === "external" && (use.kind === "item" || value.args.length === KEY_AND_VALUE)
        ? elementTypeOf(resolution, value)
        : NOTHING,
    ),
  );
  if (use.kind === "item" || held.length > 0) return held;
  return union(
    ...typesOf(resolution, outer, depth - 1).map(
      (type) => resolution.memberOfClass(type, use.name, resolution.values.instance(type)) ?? NOTHING,
    ),
  );
}

function declaredFor(
  resolution: Resolution,
  file: FileId,
  use: Exclude<LiteralUse, { readonly kind: "entry" | "item" }>,
): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  switch (use.kind) {
    case "bound": {
      // The type after `as` is an alternative value next to the literal.
      const values = index
        .bindings(use.scope, use.name)
        .flatMap(({ value }) => (index.op(value) === "either" ? index.items(value, 1) : [value]));
      return resolution.evaluateAll(
        { file, scope: use.scope },
        values.filter((value) => index.op(value) === "instance"),
      );
    }
    case "default":
      return typeAt(resolution, {
        file,
        scope: use.scope,
        expr: index.flow.scopes[use.scope]?.params[use.position]?.type ?? NONE,
      });
    case "returned":
      return typeAt(resolution, {
        file,
        scope: use.scope,
        expr: index.flow.scopes[use.scope]?.returnType ?? NONE,
      });
    case "stored":
      return resolution
        .evaluate({ file, scope: use.scope, expr: use.target })
        .filter(({ kind }) => kind !== "literal");
    case "argument": {
      const scope = index.siteOf(use.call)?.scope;
      return scope === undefined
        ? NOTHING
        : union(
            ...functionsCalled(resolution, { file, scope, expr: use.call }).map((called) => {
              const parameter = resolution.index(called.file)?.flow.scopes[called.scope]?.params[
                use.position
              ];
              return typeAt(resolution, {
                file: called.file,
                scope: called.scope,
                expr: parameter?.type ?? NONE,
              });
            }),
          );
    }
  }
}

function typeAt(resolution: Resolution, type: Site): Values {
  return type.expr === NONE ? NOTHING : resolution.ofType(type);
}
