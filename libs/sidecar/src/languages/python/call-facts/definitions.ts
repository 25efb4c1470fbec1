/** Reads functions, classes and lambdas. */
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { type ExprId, NONE, type ParameterFact, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { NodeReaders, TreeReader } from "../../../call-facts/reading/tree-reader.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { PYTHON_IMPLICIT } from "../profile.ts";
import { applyDecorators, type Decorators, readDecorators } from "./decorators.ts";
import type { PythonNames } from "./names.ts";
import { nameAt } from "./paths.ts";
import { readAnnotatedType, readType } from "./types.ts";

export const definitionReaders: NodeReaders<PythonNames> = {
  function_definition: (node, tree) => define(node, [], tree),
  class_definition: (node, tree) => define(node, [], tree),
  decorated_definition: (node, tree) => {
    const parts = tree.children(node);
    const definition = parts.at(-1);
    return definition ? define(definition, parts.slice(0, -1), tree) : tree.flow.unknown();
  },
  lambda: readLambda,
};

/** Reads a definition with its decorators and binds it to its name. */
function define(node: SyntaxNode, decorators: readonly SyntaxNode[], tree: TreeReader<PythonNames>): ExprId {
  const type = node.type;
  if (type !== "function_definition" && type !== "class_definition") {
    tree.readAll(decorators);
    return tree.read(node);
  }
  const parts = partsOf(node, tree);
  const name = parts.name ? tree.textOf(parts.name) : "";
  const read = readDecorators(decorators, tree);
  const scope =
    type === "class_definition"
      ? readClass(node, parts, tree)
      : readFunction(node, { ...parts, decorators: read }, tree);
  const value = applyDecorators(read, tree.flow.scopeValue(scope), tree);
  if (name !== "" && !read.isAccessor) tree.names.bind(name, value);
  return tree.flow.unknown();
}

interface Parts {
  name?: SyntaxNode;
  typeParameters?: SyntaxNode;
  /** Parameters of a function, bases of a class. */
  list?: SyntaxNode;
  returnType?: SyntaxNode;
  body?: SyntaxNode;
}

function partsOf(node: SyntaxNode, tree: TreeReader<PythonNames>): Parts {
  const parts: Parts = {};
  for (const child of tree.children(node)) {
    switch (child.type) {
      case "identifier":
        parts.name ??= child;
        break;
      case "type_parameter":
        parts.typeParameters = child;
        break;
      case "parameters":
      case "argument_list":
      case "lambda_parameters":
        parts.list = child;
        break;
      case "type":
        parts.returnType = child;
        break;
      default:
        parts.body = child;
    }
  }
  return parts;
}

function readClass(
  node: SyntaxNode,
  { name, list, body, typeParameters }: Parts,
  tree: TreeReader<PythonNames>,
): number {
  const { flow, names } = tree;
  const bases = list ? readBases(list, tree) : [];
  const scope = flow.enter({
    kind: "class",
    name: name ? tree.textOf(name) : "",
    nameStart: (name ?? node).startIndex,
    startLine: node.startRow + 1,
  });
  names.enter({ isFunction: false, className: name ? tree.textOf(name) : "" });
  flow.bases(bases);
  if (typeParameters) declareTypes(typeParameters, tree);
  else if (list) bindTypesOfClass(list, tree);
  if (body) tree.read(body);
  names.leave();
  flow.leave();
  return scope;
}

/** The bases, without `metaclass=` and other keywords. */
function readBases(list: SyntaxNode, tree: TreeReader<PythonNames>): ExprId[] {
  return tree.children(list).flatMap((base) => {
    const type = base.type;
    if (type !== "keyword_argument" && type !== "dictionary_splat" && type !== "list_splat")
      return [readType(base, tree)];
    const setting = tree.children(base).at(-1);
    if (setting) tree.read(setting);
    return [];
  });
}

/** Methods that are class methods without a decorator. */
const CLASS_METHODS = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

function readFunction(
  node: SyntaxNode,
  {
    name: nameNode,
    list,
    returnType,
    body,
    typeParameters,
    decorators,
  }: Parts & { readonly decorators: Decorators },
  tree: TreeReader<PythonNames>,
): number {
  const { flow, names } = tree;
  const name = nameNode ? tree.textOf(nameNode) : "";
  const isMethod = flow.kindOf(flow.current) === "class";
  // Defaults and annotations are evaluated in the enclosing scope.
  const parameters = list ? readParameters(list, tree) : [];
  const type =
    returnType && !isSelf(returnType, list, tree) ? readReturnType(returnType, decorators, tree) : null;
  let flags = decorators.flags;
  if (tree.text.startsWith("async", node.startIndex) && !decorators.isContextManager)
    flags |= SCOPE_FLAGS.async;
  if (isMethod && CLASS_METHODS.has(name)) flags |= SCOPE_FLAGS.static | SCOPE_FLAGS.classMethod;
  if (isMethod && PYTHON_IMPLICIT.has(name)) flags |= SCOPE_FLAGS.implicit;
  if (isMethod && (name === "__init__" || name === "__new__")) flags |= SCOPE_FLAGS.constructor;
  const isStatic = (flags & SCOPE_FLAGS.static) !== 0 && (flags & SCOPE_FLAGS.classMethod) === 0;
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart: (nameNode ?? node).startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  const receiver =
    isMethod && !isStatic && parameters[0]
      ? { name: parameters[0].name, isClass: (flags & SCOPE_FLAGS.classMethod) !== 0 }
      : null;
  names.enter({
    isFunction: true,
    params: parameters.map((parameter) => parameter.name),
    isContextManager: decorators.isContextManager,
    receiver,
  });
  if (typeParameters) declareTypes(typeParameters, tree);
  else if (returnType) bindTypesOfFunction(returnType, tree);
  declareParameters(parameters, { hasReceiver: isMethod && !isStatic }, flow);
  if (type !== null) flow.returnType(type);
  if (returnType && type === null)
    flow.returns((flags & SCOPE_FLAGS.classMethod) === 0 ? flow.this() : flow.instance(flow.this()));
  if (body) readBody(body, tree);
  names.leave();
  flow.leave();
  return scope;
}

/**
 * Whether a result type is the receiver's class, which may be a subclass of the enclosing one: `-> Self`, or
 * `(self: T) -> T`.
 */
function isSelf(
  type: SyntaxNode,
  parameters: SyntaxNode | undefined,
  tree: TreeReader<PythonNames>,
): boolean {
  if (tree.flow.kindOf(tree.flow.current) !== "class") return false;
  const text = tree.textOf(type);
  if (/^(?:typing\.|typing_extensions\.|t\.)?Self$/.test(text)) return true;
  const first = parameters
    ? /^\(\s*\w+\s*:\s*(?:[tT]ype\[)?(\w+)\]?\s*[,)]/.exec(tree.textOf(parameters))
    : null;
  return first?.[1] === text && tree.names.typeVariables.has(text);
}

/** The result type. A context manager is annotated as a generator; its result is what that yields. */
function readReturnType(
  type: SyntaxNode,
  { isContextManager }: Decorators,
  tree: TreeReader<PythonNames>,
): ExprId {
  if (tree.textOf(type) === "None") return tree.flow.builtin("None");
  const [inner] = tree.children(type);
  const [, args] = isContextManager && inner ? tree.children(inner) : [];
  const [yielded] = args ? tree.children(args) : [];
  return readType(yielded ?? type, tree);
}

/** Reads a body. If it is only `...`, the function is a declaration. */
function readBody(body: SyntaxNode, tree: TreeReader<PythonNames>): void {
  const statements = tree.children(body);
  const last = statements.at(-1);
  if (last && statements.length <= 2 && tree.text.startsWith("...", last.startIndex))
    tree.flow.flag(SCOPE_FLAGS.abstract);
  tree.readAll(statements);
}

function readLambda(node: SyntaxNode, tree: TreeReader<PythonNames>): ExprId {
  const { flow, names } = tree;
  const { list, body, name } = partsOf(node, tree);
  const parameters: readonly Parameter[] = list ? readParameters(list, tree) : [];
  const scope = flow.enter({
    kind: "function",
    name: "",
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.arrow,
  });
  names.enter({ isFunction: true, params: parameters.map((parameter) => parameter.name) });
  declareParameters(parameters, { hasReceiver: false }, flow);
  const value = body ?? name;
  if (value) flow.returns(tree.read(value));
  names.leave();
  flow.leave();
  return flow.scopeValue(scope);
}

// Reads parameters of functions and lambdas.

type Parameter = ParameterFact;

/** Reads parameters in the enclosing scope, in which Python evaluates defaults and annotations. */
function readParameters(list: SyntaxNode, tree: TreeReader<PythonNames>): Parameter[] {
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
  const { type, about } = typeNode ? readAnnotatedType(typeNode, tree) : { type: NONE, about: NONE };
  return {
    name: own.name,
    kind: own.kind,
    type: typeNode ? collected(own, type, tree) : NONE,
    // What an annotation calls provides the value, as a default does.
    default: value ? tree.read(value) : about,
  };
}

/** `*args: T` is a tuple of T, `**options: T` a dictionary of T. */
function collected({ kind }: Parameter, type: ExprId, { flow }: TreeReader<PythonNames>): ExprId {
  if (kind === "rest") return flow.generic(flow.name("tuple"), [type]);
  return kind === "keywords" ? flow.generic(flow.name("dict"), [flow.builtin("str"), type]) : type;
}

/** Declares parameters in the function's own scope. */
function declareParameters(
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

// Type variables: those of a module (`T = TypeVar("T")`) are type parameters of each class and function that
// uses them.

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
function bindTypesOfClass(bases: SyntaxNode, tree: TreeReader<PythonNames>): void {
  if (tree.names.typeVariables.size === 0) return;
  const text = tree.textOf(bases);
  bindAmong(/\b(?:Generic|Protocol)\[([^\]]*)\]/.exec(text)?.[1] ?? text, tree);
}

/** Binds the type variables in a function's result type, except type parameters of the enclosing class. */
function bindTypesOfFunction(returnType: SyntaxNode, tree: TreeReader<PythonNames>): void {
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
function declareTypes(list: SyntaxNode, tree: TreeReader<PythonNames>): void {
  const { flow, names } = tree;
  for (const type of tree.children(list)) {
    const [, name, bound] = /^\*{0,2}([\p{L}_][\p{L}\p{N}_]*)\s*(:)?/u.exec(tree.textOf(type)) ?? [];
    const inner = tree.children(type)[0];
    const last = bound && inner ? tree.children(inner).at(-1) : undefined;
    if (name) names.bind(name, flow.generic(last ? readType(last, tree) : flow.unknown(), []));
  }
}
