/** Reads parameters of functions and lambdas. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { type ParameterFact, NONE } from "../../../call-facts/facts.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { PythonNames } from "./names.ts";
import { nameAt } from "./paths.ts";
import { readType } from "./types.ts";

export type Parameter = ParameterFact;

/** Reads parameters in the enclosing scope, in which Python evaluates defaults and annotations. */
export function readParameters(list: SyntaxNode, tree: TreeReader<PythonNames>): Parameter[] {
  const parameters: Parameter[] = [];
  for (const node of tree.children(list)) {
    const parameter = readParameter(node, tree);
    if (parameter) parameters.push(parameter);
  }
  return parameters;
}

/** Null for the separators `*` and `/`. */
function readParameter(node: SyntaxNode, tree: TreeReader<PythonNames>): Parameter | null {
  switch (node.type) {
    case "identifier":
      return plain(nameAt(tree.text, node.startIndex));
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const [name] = tree.children(node);
      return name
        ? { ...plain(tree.textOf(name)), kind: node.type === "list_splat_pattern" ? "rest" : "keywords" }
        : null;
    }
    case "default_parameter":
    case "typed_parameter":
    case "typed_default_parameter":
      return readDeclared(node, tree);
    case "tuple_pattern":
      return plain("");
    default:
      return null;
  }
}

function plain(name: string): Parameter {
  return { name, kind: "positional", type: NONE, default: NONE };
}

function readDeclared(node: SyntaxNode, tree: TreeReader<PythonNames>): Parameter | null {
  const [first, ...rest] = tree.children(node);
  const own = first && readParameter(first, tree);
  if (!own) return null;
  const [second, third] = rest;
  const typeNode = second?.type === "type" ? second : undefined;
  const value = typeNode ? third : second;
  return {
    name: own.name,
    kind: own.kind,
    type: typeNode ? collected(own, typeNode, tree) : NONE,
    default: value ? tree.read(value) : NONE,
  };
}

/** `*args: T` is a tuple of T, `**options: T` a dictionary of T. */
function collected({ kind }: Parameter, typeNode: SyntaxNode, tree: TreeReader<PythonNames>): number {
  const { flow } = tree;
  const type = readType(typeNode, tree);
  if (kind === "rest") return flow.generic(flow.name("tuple"), [type]);
  return kind === "keywords" ? flow.generic(flow.name("dict"), [flow.builtin("str"), type]) : type;
}

/** Declares parameters in the function's own scope. */
export function declareParameters(
  parameters: readonly Parameter[],
  { hasReceiver }: { readonly hasReceiver: boolean },
  flow: CallFactsBuilder,
): void {
  for (let at = 0; at < parameters.length; at++) {
    const parameter = parameters[at] as Parameter;
    flow.param(
      parameter.name,
      at === 0 && hasReceiver && parameter.kind === "positional"
        ? { ...parameter, kind: "receiver" }
        : parameter,
    );
  }
}
