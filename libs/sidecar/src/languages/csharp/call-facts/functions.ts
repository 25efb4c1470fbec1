/**
 * Reads C#'s functions of all forms. Iterators are generators; the first parameter of an extension method is
 * its receiver.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, NONE, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { operands } from "./operands.ts";
import { bindTypeParameters, constraintOf } from "./types.ts";

export interface CsharpFunctionHead {
  readonly name: string;
  readonly nameStart: number;
  readonly flags: number;
  /** Result type. */
  readonly returns?: SyntaxNode | null | undefined;
  /** Parameters with types and defaults; only names if the context defines the types. */
  readonly parameters?: SyntaxNode | null | undefined;
  /** A block, an arrow with an expression, or an expression. */
  readonly body?: SyntaxNode | null | undefined;
  /** Reads what precedes the body and belongs to it: `: base(x)`. */
  readonly before?: () => void;
  /** The block of extension members that the function is in. */
  readonly block?: ExtensionBlock | null;
}

/** `extension<T>(Box<T> box) where T : class { … }`: its members belong to the type of the receiver. */
export interface ExtensionBlock {
  /** Null for a receiver without a name, which only has static members. */
  readonly name: SyntaxNode | null;
  readonly type: SyntaxNode;
  /** The type parameters and their constraints, among others. */
  readonly parts: readonly SyntaxNode[];
}

export function modifierFlags(parts: readonly SyntaxNode[], cs: Reading): number {
  let flags = 0;
  for (const part of parts) if (part.type === "modifier") flags |= FLAGS[cs.textOf(part)] ?? 0;
  return flags;
}

const FLAGS: Readonly<Record<string, number>> = {
  static: SCOPE_FLAGS.static,
  async: SCOPE_FLAGS.async,
  abstract: SCOPE_FLAGS.abstract,
  extern: SCOPE_FLAGS.abstract,
  public: SCOPE_FLAGS.exported,
  const: SCOPE_FLAGS.static,
  partial: SCOPE_FLAGS.partial,
};

/** Reads a function and returns its scope. */
export function readFunction(
  node: SyntaxNode,
  { name, nameStart, flags, returns, parameters, body, before, block }: CsharpFunctionHead,
  cs: Reading,
): number {
  const { flow } = cs;
  const scope = flow.enter({ kind: "function", name, nameStart, startLine: node.startRow + 1, flags });
  cs.locals.frame("function", () => {
    if (block) readReceiver(block, flags, cs);
    bindTypeParameters(cs.parts(node), cs);
    const receiver = readParameters(parameters, node, cs);
    // `T With<T>(this T it)` returns its receiver.
    const returnType =
      receiver !== null && returns?.type === "identifier" && cs.textOf(returns) === receiver
        ? flow.this()
        : cs.type(returns);
    if (returnType !== flow.unknown()) flow.returnType(returnType);
    before?.();
    readBody(body, cs);
  });
  flow.leave();
  return scope;
}

export function readBody(body: SyntaxNode | null | undefined, cs: Reading): void {
  const type = body?.type;
  if (!body || type === undefined) return;
  if (type === "block") readStatements(cs.parts(body), cs);
  else cs.flow.returns(cs.value(type === "arrow_expression_clause" ? operands(body, 1, cs)[0] : body));
}

/**
 * Reads the statements of a block. Local functions are declared first, because they are visible in the whole
 * block.
 */
export function readStatements(statements: readonly SyntaxNode[], cs: Reading): void {
  for (const statement of statements) {
    const name = statement.type === "local_function_statement" ? statement.childForFieldName("name") : null;
    if (name) cs.locals.declare(cs.textOf(name));
  }
  cs.visitAll(statements);
}

/**
 * Reads the receiver of a member in a block of extensions. It is the first parameter of all but static
 * members, which belong to its type as well.
 */
function readReceiver({ name, type, parts }: ExtensionBlock, flags: number, cs: Reading): void {
  const { flow } = cs;
  bindTypeParameters(parts, cs);
  const owner = constraintOf(cs.textOf(type), parts, cs) ?? type;
  flow.owner(flow.within(flow.parentOf(flow.current), () => cs.type(owner)));
  if (name && (flags & SCOPE_FLAGS.static) === 0)
    flow.param(cs.locals.declare(cs.textOf(name)), { kind: "receiver", type: cs.orNone(cs.type(type)) });
}

