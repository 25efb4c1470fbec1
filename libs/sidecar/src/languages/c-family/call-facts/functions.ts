/**
 * Reads functions of C and C++: definitions, declarations, members inside and outside their class, lambdas.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readDeclarator as nameIn } from "../declarators.ts";
import { CONSTRUCTOR, type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import { readDeclarator } from "./declarators.ts";
import { readHidden } from "./macros.ts";
import { lastNameNode, readName } from "./names.ts";
import type { CReading } from "./reading.ts";

/** What precedes a function's declarator. */
export interface Specifiers {
  readonly type: ExprId;
  readonly typeNode: SyntaxNode | undefined;
  readonly isStatic: boolean;
  readonly isExtern: boolean;
}

/** Reads a function with a declarator among its parts; other nodes are read for the calls in them. */
export function readDefinition(
  node: SyntaxNode,
  specifiers: Specifiers,
  parts: readonly SyntaxNode[],
  c: CReading,
): void {
  const declarator = parts.find(({ type }) => /declarator$|^operator_cast$/.test(type));
  if (!declarator) return c.visitAll(parts);
  const declared = readDeclarator(declarator, specifiers.type, c);
  const body = parts.find(({ type }) => type === "compound_statement" || type === "try_statement");
  const initializers = parts.find(({ type }) => type === "field_initializer_list");
  const isDefault = parts.some(({ type }) => type === "default_method_clause");
  readFunction(
    {
      node,
      declarator,
      declared: { ...declared, function: declared.function ?? declarator },
      specifiers,
      body,
      initializers,
      isDeclared: !body && !isDefault,
    },
    c,
  );
}

export interface FunctionParts {
  readonly node: SyntaxNode;
  readonly declarator: SyntaxNode;
  readonly declared: { readonly type: ExprId; readonly function: SyntaxNode };
  readonly specifiers: Specifiers;
  readonly body: SyntaxNode | undefined;
  readonly initializers: SyntaxNode | undefined;
  /** Whether it has no body: it is defined elsewhere, or nowhere. */
  readonly isDeclared: boolean;
}

/**
 * Reads a function and binds it in the enclosing scope, unless its name is qualified with a class or
 * namespace.
 */
export function readFunction(
  { node, declarator, declared, specifiers, body, initializers, isDeclared }: FunctionParts,
  c: CReading,
): void {
  const { flow, locals } = c;
  const { name: nameNode, scopes } = nameIn(declarator) ?? { name: declarator, scopes: [] };
  const name = c.textOf(nameNode);
  const fixture = scopes.length === 0 ? FIXTURE.exec(name)?.[1] : undefined;
  const owner = fixture === undefined ? ownerOf(scopes, c) : c.locals.outside(fixture);
  const className = scopes.length > 0 ? c.textOf(lastNameNode(scopes.at(-1) as SyntaxNode, c)) : c.className;
  const isConstructor = c.isCpp && name === className;
  const isMember = c.className !== null || scopes.length > 0;
  const flags =
    (isConstructor ? SCOPE_FLAGS.constructor : 0) |
    (isDeclared ? SCOPE_FLAGS.abstract : 0) |
    (specifiers.isStatic ? (isMember ? SCOPE_FLAGS.static : 0) : SCOPE_FLAGS.exported);
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart: nameNode.startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  locals.frame("function", () => {
    const open = c.takeTemplate();
    // The macro at the start of a test has no parameters.
    if (nameNode !== declarator) readParameters(declared.function, open, c);
    const returned = trailingType(declared.function, c) ?? declared.type;
    if (!isConstructor && !(specifiers.typeNode && isComputed(specifiers.typeNode, open, c)))
      flow.returnType(c.orNone(returned));
    if (initializers) readInitializers(initializers, className, c);
    if (body) {
      c.withinMethodOf(owner !== NONE, () => c.visitAll(body.namedChildren));
      readHidden({ start: body.startIndex, end: body.endIndex }, c);
    }
  });
  flow.leave();
  if (owner !== NONE) flow.owner(owner, scope);
  else flow.bind(isConstructor ? CONSTRUCTOR : locals.declare(name), flow.scopeValue(scope));
}

