/**
 * Type variables: those of a module (`T = TypeVar("T")`) are type parameters of each class and function that
 * uses them.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { readType } from "./types.ts";

const MAKERS = /^(?:\w+\.)?(?:TypeVar|TypeVarTuple|ParamSpec)\(/;
const MAX_MAKER_CHARS = 40;

/** Whether a call creates a type variable. */
export function makesTypeVariable(call: SyntaxNode, tree: TreeReader<PythonNames>): boolean {
  return MAKERS.test(tree.text.slice(call.startIndex, call.startIndex + MAX_MAKER_CHARS));
}

/**
 * Binds the type parameters of a generic class in order: those of `Generic[…]` or `Protocol[…]`, or else
 * those in its bases.
 */
export function bindTypesOfClass(bases: SyntaxNode, tree: TreeReader<PythonNames>): void {
  if (tree.names.typeVariables.size === 0) return;
  const text = tree.textOf(bases);
  bindAmong(/\b(?:Generic|Protocol)\[([^\]]*)\]/.exec(text)?.[1] ?? text, tree);
}

/** Binds the type variables in a function's result type, except type parameters of the enclosing class. */
export function bindTypesOfFunction(returnType: SyntaxNode, tree: TreeReader<PythonNames>): void {
  if (tree.names.typeVariables.size > 0) bindAmong(tree.textOf(returnType), tree);
}

function bindAmong(text: string, { flow, names }: TreeReader<PythonNames>): void {
  for (const word of new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])) {
    const bound = names.typeVariables.get(word);
    if (bound !== undefined && !names.isBoundInClass(word)) names.bind(word, flow.generic(bound, []));
  }
}

/**
 * `[T, U: Base]`: binds each to its bound, as a generic type without arguments, which marks it as a type
 * parameter.
 */
export function declareTypes(list: SyntaxNode, tree: TreeReader<PythonNames>): void {
  const { flow, names } = tree;
  for (const type of tree.children(list)) {
    const [, name, bound] = /^\*{0,2}([\p{L}_][\p{L}\p{N}_]*)\s*(:)?/u.exec(tree.textOf(type)) ?? [];
    const inner = tree.children(type)[0];
    const last = bound && inner ? tree.children(inner).at(-1) : undefined;
    if (name) names.bind(name, flow.generic(last ? readType(last, tree) : flow.unknown(), []));
  }
}