interface Parameter {
  readonly name: SyntaxNode;
  readonly type: SyntaxNode | null;
  readonly value: SyntaxNode | undefined;
  readonly modifiers: string;
}

/**
 * Reads the parameters. Returns the type parameter that is the type of the receiver; null if there is none.
 */
function readParameters(list: SyntaxNode | null | undefined, owner: SyntaxNode, cs: Reading): string | null {
  const { flow } = cs;
  let extended: string | null = null;
  if (list?.type === "implicit_parameter") flow.param(cs.locals.declare(cs.textOf(list)));
  for (const { name, type, value, modifiers } of parametersOf(list, cs)) {
    const declared = cs.orNone(cs.type(type));
    const kind = /\bthis\b/.test(modifiers)
      ? "receiver"
      : /\bparams\b/.test(modifiers)
        ? "rest"
        : "positional";
    // The method belongs to the type of its receiver, or to the type that this is constrained to.
    if (kind === "receiver" && type) {
      const constraint = constraintOf(cs.textOf(type), cs.parts(owner), cs);
      if (constraint) extended = cs.textOf(type);
      flow.owner(flow.within(flow.parentOf(flow.current), () => cs.type(constraint ?? type)));
    }
    flow.param(cs.locals.declare(cs.textOf(name)), {
      kind,
      type: declared,
      default: value ? cs.value(value) : NONE,
    });
  }
  return extended;
}

/** The parameters of a list. `params T[] xs` has no node of its own in the grammar. */
export function parametersOf(list: SyntaxNode | null | undefined, cs: Reading): Parameter[] {
  if (!list) return [];
  const found: Parameter[] = [];
  const parts = cs.parts(list);
  for (const [at, part] of parts.entries()) {
    const type = part.type;
    const inner = type === "parameter" ? cs.parts(part) : [];
    const name = part.childForFieldName("name");
    if (type === "parameter" && name) {
      const after = inner.findIndex(({ startIndex }) => startIndex === name.startIndex);
      found.push({
        name,
        type: part.childForFieldName("type"),
        value: inner[after + 1],
        modifiers: cs.text.slice(part.startIndex, name.startIndex).replace(/\[[^]*?\]|<[^]*?>/g, " "),
      });
    } else if (type === "implicit_parameter")
      found.push({ name: part, type: null, value: undefined, modifiers: "" });
    else if (type === "identifier" && parts[at - 1] && parts[at - 1]?.type !== "parameter")
      found.push({ name: part, type: parts[at - 1] as SyntaxNode, value: undefined, modifiers: "params" });
  }
  return found;
}

/** `x => …`, `async (x, y) => { … }`, `delegate (int x) { … }`. */
export function readLambda(node: SyntaxNode, cs: Reading): ExprId {
  const { flow } = cs;
  const parts = cs.parts(node);
  const body = node.childForFieldName("body") ?? parts.at(-1);
  const flags = SCOPE_FLAGS.arrow | (modifierFlags(parts, cs) & SCOPE_FLAGS.async);
  return flow.scopeValue(
    readFunction(
      node,
      {
        name: "",
        nameStart: node.startIndex,
        flags,
        returns: node.childForFieldName("type"),
        parameters: node.childForFieldName("parameters"),
        body,
      },
      cs,
    ),
  );
}

/** Reads a function inside a function. */
export function readLocalFunction(node: SyntaxNode, cs: Reading): void {
  const name = node.childForFieldName("name");
  if (!name) return cs.visitAll(cs.parts(node));
  const called = cs.locals.declare(cs.textOf(name));
  const flags = modifierFlags(cs.parts(node), cs) & (SCOPE_FLAGS.async | SCOPE_FLAGS.abstract);
  const head = {
    name: cs.textOf(name),
    nameStart: name.startIndex,
    flags: flags | SCOPE_FLAGS.arrow,
    returns: node.childForFieldName("type"),
    parameters: node.childForFieldName("parameters"),
    body: node.childForFieldName("body"),
  };
  cs.flow.bind(called, cs.flow.scopeValue(readFunction(node, head, cs)));
}
