/**
 * Reads modules mixed into classes, either by the class itself, or by the module's hook when it is included.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import type { TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { constantText } from "./literals.ts";
import type { Module, RubyNames } from "./names.ts";

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
    if (name === "module_function" && names.isInTypeBody)
      names.extendBy({ value: tree.flow.scopeValue(names.typeScope), name: null });
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
