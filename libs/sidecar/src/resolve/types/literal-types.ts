/** Of which declared type an object literal is: that of the variable, result, parameter or member that it is given to. */
import { type ExprId, NONE } from "../../flow/facts.ts";
import type { RecordUse } from "../file-index.ts";
import { heldBy } from "../members/containers.ts";
import type { Resolution } from "../resolution.ts";
import { type ClassValue, NOTHING, type Place, type Values, union } from "../values.ts";

/** Literals in literals are followed so far. */
const MAX_DEPTH = 4;

/** Interfaces and classes whose object the literal is that a function stands in as a value. */
export function typesAround(resolution: Resolution, { file, scope }: { readonly file: number; readonly scope: number }): readonly ClassValue[] {
  const index = resolution.rules(file).typesLiterals ? resolution.index(file) : null;
  const record = index?.recordAround(scope) ?? NONE;
  return record === NONE ? [] : resolution.once(`literal types ${file}:${record}`, () => typesOf(resolution, file, record, MAX_DEPTH));
}

function typesOf(resolution: Resolution, file: number, record: ExprId, depth: number): readonly ClassValue[] {
  const use = resolution.index(file)?.recordUses().get(record);
  if (!use || depth === 0) return [];
  const values = use.kind === "entry" ? union(...typesOf(resolution, file, use.record, depth - 1).map((type) => resolution.memberOfClass(type, use.name, resolution.values.instance(type)) ?? NOTHING)) : declaredFor(resolution, file, use);
  return values.flatMap((value) => (value.kind === "instance" ? [value.type] : value.kind === "external" ? heldBy(resolution, value).flatMap((held) => (held.kind === "instance" ? [held.type] : [])) : []));
}

function declaredFor(resolution: Resolution, file: number, use: Exclude<RecordUse, { readonly kind: "entry" }>): Values {
  const index = resolution.index(file);
  if (!index) return NOTHING;
  switch (use.kind) {
    case "bound": return resolution.evaluateAll({ file, scope: use.scope }, index.bindings(use.scope, use.name).filter(({ value }) => index.op(value) === "instance").map(({ value }) => value));
    case "returned": return typeAt(resolution, { file, scope: use.scope, expr: index.flow.scopes[use.scope]?.returnType ?? NONE });
    case "argument": {
      const site = index.siteOf(use.call);
      if (!site) return NOTHING;
      return union(...resolution.calledValues({ file, scope: site.scope, expr: use.call }).map((called): Values => {
        const params = called.kind === "function" ? (resolution.index(called.file)?.flow.scopes[called.scope]?.params ?? []) : [];
        return called.kind === "function" ? typeAt(resolution, { file: called.file, scope: called.scope, expr: params[use.position]?.type ?? NONE }) : NOTHING;
      }));
    }
  }
}

function typeAt(resolution: Resolution, type: Place): Values {
  return type.expr === NONE ? NOTHING : resolution.ofType(type);
}
