/** Reads parameters and results of Go's functions, and type parameters. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";

export interface SignatureNodes {
  readonly parameters: SyntaxNode | undefined;
  readonly result: SyntaxNode | undefined;
  readonly hasBody: boolean;
}

export function exportedFlag(name: string): number {
  return /^\p{Lu}/u.test(name) ? SCOPE_FLAGS.exported : 0;
}

export interface TypeParameter {
  readonly name: string;
  /** The constraint, as a generic type without arguments, which marks it as a type parameter. */
  readonly bound: ExprId;
}

export function typeParameters(list: SyntaxNode | undefined, go: Reading): TypeParameter[] {
  return (list ? go.parts(list) : []).flatMap((declaration) => {
    const parts = go.parts(declaration);
    const bound = go.type(parts.at(-1));
    return parts.slice(0, -1).map((name) => ({ name: go.textOf(name), bound: go.flow.generic(bound, []) }));
  });
}

/**
 * Reads parameters and results of the function whose scope is open.
 *
 * @returns names of the results that are variables of the body
 */
export function readSignature({ parameters, result, hasBody }: SignatureNodes, go: Reading): string[] {
  // Types are read before names are declared, because a parameter may have the same name as a later type.
  const declared = declarations(parameters, go);
  const results = result?.type === "parameter_list" ? declarations(result, go) : [];
  for (const { names, type, isRest } of declared) {
    for (const name of names.length > 0 ? names : [""]) {
      go.flow.param(name === "" || name === "_" ? name : go.locals.declare(name), {
        kind: isRest ? "rest" : "positional",
        type,
      });
    }
  }
  const isNamed = hasBody && results.some(({ names }) => names.length > 0);
  if (result) readResults(result, results, go);
  return !isNamed
    ? []
    : results.flatMap(({ names, type }) =>
        names.filter((name) => name !== "_").map((name) => bindResult(name, type, go)),
      );
}

/** Several results are a list of values. */
function readResults(result: SyntaxNode, declared: readonly Declaration[], go: Reading): void {
  const { flow } = go;
  const types = result.type === "parameter_list" ? typesOf(declared, go) : [go.type(result)];
  if (types.length === 1) flow.returnType(go.orNone(types[0] as ExprId));
  else if (types.length > 1) flow.returnType(flow.list(types.map((type) => flow.instance(type))));
}

/** The result type of a function type; unknown if there is none. */
export function resultType(result: SyntaxNode | undefined, go: Reading): ExprId {
  if (!result) return go.flow.unknown();
  if (result.type !== "parameter_list") return go.type(result);
  const types = typesOf(declarations(result, go), go);
  return types.length > 1 ? go.flow.list(types) : (types[0] ?? go.flow.unknown());
}

interface Declaration {
  readonly names: readonly string[];
  readonly type: ExprId;
  readonly isRest: boolean;
}

function declarations(list: SyntaxNode | undefined, go: Reading): Declaration[] {
  return (list ? go.parts(list) : []).map((declaration) => {
    const parts = go.parts(declaration);
    const type = go.orNone(go.type(parts.at(-1)));
    const isRest = declaration.type === "variadic_parameter_declaration";
    return {
      names: parts.slice(0, -1).map((name) => go.textOf(name)),
      type: isRest && type !== NONE ? go.flow.generic(go.flow.name("[]"), [type]) : type,
      isRest,
    };
  });
}

function typesOf(results: readonly Declaration[], { flow }: Reading): ExprId[] {
  return results.flatMap(({ names, type }) =>
    Array.from({ length: Math.max(1, names.length) }, () => (type === NONE ? flow.unknown() : type)),
  );
}

function bindResult(name: string, type: ExprId, { flow, locals }: Reading): string {
  const called = locals.declare(name);
  if (type !== NONE) flow.bind(called, flow.instance(type));
  return called;
}
