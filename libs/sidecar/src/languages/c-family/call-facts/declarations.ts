/** Reads declarations of C and C++: variables, fields, function prototypes, `typedef`s. */
import type { SitePosition } from "../../../call-facts/builder.ts";
import type { Argument } from "../../../call-facts/expression-writer.ts";
import { CONSTRUCTOR, type ExprId } from "../../../call-facts/facts.ts";
import { positionOf } from "../../../call-facts/reading/reading.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type Declared, NAME_OR_DECLARATOR, readDeclarator } from "./declarators.ts";
import { readDefinition, readFunction, type Specifiers } from "./functions.ts";
import { lastNameNode } from "./names.ts";
import type { CReading } from "./reading.ts";
import { readSpecifier } from "./specifiers.ts";

/** `static int f(…) { … }` */
export function readFunctionDefinition(node: SyntaxNode, c: CReading): void {
  const { specifiers, rest } = specifiersOf(node, c);
  readDefinition(node, specifiers, rest, c);
}

/** `Type a, *b = c, d(1), e{2}, f(int);` */
export function readDeclaration(node: SyntaxNode, c: CReading): void {
  const { specifiers, rest } = specifiersOf(node, c);
  for (const [at, part] of rest.entries()) {
    const kind = part.type;
    if (!NAME_OR_DECLARATOR.test(kind)) {
      // The value of a field, or of a variable in a condition, follows its declarator. Without a declarator
      // it is assigned to nothing.
      if (at === 0) c.visit(part);
      continue;
    }
    const next = rest[at + 1];
    const value =
      kind === "init_declarator"
        ? c.parts(part)[1]
        : next && !NAME_OR_DECLARATOR.test(next.type)
          ? next
          : undefined;
    const declarator = kind === "init_declarator" ? c.parts(part)[0] : part;
    if (declarator) readDeclared({ node, declarator, specifiers, value }, c);
  }
}

/** `typedef struct { … } a, *b;` */
export function readTypedef(node: SyntaxNode, c: CReading): void {
  const parts = c.parts(node).filter(({ type }) => type !== "type_qualifier");
  const [typeNode, ...declarators] = parts;
  const alias = declarators.find(({ type }) => type === "type_identifier") ?? null;
  const type =
    typeNode && typeNode.type.endsWith("_specifier") && typeNode.type !== "sized_type_specifier"
      ? readSpecifier(typeNode, alias, c)
      : c.type(typeNode);
  for (const declarator of declarators) {
    const declared = readDeclarator(declarator, type, c);
    if (declared.name)
      c.locals.bind(
        c.textOf(declared.name),
        declared.function ? c.flow.signature(declared.type) : declared.type,
      );
  }
}

interface DeclaredPart {
  readonly node: SyntaxNode;
  readonly declarator: SyntaxNode;
  readonly specifiers: Specifiers;
  readonly value: SyntaxNode | undefined;
}

function readDeclared({ node, declarator, specifiers, value }: DeclaredPart, c: CReading): void {
  const declared = readDeclarator(declarator, specifiers.type, c);
  if (!declared.name) return c.visit(value);
  if (declared.name.type === "structured_binding_declarator") return readBindings(declared.name, value, c);
  if (!declared.function) return readVariable(declared, specifiers, value, c);
  const list = c.parts(declared.function).find(({ type }) => type === "parameter_list");
  const given = list ? c.parts(list) : [];
  if (given.length === 0 || !specifiers.typeNode || !given.every((parameter) => isValue(parameter, c)))
    return readFunction(
      {
        node,
        declarator,
        declared: { type: declared.type, function: declared.function },
        specifiers,
        body: undefined,
        initializers: undefined,
        isDeclared: true,
      },
      c,
    );
  const args = given.map((parameter) => ({ value: parameterAsValue(parameter, c) }));
  bindVariable(
    declared.name,
    specifiers.type,
    c.flow.call(specifiers.type, args, constructionPlace(specifiers.typeNode, declared.name, c), "new"),
    c,
  );
}

/**
 * Whether a parameter is really a constructor's argument. In a function, `Type name(other);`, `Type
 * name(field_);` and `Type name(make());` create an object, although they look like function declarations.
 */
