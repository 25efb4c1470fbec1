/**
 * Reads calls: with a receiver, with arguments, or with a block; and the class methods that declare members.
 */
import type { SitePosition } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { BLOCK, type ExprId } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { bindAlias, declareAttribute, readMadeClass, readRefinement } from "./classes.ts";
import { readBlock } from "./functions.ts";
import { OF_THE_LANGUAGE } from "../classes.ts";
import { constantText, readEntry } from "./literals.ts";
import { readMixin } from "./mixins.ts";
import type { RubyNames } from "./names.ts";

type Tree = TreeReader<RubyNames>;

export const callReaders: NodeReaders<RubyNames> = {
  call: readCall,
  // Without parentheses it passes on the method's arguments.
  super: (node, tree) => tree.flow.call(superMethod(tree), tree.names.handedOn(), tree.place(node)),
};

interface Parts {
  readonly receiver: SyntaxNode | undefined;
  /** Undefined in `function.(x)`. */
  readonly method: SyntaxNode | undefined;
  readonly list: SyntaxNode | undefined;
  readonly block: SyntaxNode | undefined;
}

function partsOf(node: SyntaxNode, tree: Tree): Parts {
  const children = [...tree.children(node)];
  const last = children.at(-1)?.type;
  const block = last === "do_block" || last === "block" ? children.pop() : undefined;
  const list = children.length > 1 && children.at(-1)?.type === "argument_list" ? children.pop() : undefined;
  const [first, second] = children;
  if (second) return { receiver: first, method: second, list, block };
  const isShort = first && list && /\.\s*$/.test(tree.text.slice(first.endIndex, list.startIndex));
  return isShort
    ? { receiver: first, method: undefined, list, block }
    : { receiver: undefined, method: first, list, block };
}

function readCall(node: SyntaxNode, tree: Tree): ExprId {
  const { receiver, method, list, block } = partsOf(node, tree);
  const name = method ? tree.textOf(method) : "call";
  const made = receiver && block ? readMadeClass(null, node, tree) : null;
  if (made !== null) return made;
  const object = receiver ? objectOfCall(receiver, tree) : null;
  const nodes = list ? tree.children(list) : [];
  const handsOn = object === null && tree.names.isDeclaring && !ABOUT_METHODS.test(name);
  const args = nodes.flatMap(
    (arg) => (handsOn && readMethodNamed(arg, tree)) || readArgument(arg, object, tree),
  );
  const named = object === null && block && name === "define_method" ? nodes[0] : undefined;
  const [refined] = object === null && name === "refine" && tree.names.isInTypeBody ? args : [];
  if (block && refined) readRefinement(node, block, refinedBy(nodes[0], refined.value, tree), tree);
  const readGiven = (): ExprId | null =>
    block && !refined
      ? readBlock(
          block,
          tree,
          eachOf(object, name, tree),
          named && { name: constantText(named, tree) ?? "", nameStart: named.startIndex },
        )
      : null;
  const given =
    object === null && name === "class_methods" && tree.names.isInTypeBody
      ? tree.names.asSingleton(readGiven)
      : readGiven();
  if (given !== null) args.push({ name: BLOCK, value: given });
  const value = emit({ object, name, args, place: tree.place(method ?? node), receiver }, tree);
  if (object === null) declare(name, nodes, { args, given }, tree);
  if (receiver === undefined || receiver.type === "identifier")
    readMixin(name, { receiver, nodes, args }, tree);
  // `Class.new(Base)` without a body is treated as its base.
  if (name === "new" && receiver && args[0] && /^(?:::)?Class$/.test(tree.textOf(receiver)))
    return args[0].value;
  return known(name, { object, nodes, args, given }, tree) ?? value;
}

interface Call {
  readonly object: ExprId | null;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly place: SitePosition;
  readonly receiver: SyntaxNode | undefined;
}

/** The object of a call. Numbers are also keys, which their own reader keeps. */
function objectOfCall(receiver: SyntaxNode, tree: Tree): ExprId {
  return receiver.type === "integer" ? tree.flow.builtin("Integer") : tree.read(receiver);
}

/** The class that a refinement refines. Of a class of the language, only its name is known. */
function refinedBy(node: SyntaxNode | undefined, value: ExprId, tree: Tree): ExprId {
  const name = node ? tree.textOf(node).replace(/^::/, "") : "";
  return OF_THE_LANGUAGE.has(name) ? tree.flow.builtin(name) : value;
}