/** Macros of tests whose body is a method of a class derived from their fixture. */
const FIXTURE =
  /^(?:TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|FRIEND_TEST|BENCHMARK_F|BENCHMARK_DEFINE_F)\s*\(\s*(\w+)\s*,/;

function ownerOf(scopes: readonly SyntaxNode[], c: CReading): ExprId {
  if (scopes.length === 0) return NONE;
  const [first, ...rest] = scopes.map((scope) => lastNameNode(scope, c));
  return rest.reduce(
    (outer, scope) => c.flow.member(outer, c.textOf(scope)),
    readName(first as SyntaxNode, c),
  );
}

/** The trailing result type: `-> Type` after the parameters. */
function trailingType(declarator: SyntaxNode, c: CReading): ExprId | null {
  const trailing = c.parts(declarator).find(({ type }) => type === "trailing_return_type");
  return trailing ? c.type(c.parts(trailing)[0]) : null;
}

/** Declares the parameters of a function. @param open names of template parameters */
export function readParameters(declarator: SyntaxNode, open: ReadonlySet<string>, c: CReading): void {
  const { flow, locals } = c;
  const list = c.parts(declarator).find(({ type }) => type === "parameter_list");
  const parameters = (list ? c.parts(list) : []).map((parameter) => readParameter(parameter, open, c));
  // Types are read before names are declared, because a parameter may have the same name as the type of a
  // later one.
  for (const { name, type, value, isRest } of parameters) {
    if (name || type !== NONE)
      flow.param(name ? locals.declare(c.textOf(name)) : "", {
        kind: isRest ? "rest" : "positional",
        type,
        default: value,
      });
  }
}

interface Parameter {
  readonly name: SyntaxNode | null;
  readonly type: ExprId;
  readonly value: ExprId;
  readonly isRest: boolean;
}

function readParameter(parameter: SyntaxNode, open: ReadonlySet<string>, c: CReading): Parameter {
  const kind = parameter.type;
  if (kind === "identifier") return { name: parameter, type: NONE, value: NONE, isRest: false };
  const typeNode = parameter.childForFieldName("type");
  const declaratorNode = parameter.childForFieldName("declarator") ?? undefined;
  const given =
    kind === "optional_parameter_declaration" ? c.value(parameter.childForFieldName("default_value")) : NONE;
  const type = typeNode && !isComputed(typeNode, open, c) ? c.type(typeNode) : c.flow.unknown();
  const declared = readDeclarator(declaratorNode, type, c);
  const whole = declared.function ? c.flow.signature(declared.type) : declared.type;
  const isKnown = type !== c.flow.unknown() || whole !== type;
  return {
    name: declared.name,
    type: isKnown ? whole : NONE,
    value: given,
    isRest: kind === "variadic_parameter_declaration",
  };
}

/** `: Base(a), member_(b), other{c}`: calls constructors of base classes, and stores values into members. */
function readInitializers(list: SyntaxNode, className: string | null, c: CReading): void {
  const { flow } = c;
  for (const initializer of c.parts(list)) {
    const [name, values] = c.parts(initializer);
    if (!name) continue;
    const last = lastNameNode(name, c);
    const text = c.textOf(last);
    const args = (values ? c.parts(values) : []).map((value) => c.value(value));
    const isBase =
      name.type !== "field_identifier" ||
      text === className ||
      c.isOwnOrBase(text) ||
      (c.className === null && /^[A-Z]/.test(text));
    if (isBase)
      flow.call(
        readName(name, c),
        args.map((value) => ({ value })),
        positionOf(last),
        "new",
      );
    else if (args.length === 1) flow.store(flow.member(flow.this(), text), args[0] as ExprId);
  }
}

/** `[captures](parameters) -> Type { … }` */
export function readLambda(node: SyntaxNode, c: CReading): ExprId {
  const { flow, locals } = c;
  const parts = c.parts(node);
  const captures = parts.find(({ type }) => type === "lambda_capture_specifier");
  const given = (captures ? c.parts(captures) : [])
    .filter(({ type }) => type === "lambda_capture_initializer")
    .map((capture) => {
      const [name, value] = c.parts(capture);
      return { name, value: flow.standing(c.value(value)) };
    });
  const scope = flow.enter({
    kind: "function",
    name: "",
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags: SCOPE_FLAGS.arrow,
  });
  locals.frame("lambda", () => {
    for (const { name, value } of given) if (name) locals.bind(c.textOf(name), value);
    const declarator = parts.find(
      ({ type }) => type === "abstract_function_declarator" || type === "lambda_declarator",
    );
    if (declarator) {
      readParameters(declarator, new Set(), c);
      flow.returnType(c.orNone(trailingType(declarator, c) ?? flow.unknown()));
    }
    const body = parts.find(({ type }) => type === "compound_statement");
    if (body) c.visitAll(body.namedChildren);
  });
  flow.leave();
  return flow.scopeValue(scope);
}

/**
 * Whether a type depends on template parameters in a way that is not resolved (`typename T::type`). Such a
 * type is left out, because the value's own type says more.
 */
export function isComputed(type: SyntaxNode, names: ReadonlySet<string>, c: CReading): boolean {
  const text = c.textOf(type);
  return (
    names.size > 0 &&
    !WRITTEN_OUT.test(text) &&
    (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word))
  );
}

/** `T`, `std::map<K, V*>` */
const WRITTEN_OUT = /^(?:\w+|(?:\w+::)*\w+\s*<\s*[\w:]+[\s*&]*(?:,\s*[\w:]+[\s*&]*)*>)$/;