function isValue(parameter: SyntaxNode, c: CReading): boolean {
  const text = c.textOf(parameter);
  return (
    c.locals.isLocal(text) || (c.locals.isInFunction && /^[a-z]\w*_$|^[A-Za-z_]\w*(?:::\w+)*\(\)$/.test(text))
  );
}

function parameterAsValue(parameter: SyntaxNode, c: CReading): ExprId {
  const text = c.textOf(parameter);
  if (!text.endsWith("()")) return c.locals.read(text);
  const [first = "", ...rest] = text.slice(0, -2).split("::");
  const callee = rest.reduce((outer, name) => c.flow.member(outer, name), c.locals.read(first));
  const start = parameter.startIndex + text.lastIndexOf(rest.at(-1) ?? first);
  return c.flow.call(callee, [], { ...positionOf(parameter), start });
}

function readVariable(
  declared: Declared,
  specifiers: Specifiers,
  value: SyntaxNode | undefined,
  c: CReading,
): void {
  const { flow } = c;
  const name = declared.name as SyntaxNode;
  if (!value) {
    readDefaultConstruction(declared, specifiers, c);
    return bindVariable(name, declared.type, flow.unknown(), c);
  }
  const kind = value.type;
  const isConstructed =
    kind === "argument_list" ||
    (kind === "initializer_list" &&
      c.isCpp &&
      !declared.isArray &&
      !/=\s*$/.test(c.text.slice(name.endIndex, value.startIndex)));
  const { typeNode } = specifiers;
  if (isConstructed && typeNode && MAYBE_CLASS.test(typeNode.type)) {
    const args = c.parts(value).map((arg) => ({ value: c.value(arg) }));
    return bindVariable(
      name,
      flow.unknown(),
      flow.call(specifiers.type, args, constructionPlace(typeNode, name, c), "new"),
      c,
    );
  }
  if (kind === "initializer_list") {
    const object = declared.type === flow.unknown() ? flow.unknown() : flow.instance(declared.type);
    return bindVariable(
      name,
      flow.unknown(),
      readInitializerList(value, object, declared.isArray || object === flow.unknown(), c),
      c,
    );
  }
  bindVariable(
    name,
    declared.type,
    kind === "argument_list" ? c.value(c.parts(value)[0]) : c.value(value),
    c,
  );
}

const MAYBE_CLASS = /^(?:type_identifier|qualified_identifier|template_type)$/;

/**
 * `D d;`, `D d[3];`: calls a constructor if `D` is a class that has one. Fields are excluded, because the
 * constructors of their class create them, and so are types of the standard library.
 */
function readDefaultConstruction(
  { name, isIndirect }: Declared,
  { type, typeNode, isExtern }: Specifiers,
  c: CReading,
): void {
  if (!c.isCpp || isExtern || isIndirect || !name || name.type === "field_identifier") return;
  if (!typeNode || !MAYBE_CLASS.test(typeNode.type) || /^(?:::)?std::/.test(c.textOf(typeNode))) return;
  c.flow.call(c.flow.member(type, CONSTRUCTOR), [], {
    ...constructionPlace(typeNode, name, c),
    name: c.textOf(lastNameNode(typeNode, c)),
  });
}

/**
 * Position of the constructor call: at the type, or at the variable if it is not the first one declared,
 * because each calls the constructor.
 */
function constructionPlace(type: SyntaxNode, variable: SyntaxNode, c: CReading): SitePosition {
  return positionOf(
    c.text.slice(type.endIndex, variable.startIndex).includes(",") ? variable : lastNameNode(type, c),
  );
}

/** Binds a variable to its declared type and to its value. */
function bindVariable(name: SyntaxNode, type: ExprId, value: ExprId, c: CReading): void {
  const { flow, locals } = c;
  // `Type Class::member = value;` declares no new name.
  if (name.type === "qualified_identifier") return;
  const called = locals.declare(c.textOf(name));
  flow.held(value, { name: c.textOf(name), nameStart: name.startIndex });
  if (type !== flow.unknown()) flow.bind(called, flow.instance(type));
  if (value !== flow.unknown() || type === flow.unknown()) flow.bind(called, value);
}

