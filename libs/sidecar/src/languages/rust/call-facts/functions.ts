/**
 * Reads Rust's functions and closures. The owner of a method is its type; a function without `self` belongs
 * to the type itself.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { bindPattern, slotsIn } from "./patterns.ts";
import type { RustReading } from "./reading.ts";
import { bindTypeParameters } from "./types.ts";

/** Reads a function. @param owner type that it is a method of */
export function readFunction(node: SyntaxNode, owner: ExprId | null, rust: RustReading): void {
  const { flow } = rust;
  const name = node.childForFieldName("name");
  if (!name) return rust.visitAll(rust.parts(node));
  const parameters = node.childForFieldName("parameters");
  const body = node.childForFieldName("body");
  const scope = flow.enter({
    kind: "function",
    name: rust.textOf(name),
    nameStart: name.startIndex,
    startLine: node.startRow + 1,
    flags: flagsOf(node, name, body, rust),
  });
  rust.locals.frame("function", () => {
    if (owner !== null && owner !== flow.unknown()) flow.owner(owner);
    bindTypeParameters(node, rust);
    const list = parameters ? rust.parts(parameters) : [];
    const hasSelf = list.some(
      ({ type }, at) => type === "self_parameter" || (at === 0 && isTypedSelf(list[0] as SyntaxNode, rust)),
    );
    if (isMember(rust) && !hasSelf) flow.flag(SCOPE_FLAGS.static);
    list.forEach((parameter, at) => readParameter(parameter, at, rust));
    const type = rust.type(node.childForFieldName("return_type"));
    if (type !== flow.unknown()) flow.returnType(type);
    if (body) flow.returns(rust.value(body));
  });
  flow.leave();
  flow.bind(rust.textOf(name), flow.scopeValue(scope));
}

/** Whether the open function is in a trait or an `impl` block. */
function isMember({ flow }: RustReading): boolean {
  const around = flow.kindOf(flow.parentOf(flow.current));
  return around === "class" || around === "interface";
}

function flagsOf(node: SyntaxNode, name: SyntaxNode, body: SyntaxNode | null, rust: RustReading): number {
  const words = rust.text.slice(node.startIndex, name.startIndex);
  return (
    (/\basync\b/.test(words) ? SCOPE_FLAGS.async : 0) |
    (/^pub\b/.test(words) ? SCOPE_FLAGS.exported : 0) |
    (body ? 0 : SCOPE_FLAGS.abstract)
  );
}

/** Whether a parameter is a typed receiver: `self: Box<Self>`. */
function isTypedSelf(parameter: SyntaxNode, rust: RustReading): boolean {
  return (
    parameter.type === "parameter" &&
    /^(?:mut\s+)?self\b/.test(rust.text.slice(parameter.startIndex, parameter.startIndex + 20))
  );
}

function readParameter(node: SyntaxNode, position: number, rust: RustReading): void {
  const { flow } = rust;
  if (node.type === "self_parameter" || (position === 0 && isTypedSelf(node, rust)))
    return flow.param("self", { kind: "receiver" });
  if (node.type === "attribute_item" || node.type === "variadic_parameter") return;
  // Parameters of closures are patterns without types, those of function types are types without patterns.
  if (node.type === "_") return flow.param("_");
  const pattern = node.type === "parameter" ? node.childForFieldName("pattern") : node;
  const type = node.type === "parameter" ? rust.orNone(rust.type(node.childForFieldName("type"))) : NONE;
  if (pattern?.type === "identifier") return flow.param(rust.locals.declare(rust.textOf(pattern)), { type });
  // A destructured parameter needs a name, so that its parts can refer to it.
  flow.param(`{${position}}`, { type });
  bindPattern(pattern, flow.name(`{${position}}`), rust);
}

export function readClosure(node: SyntaxNode, rust: RustReading): ExprId {
  const { flow } = rust;
  const parameters = node.childForFieldName("parameters");
  const body = node.childForFieldName("body");
  const head = rust.text.slice(node.startIndex, parameters?.startIndex);
  const flags = SCOPE_FLAGS.arrow | (/\basync\b/.test(head) ? SCOPE_FLAGS.async : 0);
  const scope = flow.enter({
    kind: "function",
    name: "",
    nameStart: node.startIndex,
    startLine: node.startRow + 1,
    flags,
  });
  rust.locals.frame("function", () => {
    (parameters ? slotsIn(parameters, rust) : []).forEach((parameter, at) =>
      readParameter(parameter, at + 1, rust),
    );
    const type = rust.type(node.childForFieldName("return_type"));
    if (type !== flow.unknown()) flow.returnType(type);
    if (body) flow.returns(rust.value(body));
  });
  flow.leave();
  return flow.scopeValue(scope);
}