/** Records a call. `Type.new` creates an object: its position is that of the type's name. */
function emit({ object, name, args, place, receiver }: Call, tree: Tree): ExprId {
  const { flow, names } = tree;
  if (object === null && name === "super") return flow.call(superMethod(tree), args, place);
  if (name === "new") {
    if (object === null || !receiver)
      return flow.call(flow.this(), args, { ...place, name: names.typeName }, "new");
    const isOwn = /^self(?:\.class)?$/.test(tree.textOf(receiver));
    return flow.call(
      object,
      args,
      isOwn ? { ...place, name: names.typeName } : typePlace(receiver, tree),
      "new",
    );
  }
  // With arguments or parentheses it is a method, even if a variable has its name.
  return flow.call(
    object === null
      ? names.isLocal(name)
        ? flow.member(flow.this(), name)
        : flow.name(name)
      : flow.member(object, name),
    args,
    place,
  );
}

function typePlace(receiver: SyntaxNode, tree: Tree): SitePosition {
  return tree.place(
    receiver.type === "scope_resolution" ? (tree.children(receiver).at(-1) ?? receiver) : receiver,
  );
}

/** The callee of `super`: the method of the same name. */
function superMethod({ flow, names }: Tree): ExprId {
  const name = names.method;
  return name === null ? flow.super() : flow.member(flow.super(), name);
}

/** `&block` passes a block; `&:name` one that calls the method `name` of each element. */
function readArgument(node: SyntaxNode, object: ExprId | null, tree: Tree): Argument[] {
  const { flow } = tree;
  switch (node.type) {
    case "pair":
      return [readEntry(node, tree)];
    case "splat_argument":
      return [{ name: "*", value: tree.read(node) }];
    case "hash_splat_argument":
      return [{ name: "**", value: tree.read(node) }];
    case "block_argument": {
      const [inner] = tree.children(node);
      if (inner?.type !== "simple_symbol")
        return [{ name: BLOCK, value: inner ? tree.read(inner) : flow.name(BLOCK) }];
      const method = flow.member(
        object === null ? flow.unknown() : flow.element(object),
        constantText(inner, tree) ?? "",
      );
      flow.call(method, [], { line: inner.startRow + 1, start: inner.startIndex + 1 });
      return [];
    }
    default:
      return [{ value: tree.read(node) }];
  }
}

/**
 * Methods of the language with which a class declares something about its methods, without passing them on.
 */
const ABOUT_METHODS =
  /^(?:private|public|protected|module_function|(?:private|public)_class_method|(?:[cm]?attr|class_attribute|alias|undef|remove|define)(?:_\w+)?|delegate|def_(?:instance_)?delegators?)$/;

/** In a class, `before_action :load, if: :admin?` passes methods of its objects; null for other arguments. */
function readMethodNamed(node: SyntaxNode, tree: Tree): Argument[] | null {
  const { flow } = tree;
  const symbol = node.type === "pair" ? tree.children(node)[1] : node;
  const method = symbol?.type === "simple_symbol" ? constantText(symbol, tree) : null;
  if (!symbol || method === null) return null;
  const named = node.type === "pair" ? readEntry(node, tree) : { value: tree.read(symbol) };
  return [
    {
      ...named,
      value: flow.either([
        named.value,
        flow.member(tree.names.isSingleton ? flow.this() : flow.instance(flow.this()), method),
      ]),
    },
  ];
}

const ITERATORS = new Set([
  "each",
  "map",
  "collect",
  "flat_map",
  "filter_map",
  "select",
  "filter",
  "reject",
  "find",
  "detect",
  "find_all",
  "any?",
  "all?",
  "none?",
  "one?",
  "count",
  "sort_by",
  "min_by",
  "max_by",
  "group_by",
  "partition",
  "sum",
  "each_entry",
  "reverse_each",
  "index_by",
  "find_each",
  "to_h",
  "uniq",
  "delete_if",
  "keep_if",
  "take_while",
  "drop_while",
]);
const WITH_SECOND = new Set(["each_with_index", "each_with_object", "each_pair", "each_key"]);
const SELF_PASSING = new Set(["tap", "then", "yield_self"]);

/** What well-known methods pass to their block; null for others. */
function eachOf(object: ExprId | null, name: string, { flow }: Tree): ExprId | null {
  if (object === null) return null;
  if (SELF_PASSING.has(name)) return flow.standing(object);
  if (ITERATORS.has(name)) return flow.standing(flow.element(object));
  return WITH_SECOND.has(name) ? flow.standing(flow.list([flow.element(object)])) : null;
}

