/**
 * Reads Rust's items. An `impl` block is an anonymous class derived from the trait, whose methods have the
 * type as owner; a type in the same file also gets the trait as base. A variant with fields is a class
 * derived from its enum.
 */
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { readFunction } from "./functions.ts";
import { readMacroDefinition } from "./macros.ts";
import { readRooted } from "./paths.ts";
import type { RustReading } from "./reading.ts";
import { bindTypeParameters, lastName, readOwnType } from "./types.ts";

type ItemReader = (node: SyntaxNode, rust: RustReading) => void;

function readStruct(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const scope = enterType(node, "class", rust);
  if (scope === null) return rust.visitAll(rust.parts(node));
  rust.withSelf(flow.scopeValue(scope), () => {
    bindTypeParameters(node, rust);
    readFields(node.childForFieldName("body"), rust);
  });
  leaveType(node, scope, rust);
}

/** Binds fields by name, and those of tuple structs by position. */
function readFields(list: SyntaxNode | null, rust: RustReading): void {
  const { flow } = rust;
  let position = 0;
  for (const field of list ? rust.parts(list) : []) {
    if (field.type === "visibility_modifier" || field.type === "attribute_item") continue;
    const name = field.type === "field_declaration" ? field.childForFieldName("name") : null;
    flow.bind(
      name ? rust.textOf(name) : String(position++),
      flow.instance(rust.type(name ? field.childForFieldName("type") : field)),
    );
  }
}

function readEnum(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const scope = enterType(node, "class", rust);
  if (scope === null) return rust.visitAll(rust.parts(node));
  rust.withSelf(flow.scopeValue(scope), () => {
    bindTypeParameters(node, rust);
    const body = node.childForFieldName("body");
    for (const variant of body ? rust.parts(body) : [])
      if (variant.type === "enum_variant") readVariant(variant, scope, rust);
  });
  leaveType(node, scope, rust);
}

function readVariant(node: SyntaxNode, around: number, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  const fields = node.childForFieldName("body");
  rust.visit(node.childForFieldName("value"));
  if (!name) return;
  if (!fields) return flow.bind(rust.textOf(name), flow.instance(flow.scopeValue(around)));
  const scope = flow.enter({
    kind: "class",
    name: rust.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
  });
  flow.bases([flow.scopeValue(around)], scope);
  readFields(fields, rust);
  flow.leave();
  flow.bind(rust.textOf(name), flow.scopeValue(scope));
}

function readTrait(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const bounds = node.childForFieldName("bounds");
  const name = node.childForFieldName("name");
  const scope = enterType(node, "interface", rust);
  if (scope === null || !name) return rust.visitAll(rust.parts(node));
  const bases = (bounds ? rust.parts(bounds) : [])
    .map((bound) => rust.type(bound))
    .filter((base) => base !== flow.unknown());
  flow.bases(bases, scope);
  rust.withSelf(flow.scopeValue(scope), () => {
    bindTypeParameters(node, rust);
    const body = node.childForFieldName("body");
    readMembers(body ? rust.parts(body) : [], null, rust);
  });
  leaveType(node, scope, rust);
}

function readImpl(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const typeNode = node.childForFieldName("type");
  const body = node.childForFieldName("body");
  if (!typeNode) return rust.visitAll(rust.parts(node));
  const name = lastName(typeNode, rust);
  const traitNode = node.childForFieldName("trait");
  // In an `impl` of a trait for pointers, `Self` is treated as what they point to.
  const own = (): ExprId => (traitNode ? rust.type(typeNode) : readOwnType(typeNode, rust));
  const type = own();
  const trait = rust.type(traitNode);
  const scope = flow.enter({
    kind: "class",
    name: rust.textOf(name).slice(0, LONGEST_NAME),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
  });
  if (trait !== flow.unknown()) {
    flow.bases([trait], scope);
    rust.addBase(rust.textOf(name), trait);
  }
  if (type !== flow.unknown()) flow.owner(type, scope);
  rust.locals.frame("class", () => {
    bindTypeParameters(node, rust);
    const members = body ? rust.parts(body) : [];
    // The type's arguments may be type parameters, which are only bound inside the block.
    rust.withSelf(own(), () =>
      rust.withAssociatedTypes(associatedTypes(members, rust), () => readMembers(members, node, rust)),
    );
  });
  flow.leave();
}

/** Associated types of a block: `type Item = Server;` */
function associatedTypes(members: readonly SyntaxNode[], rust: RustReading): Map<string, ExprId> {
  const types = new Map<string, ExprId>();
  for (const member of members) {
    const name =
      rust.text.startsWith("type", member.startIndex) && member.type === "type_item"
        ? member.childForFieldName("name")
        : null;
    if (name) types.set(rust.textOf(name), rust.type(member.childForFieldName("type")));
  }
  return types;
}

const LONGEST_NAME = 100;

/**
 * @param impl the block that contains the members, if they belong to its type
 */
function readMembers(members: readonly SyntaxNode[], impl: SyntaxNode | null, rust: RustReading): void {
  for (const member of members) {
    const type = member.type;
    if (type === "function_item" || type === "function_signature_item")
      readFunction(member, impl ? rust.selfType : null, rust);
    else if (type === "associated_type") {
      const name = member.childForFieldName("name");
      if (name) rust.flow.bind(rust.textOf(name), rust.type(member.childForFieldName("bounds")));
    } else rust.visit(member);
  }
}

