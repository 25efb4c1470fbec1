/**
 * Where functions are used as values: as an argument, in a literal, under another name. Calls through these
 * values may be unknown.
 */
import { type CallSite, type ExprId, HANDED, NONE } from "../../call-facts/facts.ts";
import { MAX_MENTIONING_FILES } from "./aliases.ts";
import type { FileIndex } from "../file-index.ts";
import type { FileId } from "../project.ts";
import type { Resolution } from "../resolution.ts";
import { type ScopeRef, isSameScope } from "../values.ts";

/** A use of a function as a value. */
export interface EscapingReference {
  readonly file: FileId;
  /** The name used there. */
  readonly name: string;
  /** The call that has it as an argument; null for any other use. */
  readonly site: CallSite | null;
  /** The innermost scope around the use; `NONE` if unknown. */
  readonly scope: number;
}

/** Uses other than as an argument that are reported for each file. */
const MAX_OTHER_USES = 50;

/**
 * Escaping references to a function or class, by file; within a file, argument uses by start, then at most
 * one entry per scope for all other uses. Imports, exports and variables of the same name (`const { t } =
 * useTexts()`) do not count: their calls are found by name. Searches the first `MAX_MENTIONING_FILES` files
 * only; `callersOf` reports names that more files use.
 */
export function escapingReferences(resolution: Resolution, target: ScopeRef): readonly EscapingReference[] {
  const name = resolution.index(target.file)?.flow.scopes[target.scope]?.name ?? "";
  if (name === "") return [];
  const isTarget = (file: FileId, scope: number, expr: ExprId): boolean =>
    resolution
      .evaluate({ file, scope, expr })
      .some((value) => (value.kind === "function" || value.kind === "class") && isSameScope(value, target));
  const mentioning = new Set(
    ["", HANDED].flatMap((mark) => resolution.project.filesUsing("mention", mark + name)),
  );
  const files = [...mentioning].sort((left, right) => left - right).slice(0, MAX_MENTIONING_FILES);
  return files.flatMap((file): EscapingReference[] => {
    const index = resolution.index(file);
    if (!index) return [];
    const isIt = (scope: number, expr: ExprId): boolean =>
      expr !== NONE && namesIt(index, expr, name) && isTarget(file, scope, expr);
    const sites = index.flow.sites.filter((site) =>
      index.hasArgument(site.expr, (value) => isIt(site.scope, value)),
    );
    return [
      ...[...new Map(sites.map((site) => [site.line, site])).values()].map((site): EscapingReference => ({
        file,
        name,
        site,
        scope: site.scope,
      })),
      ...otherUses(index, name, isIt)
        .slice(0, MAX_OTHER_USES)
        .map((scope): EscapingReference => ({ file, name, site: null, scope })),
    ];
  });
}

/** Scopes in which a function is bound, stored, returned, a default, or part of a literal; ascending. */
function otherUses(
  index: FileIndex,
  name: string,
  isIt: (scope: number, expr: ExprId) => boolean,
): readonly number[] {
  const found = new Set<number>();
  for (const [scope, { params, bindings, stores, returns }] of index.flow.scopes.entries())
    if (
      bindings.some(
        (binding) =>
          binding.name !== name && index.op(binding.value) !== "import" && isIt(scope, binding.value),
      ) ||
      stores.some(({ value }) => isIt(scope, value)) ||
      returns.some((value) => isIt(scope, value)) ||
      params.some((param) => isIt(scope, param.default))
    )
      found.add(scope);
  const literals = [
    ...index.expressions("record").map((literal) => ({
      literal,
      values: index.entries(literal, 1).map(({ value }) => value),
    })),
    ...index.literals.lists().map((literal) => ({ literal, values: index.items(literal, 1) })),
  ];
  for (const { literal, values } of literals)
    for (const value of values)
      if (isIt(0, value))
        found.add(
          index.op(value) === "standing" ? index.operand(value, 2) : (index.scopeOfLiteral(literal) ?? NONE),
        );
  return [...found].sort((left, right) => left - right);
}

function namesIt(index: FileIndex, expr: ExprId, name: string): boolean {
  switch (index.op(expr)) {
    case "name":
      return index.string(expr, 1) === name;
    case "member":
      return index.string(expr, 2) === name;
    case "either":
      return index.items(expr, 1).some((option) => namesIt(index, option, name));
    case "standing":
    case "pointed":
      return namesIt(index, index.operand(expr, 1), name);
    default:
      return false;
  }
}
