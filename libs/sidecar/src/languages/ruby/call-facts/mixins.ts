/**
 * Reads modules mixed into classes, either by the class itself, or by the module's hook when it is included,
 * and methods of a module that are functions of it.
 */
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { constantText } from "./literals.ts";
import { type Module, MODULE_FUNCTION, type RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

const MIXES = /^(?:include|extend|prepend)$/;
/** Hooks that the language calls with the including class. */
const HOOKS = /^(?:included|extended|prepended|inherited)$/;

interface MixingCall {
  /** Undefined for a call by the class itself. */
  readonly receiver: SyntaxNode | undefined;
  readonly nodes: readonly SyntaxNode[];
  readonly args: readonly Argument[];
}

/** `include Logging`; `base.extend Finders` and `base.send(:extend, Finders)` in the hook of a module. */
export function readMixin(name: string, { receiver, nodes, args }: MixingCall, tree: Tree): void {
  const { names } = tree;
  if (receiver === undefined) {
    if (MIXES.test(name) && names.isInTypeBody) mixIn(name, modulesOf(nodes, args, tree), tree);
    if (name === MODULE_FUNCTION && names.isInTypeBody) makeFunctions(nodes, tree);
    return;
  }
  if (names.method === null || !HOOKS.test(names.method) || !names.isLocal(tree.textOf(receiver))) return;
  const isSent = /^(?:public_)?send$|^__send__$/.test(name) && nodes[0] !== undefined;
  const mixing = isSent ? (constantText(nodes[0] as SyntaxNode, tree) ?? "") : name;
  if (!MIXES.test(mixing)) return;
  for (const module of modulesOf(nodes, args, tree)
    .slice(isSent ? 1 : 0)
    .toReversed()) {
    if (mixing === "extend" && (names.method === "included" || names.method === "prepended"))
      names.handOn(module);
    // What a module adds to the objects it extends is bound in the module itself.
    else if (names.method === "extended" || mixing !== "extend") names.mixIn(module);
    else names.extendBy(module);
  }
}

/** `module_function :one, "two"`, `module_function def three …`; without arguments, all methods below. */
function makeFunctions(nodes: readonly SyntaxNode[], tree: Tree): void {
  const { flow, names } = tree;
  if (nodes.length === 0) return names.define(MODULE_FUNCTION);
  const methods = nodes.flatMap((node) => listed(node, tree)).map((node) => methodIn(node, tree));
  for (const method of methods) if (method !== null) names.addFunction(method);
  // Any of the module's methods may be among computed names.
  if (methods.includes(null)) names.extendBy({ value: flow.scopeValue(names.typeScope), name: null });
}

/** The items of `[:one]`, `%i[one two]` and `*%i[one two]`; any other node by itself. */
function listed(node: SyntaxNode, tree: Tree): readonly SyntaxNode[] {
  const list = node.type === "splat_argument" ? tree.children(node)[0] : node;
  return list && list.type.endsWith("array") ? tree.children(list) : [node];
}

/** The name of a method that is given as a name or as its definition; null for a computed one. */
function methodIn(node: SyntaxNode, tree: Tree): string | null {
  if (node.type === "method") return tree.textOf(tree.children(node)[0] ?? node);
  return node.type.startsWith("bare_") ? tree.textOf(node) : constantText(node, tree);
}

function modulesOf(nodes: readonly SyntaxNode[], args: readonly Argument[], tree: Tree): readonly Module[] {
  const { flow, names } = tree;
  return args.map(({ value }, at): Module => {
    // `extend self` makes a module's methods callable on the module itself.
    if (value === flow.this()) return { value: flow.scopeValue(names.typeScope), name: null };
    const node = nodes.length === args.length ? nodes[at] : undefined;
    return { value, name: node?.type === "constant" ? tree.textOf(node) : null };
  });
}

/** `extend` adds the methods to the class itself, and so does `include` inside `class << self`. */
function mixIn(name: string, modules: readonly Module[], { names }: Tree): void {
  for (const module of modules.toReversed()) {
    if (name === "extend" || (names.isSingleton && names.isInTypeBody)) names.extendBy(module);
    else names.mixIn(module);
  }
}