function enterType(node: SyntaxNode, kind: "class" | "interface", rust: RustReading): number | null {
  const name = node.childForFieldName("name");
  if (!name) return null;
  const flags = rust.text.startsWith("pub", node.startIndex) ? SCOPE_FLAGS.exported : 0;
  const scope = rust.flow.enter({
    kind,
    name: rust.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  rust.declareType(rust.textOf(name), scope);
  return scope;
}

function leaveType(node: SyntaxNode, scope: number, rust: RustReading): void {
  const name = node.childForFieldName("name");
  rust.flow.leave();
  if (name) rust.flow.bind(rust.textOf(name), rust.flow.scopeValue(scope));
}

/** `mod name;` is a file, `mod name { … }` a namespace. */
function readModule(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!name) return rust.visitAll(rust.parts(node));
  const text = rust.textOf(name);
  // A rooted path, because the plain name of this module is bound here.
  if (!body) return flow.bind(text, flow.import(["self", ...rust.moduleNames, text].join("::"), "*"));
  const scope = flow.enter({
    kind: "namespace",
    name: text,
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
  });
  rust.withinModule(text, scope, () => rust.visitAll(rust.parts(body)));
  flow.leave();
  flow.bind(text, flow.scopeValue(scope));
}

function readConstant(node: SyntaxNode, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  const type = rust.type(node.childForFieldName("type"));
  const value = rust.value(node.childForFieldName("value"));
  if (!name) return;
  flow.held(value, { name: rust.textOf(name), nameStart: name.startIndex });
  if (type !== flow.unknown()) flow.bind(rust.textOf(name), flow.instance(type));
  if (value !== flow.unknown() || type === flow.unknown()) flow.bind(rust.textOf(name), value);
}

export const itemReaders: Readonly<Record<string, ItemReader>> = {
  use_declaration: (node, rust) => readUse(node.childForFieldName("argument"), [], rust),
  extern_crate_declaration: (node, rust) => {
    const name = node.childForFieldName("name");
    const alias = node.childForFieldName("alias") ?? name;
    if (name && alias) rust.flow.bind(rust.textOf(alias), rust.flow.import(rust.textOf(name), "*"));
  },
  mod_item: readModule,
  struct_item: readStruct,
  union_item: readStruct,
  enum_item: readEnum,
  trait_item: readTrait,
  impl_item: readImpl,
  function_item: (node, rust) => readFunction(node, null, rust),
  function_signature_item: (node, rust) => readFunction(node, null, rust),
  const_item: readConstant,
  static_item: readConstant,
  type_item: (node, rust) => {
    const name = node.childForFieldName("name");
    if (name) rust.flow.bind(rust.textOf(name), rust.type(node.childForFieldName("type")));
  },
  macro_definition: readMacroDefinition,
  attribute_item: () => undefined,
  inner_attribute_item: () => undefined,
  extern_modifier: () => undefined,
  visibility_modifier: () => undefined,
};

// Reads `use` declarations and binds their names.

/**
 * @param prefix the path before the node
 */
function readUse(node: SyntaxNode | null | undefined, prefix: readonly string[], rust: RustReading): void {
  const { flow } = rust;
  if (!node) return;
  const join = (path: SyntaxNode | null | undefined): string[] => [...prefix, ...segments(path, rust)];
  switch (node.type) {
    case "scoped_use_list":
      return readUse(node.childForFieldName("list"), join(node.childForFieldName("path")), rust);
    case "use_list":
      return rust.parts(node).forEach((part) => readUse(part, prefix, rust));
    case "use_as_clause": {
      const alias = node.childForFieldName("alias");
      return bindPath(join(node.childForFieldName("path")), alias ? rust.textOf(alias) : "_", rust);
    }
    case "use_wildcard": {
      const path = join(rust.parts(node)[0]);
      const isAround = rust.modules.length > 0 && path.every((part) => part === "super" || part === "self");
      // Names of the enclosing modules are visible anyway.
      return isAround ? undefined : flow.wildcard(path.join("::"));
    }
    case "identifier":
    case "scoped_identifier":
    case "crate":
    case "super":
    case "self": {
      const path = join(node);
      return bindPath(path, path.at(-1) === "self" ? (path.at(-2) ?? "_") : (path.at(-1) as string), rust);
    }
    default:
  }
}

/** `a::b::self` is `a::b`. */
function bindPath(full: readonly string[], alias: string, rust: RustReading): void {
  const named = full.length > 1 && full.at(-1) === "self" ? full.slice(0, -1) : full;
  const isRooted = ["crate", "super", "self"].includes(named[0] as string);
  const last = named.at(-1) as string;
  const path = named.slice(0, -1);
  if (path.length === 0)
    rust.flow.bind(alias, isRooted ? readRooted(named, rust) : rust.flow.import(last, "*"));
  else if (isRooted && rust.modules.length > 0)
    rust.flow.bind(alias, rust.flow.member(readRooted(path, rust), last));
  else rust.flow.bind(alias, rust.flow.import(path.join("::"), last));
}

function segments(path: SyntaxNode | null | undefined, rust: RustReading): string[] {
  return path ? rust.textOf(path).replace(/\s+/g, "").replace(/^::/, "").split("::") : [];
}
