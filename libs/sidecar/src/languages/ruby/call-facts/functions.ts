/** Reads methods, blocks and lambdas, with their parameters. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { BLOCK, type ExprId, NONE, SCOPE_FLAGS, type ParameterKind } from "../../../call-facts/facts.ts";
import { RUBY_IMPLICIT } from "../profile.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { RubyNames } from "./names.ts";
import { assign } from "./targets.ts";

type Tree = TreeReader<RubyNames>;

export const functionReaders: NodeReaders<RubyNames> = {
  method: (node, tree) => readMethod(node, { isStatic: tree.names.isSingleton }, tree),
  singleton_method: (node, tree) => readMethod(node, { isStatic: true }, tree),
  lambda: (node, tree) => {
    const [first, second] = tree.children(node);
    const parameters = second ? first : undefined;
    const [body] = tree.children(second ?? first ?? node);
    return readFunction({ node, parameters, body, nameStart: node.startIndex }, tree);
  },
  block: (node, tree) => readBlock(node, tree, null),
  do_block: (node, tree) => readBlock(node, tree, null),
};

/**
 * Reads a method. It belongs to the enclosing class, even if there are blocks in between. The value of a
 * definition is the method's name.
 */
function readMethod(node: SyntaxNode, { isStatic }: { readonly isStatic: boolean }, tree: Tree): ExprId {
  const { flow, names } = tree;
  const parts = tree.children(node);
  const isOnObject = node.type === "singleton_method";
  const nameNode = parts[isOnObject ? 1 : 0];
  if (!nameNode) return flow.unknown();
  const rest = parts.slice(isOnObject ? 2 : 1);
  const parameters = rest[0]?.type === "method_parameters" ? rest[0] : undefined;
  const name = tree.textOf(nameNode);
  const isBlock = names.isInBlock;
  const scope = flow.within(names.typeScope, () => {
    // In a block outside any class (`describe`), it belongs to the object that runs the block.
    const isOfBlock = isBlock && names.typeName === "";
    const flags =
      (isOfBlock ? SCOPE_FLAGS.private : 0) |
      (isStatic ? SCOPE_FLAGS.static : 0) |
      (name === "initialize" ? SCOPE_FLAGS.constructor : 0) |
      (RUBY_IMPLICIT.has(name) ? SCOPE_FLAGS.implicit : 0);
    const own = flow.enter({
      kind: "function",
      name,
      nameStart: nameNode.startIndex,
      startLine: node.startRow + 1,
      flags,
    });
    if (names.refined !== null) flow.owner(names.refined, own);
    names.enter("method", name);
    if (parameters) readParameters(parameters, tree, null);
    if (
      /\byield\b/.test(tree.textOf(node)) &&
      !/&\w*\s*[,)\n]/.test(parameters ? tree.textOf(parameters) : "")
    )
      flow.param(BLOCK);
    for (const body of parameters ? rest.slice(1) : rest) flow.returns(tree.read(body));
    names.leave();
    flow.leave();
    return own;
  });
  if (isStatic) names.bindInType(name, flow.scopeValue(scope));
  else names.bindMethod(name, flow.scopeValue(scope));
  return flow.text(name);
}

/**
 * @param each what the block's call passes to it; null if that is unknown
 */
export function readBlock(
  node: SyntaxNode,
  tree: Tree,
  each: ExprId | null,
  named?: { readonly name: string; readonly nameStart: number },
): ExprId {
  const parts = tree.children(node);
  const parameters = parts[0]?.type === "block_parameters" ? parts[0] : undefined;
  const [body] = parameters ? parts.slice(1) : parts;
  return readFunction(
    { node, parameters, body, nameStart: named?.nameStart ?? node.startIndex, name: named?.name ?? "" },
    tree,
    each,
  );
}

interface AnonymousFunction {
  readonly node: SyntaxNode;
  readonly name?: string;
  readonly nameStart: number;
  readonly parameters: SyntaxNode | undefined;
  readonly body: SyntaxNode | undefined;
}

function readFunction(
  { node, name = "", nameStart, parameters, body }: AnonymousFunction,
  tree: Tree,
  each: ExprId | null = null,
): ExprId {
  const { flow, names } = tree;
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart,
    startLine: node.startRow + 1,
    flags: name === "" ? SCOPE_FLAGS.arrow : 0,
  });
  names.enter("block");
  if (parameters) readParameters(parameters, tree, each);
  else declareImplicit(node, tree, each);
  if (body) flow.returns(tree.read(body));
  names.leave();
  flow.leave();
  return flow.scopeValue(scope);
}

/** Declares `_1` and `it`, the parameters of a block without declared ones. */
function declareImplicit(node: SyntaxNode, tree: Tree, each: ExprId | null): void {
  const name = /(?<![\w.:@"'])(?:_1|it)\b(?!\s*(?:[("':{]|do\b))/.exec(tree.textOf(node))?.[0];
  if (name === undefined || tree.names.isLocal(name)) return;
  tree.names.declare(name);
  tree.flow.param(name);
  if (each !== null) tree.flow.bind(name, each);
}

const KINDS: Readonly<Record<string, ParameterKind>> = {
  splat_parameter: "rest",
  hash_splat_parameter: "keywords",
};

/** How the arguments of such a parameter are passed on. */
const PASSED_AS: Readonly<Record<string, string>> = { splat_parameter: "*", hash_splat_parameter: "**" };

/** Reads parameters. A block with several parameters gets the parts of the passed value. */
function readParameters(list: SyntaxNode, tree: Tree, each: ExprId | null): void {
  const { flow, names } = tree;
  const parameters = tree.children(list);
  for (const [at, node] of parameters.entries()) {
    const type = node.type;
    const passed = each === null || parameters.length === 1 ? each : flow.index(each, flow.text(String(at)));
    if (type === "destructured_parameter") {
      flow.param("");
      assign(node, passed ?? flow.unknown(), tree);
      continue;
    }
    const [nameNode, value] = type === "identifier" ? [node] : tree.children(node);
    const name = nameNode ? tree.textOf(nameNode) : "";
    names.declare(name);
    if (type === "block_parameter") {
      names.parameter(name, BLOCK);
      flow.param(BLOCK);
      if (name !== "") flow.bind(name, flow.name(BLOCK));
      continue;
    }
    names.parameter(name, type === "keyword_parameter" ? name : (PASSED_AS[type] ?? null));
    flow.param(name, { kind: KINDS[type] ?? "positional", default: value ? tree.read(value) : NONE });
    if (passed !== null && type === "identifier") flow.bind(name, passed);
  }
}
