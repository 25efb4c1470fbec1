/**
 * Of which declared type an object literal is: that of the variable, result, parameter or member that it is
 * given to.
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

/** Literals in literals, and in variables that stand in literals, are followed so far. */
const MAX_DEPTH = 4;
/** Of a variable that holds a literal, so many places where it is given to something are looked at. */
const MAX_USES = 50;
/** Arguments of a container of what stands under keys: `Record<string, Handler>`. */
const KEY_AND_VALUE = 2;
/** A key under which objects of more files than these have something by its name is not looked into. */
const MAX_FILES = 100;

/** Interfaces and classes whose object the literal is that a function stands in as a value. */
export function typesAround(
  resolution: Resolution,
  { file, scope }: { readonly file: number; readonly scope: number },
): readonly ClassValue[] {
  const index = hasTypedLiterals(resolution, file) ? resolution.index(file) : null;
  const record = index?.literals.recordAround(scope) ?? NONE;
  return record === NONE ? [] : literalTypes(resolution, file, record);
}

/** What is JavaScript declares no types, and what its bundles hand to whom takes long to find out. */
function hasTypedLiterals(resolution: Resolution, file: FileId): boolean {
  return resolution.rules(file).typesLiterals && profileOf(resolution.project.language(file)).declaresTypes;
}

/**
 * Interfaces and classes whose object a literal is: by what is declared where it stands, or else of what the
 * variable is given to that holds it.
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
 * Functions, and variables that are called, which are put by their names under a key into object literals,
 * and what types these have.
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
        // To know the type of a literal takes much more than to know that it holds no function.
        return functions.length === 0 ? [] : [{ functions, types: literalTypes(resolution, file, record) }];
      }),
    );
  });
}

/**
 * Whether it is worth the while to follow what is put there: a name of a function or an import, a member of
 * the own object or of a module.
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

/** What a name is bound to that may be a function, or has functions. */
const FOLLOWED: ReadonlySet<ExprOp> = new Set<ExprOp>(["scope", "import", "variable", "name", "decorated"]);

interface LiteralPlace {
  readonly file: FileId;
  readonly literal: ExprId;
  /** Of a literal without a declared type, whether one looks where the variable is given to that holds it. */
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
 * What is declared where a literal is given to something; of one without, where the variable that holds it
 * is.
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
      // What is said behind `as` stands beside the literal.
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
