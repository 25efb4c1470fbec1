/**
 * Reads paths: those from `crate`, `super` and `self` start at the crate, all others at the visible names.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { ExprId } from "../../../call-facts/facts.ts";
import type { RustReading } from "./reading.ts";

/**
 * The value of a path, module or type.
 *
 * @param depth names that follow in the path: beyond the depth limit, the value is unknown
 */
export function readPath(node: SyntaxNode, rust: RustReading, depth = 0): ExprId {
  const { flow } = rust;
  if (!flow.goesOn(depth)) return flow.unknown();
  switch (node.type) {
    case "identifier":
    case "type_identifier":
      return readName(rust.textOf(node), rust);
    case "self":
      return rust.flow.this();
    case "crate":
    case "super":
      return readRooted([rust.textOf(node)], rust);
    case "scoped_identifier":
    case "scoped_type_identifier": {
      const [path, name] = [node.childForFieldName("path"), node.childForFieldName("name")];
      if (!name) return flow.unknown();
      if (!path) return flow.import(rust.textOf(name), "*");
      const text = rust.textOf(path).replace(/\s+/g, "");
      const last = rust.textOf(name);
      if (text === "Self") return rust.associatedType(last) ?? flow.member(rust.selfType, last);
      return flow.member(
        ROOTED.test(text)
          ? readRooted(text.split("::"), rust)
          : path.type === "identifier"
            ? readHead(text, rust)
            : readPath(path, rust, depth + 1),
        last,
      );
    }
    case "bracketed_type":
    case "qualified_type": {
      const [type] = rust.parts(node);
      return type ? readPath(type, rust, depth + 1) : flow.unknown();
    }
    default:
      return rust.type(node);
  }
}

export function readName(name: string, rust: RustReading): ExprId {
  if (name === "Self") return rust.selfType;
  return rust.locals.isLocal(name) ? rust.locals.read(name) : rust.locals.outside(name);
}

/** The head of a path is a module, a type or a crate, never a local variable of that name. */
function readHead(name: string, rust: RustReading): ExprId {
  const { flow, locals, modules } = rust;
  return locals.isLocal(name)
    ? flow.within(modules.at(-1) ?? 0, () => flow.standing(flow.name(name)))
    : readName(name, rust);
}

/** A path from `crate`, `super` or `self`; the last two refer to inline modules if the path is in one. */
export function readRooted(parts: readonly string[], rust: RustReading): ExprId {
  const { flow, modules } = rust;
  const rest = [...parts];
  let depth = modules.length;
  if (depth > 0 && rest[0] !== "crate") {
    if (rest[0] === "self") rest.shift();
    for (; rest[0] === "super" && depth > 0; depth--) rest.shift();
    const around = modules[depth - 1];
    if (around !== undefined)
      return rest.reduce((value, name) => flow.member(value, name), flow.scopeValue(around));
    if (rest[0] !== "super") rest.unshift("self");
  }
  return flow.import(rest.join("::"), "*");
}

const ROOTED = /^(?:crate|super|self)(?:::\w+)*$/;