/** Reads calls of a class or module that declare members of it. */
function declare(
  name: string,
  nodes: readonly SyntaxNode[],
  { args, given }: { readonly args: readonly Argument[]; readonly given: ExprId | null },
  tree: Tree,
): void {
  const { names } = tree;
  const attribute = /^(?:[cm]?attr_(reader|writer|accessor)|class_attribute)$/.exec(name);
  if (attribute) {
    // The pattern matches no other words.
    for (const node of nodes)
      declareAttribute(node, (attribute[1] ?? "accessor") as "reader" | "writer" | "accessor", tree);
  }
  if (DELEGATES.test(name) && names.isDeclaring) readDelegates(name, nodes, tree);
  const [first, second] = nodes;
  const method = first ? constantText(first, tree) : null;
  if (method === null || !first) return;
  if (name === "define_method" || name === "scope") {
    const value = given ?? args[1]?.value;
    if (value !== undefined) names.bindInType(method, value);
  }
  const old = name === "alias_method" && second ? constantText(second, tree) : null;
  if (old !== null) bindAlias(method, old, tree);
}

interface KnownCall {
  readonly object: ExprId | null;
  readonly nodes: readonly SyntaxNode[];
  readonly args: readonly Argument[];
  readonly given: ExprId | null;
}

/** Results of methods of the language that depend on their arguments; null for others. */
function known(name: string, { object, nodes, args, given }: KnownCall, tree: Tree): ExprId | null {
  const { flow } = tree;
  switch (name) {
    case "lambda":
    case "proc":
      return object === null ? given : null;
    case "send":
    case "public_send":
    case "__send__": {
      const [first] = nodes;
      const method = first ? constantText(first, tree) : null;
      if (!first || method === null) return null;
      return flow.call(object === null ? flow.name(method) : flow.member(object, method), args.slice(1), {
        line: first.startRow + 1,
        start: first.startIndex + 1,
      });
    }
    case "method": {
      const method = nodes[0] && nodes.length === 1 ? constantText(nodes[0], tree) : null;
      return method === null ? null : object === null ? flow.name(method) : flow.member(object, method);
    }
    case "class":
      return object !== null && args.length === 0 ? flow.typeOf(object) : null;
    case "freeze":
    case "dup":
    case "clone":
      return object;
    default:
      return null;
  }
}

// Reads delegated methods: Rails' `delegate :name, to: :owner`, Forwardable's `def_delegators :@items,
// :size`.

/** Calls that declare delegated methods. */
const DELEGATES = /^(?:delegate|def_(?:instance_)?delegators?)$/;

function readDelegates(name: string, nodes: readonly SyntaxNode[], tree: Tree): void {
  const texts = nodes.filter(({ type }) => type !== "pair").map((node) => constantText(node, tree) ?? "");
  if (name === "delegate") {
    const to = optionOf("to", nodes, tree);
    const prefix = optionOf("prefix", nodes, tree);
    const before = prefix === "" || prefix === "false" ? "" : `${prefix === "true" ? to : prefix}_`;
    for (const method of texts) leave(`${before}${method}`, { to, method }, tree);
    return;
  }
  const [to = "", ...methods] = texts;
  if (name.endsWith("s")) for (const method of methods) leave(method, { to, method }, tree);
  else leave(methods[1] ?? methods[0] ?? "", { to, method: methods[0] ?? "" }, tree);
}

/** The constant value of an option; empty if there is none. */
function optionOf(name: string, nodes: readonly SyntaxNode[], tree: Tree): string {
  for (const node of nodes) {
    const [key, value] = node.type === "pair" ? tree.children(node) : [];
    if (key && value && constantText(key, tree) === name)
      return constantText(value, tree) ?? tree.textOf(value);
  }
  return "";
}

interface Left {
  /** A method or field whose value is the object. */
  readonly to: string;
  readonly method: string;
}

function leave(name: string, { to, method }: Left, tree: Tree): void {
  const { flow, names } = tree;
  if (method === "" || !/^@{0,2}\w+[?!]?$/.test(to)) return;
  const own = names.isSingleton ? flow.this() : flow.instance(flow.this());
  names.bindInType(name, flow.member(objectOf(own, to, tree), method));
}

function objectOf(own: ExprId, to: string, { flow }: Tree): ExprId {
  if (to === "class") return flow.typeOf(own);
  if (/^\p{Lu}/u.test(to)) return flow.name(to);
  return to.startsWith("@") ? flow.member(own, to) : flow.result(flow.member(own, to), []);
}
