/**
 * Reads classes and modules: both are types with members; included modules are searched before the
 * superclass.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import { OF_THE_LANGUAGE } from "../classes.ts";
import { constantText } from "./literals.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

export const classReaders: NodeReaders<RubyNames> = {
  class: readClass,
  module: readClass,
  singleton_class: readSingletonClass,
  alias: readAlias,
};

interface TypeParts {
  readonly node: SyntaxNode;
  /** Null for an anonymous class. */
  readonly name: SyntaxNode | null;
  readonly superclass: ExprId | null;
  /** For a refinement, the class that it refines. */
  readonly refined?: ExprId;
  readonly read: () => void;
}

function readClass(node: SyntaxNode, tree: Tree): ExprId {
  const { flow } = tree;
  const [name, ...rest] = tree.children(node);
  if (!name) return flow.unknown();
  const above = rest[0]?.type === "superclass" ? tree.children(rest[0])[0] : undefined;
  const superclass = above ? tree.read(above) : null;
  readNamed(name, tree, (last) =>
    readType({ node, name: last, superclass, read: () => tree.readAll(above ? rest.slice(1) : rest) }, tree),
  );
  return flow.unknown();
}

/** `class A::B` is inside A, which is opened for it. */
function readNamed(name: SyntaxNode, tree: Tree, read: (last: SyntaxNode) => void): void {
  const [around, last] = name.type === "scope_resolution" ? tree.children(name) : [];
  if (!around) return read(name);
  if (!last) return read(around);
  readNamed(around, tree, (outer) =>
    readType({ node: name, name: outer, superclass: null, read: () => read(last) }, tree),
  );
}

function readType({ node, name: nameNode, superclass, refined, read }: TypeParts, tree: Tree): number {
  const { flow, names } = tree;
  const name = nameNode ? tree.textOf(nameNode) : "";
  const scope = flow.enter({
    kind: "class",
    name,
    nameStart: (nameNode ?? node).startIndex,
    startLine: node.startRow + 1,
    flags: name === "" ? 0 : SCOPE_FLAGS.partial,
  });
  const added = OF_THE_LANGUAGE.has(name) && names.typeName === "" ? flow.builtin(name) : null;
  names.enter("class", name, { seesAround: node.type === "call", refined: refined ?? added });
  read();
  names.extendByFunctions(node.startRow + 1);
  flow.bases(names.basesWith(superclass));
  names.leave();
  flow.leave();
  if (!nameNode) return scope;
  const value = flow.scopeValue(scope);
  names.bindInType(name, value);
  names.nest(name, value);
  // By convention, classes that include the enclosing module are extended by this one.
  if (name === CLASS_METHODS && names.typeName !== "") names.handOn({ value, name: null });
  return scope;
}

/** `refine Server do … end`: methods that the block adds to objects of the class. */
export function readRefinement(call: SyntaxNode, block: SyntaxNode, refined: ExprId, tree: Tree): void {
  const standing = tree.flow.standing(refined);
  readType(
    {
      node: call,
      name: null,
      superclass: standing,
      refined: standing,
      read: () => tree.readAll(tree.children(block)),
    },
    tree,
  );
}

const CLASS_METHODS = "ClassMethods";

/** `class << self`: methods of the class. Methods of other objects belong to a type of their own. */
function readSingletonClass(node: SyntaxNode, tree: Tree): ExprId {
  const { flow, names } = tree;
  const [object, ...rest] = tree.children(node);
  if (object?.type === "self") {
    names.asSingleton(() => tree.readAll(rest));
    return flow.unknown();
  }
  if (object) tree.read(object);
  readType({ node, name: null, superclass: null, read: () => tree.readAll(rest) }, tree);
  return flow.unknown();
}

/** `alias new old`. */
function readAlias(node: SyntaxNode, tree: Tree): ExprId {
  const [name, old] = tree.children(node);
  if (name && old) bindAlias(methodName(name, tree), methodName(old, tree), tree);
  return tree.flow.unknown();
}

/** Binds another name of an instance method, or of a class method inside `class << self`. */
export function bindAlias(name: string, old: string, { flow, names }: Tree): void {
  if (names.typeName === "") return names.bindInType(name, flow.name(old));
  names.bindInType(name, flow.member(names.isSingleton ? flow.this() : flow.instance(flow.this()), old));
}

function methodName(node: SyntaxNode, tree: Tree): string {
  return constantText(node, tree) ?? tree.textOf(node);
}

/** Calls that create a class. It has methods, and a name if it is assigned to a constant. */
const MAKERS = /^(?:(?:Class|Module|Struct)\.new|Data\.define)\b/;

/** `Name = Class.new(Base) do … end`, and the same with `Struct.new(:field)`. Null for any other call. */
export function readMadeClass(name: SyntaxNode | null, call: SyntaxNode, tree: Tree): ExprId | null {
  const { flow } = tree;
  if (!MAKERS.test(tree.text.slice(call.startIndex, call.startIndex + 12)) || call.type !== "call")
    return null;
  const [maker, method, ...rest] = tree.children(call);
  if (!maker || !method || method.startIndex > call.startIndex + 7) return null;
  const block = rest.find((part) => part.type === "do_block" || part.type === "block");
  const list = rest.find((part) => part !== block);
  if (!name && !block) return null;
  const args = list ? tree.children(list) : [];
  const values = args.map((arg) => ({ value: tree.read(arg) }));
  const callee = tree.read(maker);
  if (tree.textOf(method) === "new") flow.call(callee, values, tree.place(maker), "new");
  else flow.call(flow.member(callee, tree.textOf(method)), values, tree.place(method));
  const superclass = tree.textOf(maker) === "Class" ? values[0]?.value : undefined;
  const scope = readType(
    {
      node: call,
      name,
      superclass: superclass ?? null,
      read: () => {
        for (const arg of args) if (arg.type === "simple_symbol") declareAttribute(arg, "accessor", tree);
        if (block) tree.readAll(tree.children(block));
      },
    },
    tree,
  );
  return flow.scopeValue(scope);
}

/**
 * Binds an attribute: a field with a reader method of its name, and a writer method of its name followed by
 * `=`.
 */
export function declareAttribute(
  node: SyntaxNode,
  access: "reader" | "writer" | "accessor",
  tree: Tree,
): void {
  const { flow, names } = tree;
  const name = constantText(node, tree);
  if (name === null) return;
  const flags = names.isSingleton ? SCOPE_FLAGS.static : 0;
  const define = (method: string, read: () => void): void => {
    const scope = flow.within(names.typeScope, () => {
      const own = flow.enter({
        kind: "function",
        name: method,
        nameStart: node.startIndex,
        startLine: node.startRow + 1,
        flags,
      });
      read();
      flow.leave();
      return own;
    });
    names.bindInType(method, flow.scopeValue(scope));
  };
  if (access !== "writer") define(name, () => flow.returns(flow.member(flow.this(), `@${name}`)));
  if (access === "reader") return;
  define(`${name}=`, () => {
    flow.param("value");
    flow.store(flow.member(flow.this(), `@${name}`), flow.name("value"));
  });
}