/** `auto [a, b] = pair();` */
function readBindings(names: SyntaxNode, value: SyntaxNode | undefined, c: CReading): void {
  const whole = c.value(value);
  for (const [at, name] of c.parts(names).entries())
    c.locals.bind(c.textOf(name), c.flow.index(whole, c.flow.text(String(at))));
}

const SPECIFIER =
  /^(?:storage_class_specifier|type_qualifier|attribute_specifier|attribute_declaration|ms_.*|explicit_function_specifier|virtual|alignas_qualifier|virtual_function_specifier|access_specifier)$/;
const TYPE =
  /^(?:primitive_type|sized_type_specifier|type_identifier|qualified_identifier|template_type|struct_specifier|class_specifier|union_specifier|enum_specifier|placeholder_type_specifier|dependent_type|decltype)$/;

function specifiersOf(
  node: SyntaxNode,
  c: CReading,
): { readonly specifiers: Specifiers; readonly rest: readonly SyntaxNode[] } {
  let typeNode: SyntaxNode | undefined;
  const storage = new Set<string>();
  const rest: SyntaxNode[] = [];
  const parts = c.parts(node).map((part) => ({ part, type: part.type }));
  for (const { part, type } of parts) {
    if (type === "storage_class_specifier") storage.add(c.textOf(part));
    if (SPECIFIER.test(type)) continue;
    // A single name is what is declared: constructors have no type before them.
    if (!typeNode && rest.length === 0 && TYPE.test(type) && parts.length > 1 && part !== parts.at(-1)?.part)
      typeNode = part;
    else if (!typeNode && rest.length === 0 && type.endsWith("_specifier")) typeNode = part;
    else rest.push(part);
  }
  return {
    specifiers: {
      type: c.type(typeNode),
      typeNode,
      isStatic: storage.has("static"),
      isExtern: storage.has("extern"),
    },
    rest,
  };
}

// Reads initializer lists: `{ a, .b = c, [1] = d }`.

/**
 * Reads an initializer list.
 *
 * @param object the initialized object
 * @param isList whether it has elements rather than fields
 * @returns the object, with its elements if it is a list, and with the values of its named fields
 */
export function readInitializerList(list: SyntaxNode, object: ExprId, isList: boolean, c: CReading): ExprId {
  const literals = literalsIn(list, object, isList, c);
  return literals.length === 0 ? object : c.flow.either([object, ...literals]);
}

/**
 * The elements as a list, and the named fields as a record, so that accesses to any object of the type find
 * them.
 */
function literalsIn(list: SyntaxNode, object: ExprId, isList: boolean, c: CReading): ExprId[] {
  const { flow } = c;
  const items: ExprId[] = [];
  const fields: Argument[] = [];
  for (const [at, part] of c.parts(list).entries()) {
    const isPair = part.type === "initializer_pair";
    const parts = isPair ? c.parts(part) : [part];
    const value = parts.at(-1);
    const [first] = isPair ? parts : [];
    const field = first?.type === "field_designator" ? c.parts(first)[0] : undefined;
    if (first && !field) c.visitAll(first.namedChildren);
    const place = (): ExprId =>
      field
        ? flow.member(object, c.textOf(field))
        : flow.index(object, isList || first ? flow.unknown() : flow.text(String(at)));
    const put = (held: readonly ExprId[]): void => {
      if (field) fields.push(...held.map((each) => ({ name: c.textOf(field), value: each })));
      else if (isList) items.push(...held);
    };
    if (!value) continue;
    if (value.type === "initializer_list") {
      put(literalsIn(value, place(), false, c));
      continue;
    }
    if (/literal$|^(?:true|false|null|concatenated_string)$/.test(value.type)) continue;
    const read = c.value(value);
    if (read === flow.unknown()) continue;
    put([read]);
    if (!isList || field) flow.store(place(), read);
  }
  return [
    ...(items.length > 0 ? [flow.list(items)] : []),
    ...(fields.length > 0 ? [flow.record(fields)] : []),
  ];
}
