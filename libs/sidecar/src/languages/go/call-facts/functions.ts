/** Reads Go's functions, methods and function literals. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import type { Reading } from "../../../call-facts/reading/reading.ts";
import { exportedFlag, readSignature, typeParameters } from "./signature.ts";

export interface FunctionName {
  readonly name: string;
  readonly nameStart: number;
}

/** `func name[T any](…) … { … }`: a name of the package. */
export function readFunction(node: SyntaxNode, go: Reading): void {
  const [name, ...rest] = go.parts(node);
  if (name?.type !== "identifier") return go.visitAll(go.parts(node));
  const scope = readParts(node, rest, { name: go.textOf(name), nameStart: name.startIndex }, go);
  go.flow.bind(go.textOf(name), go.flow.scopeValue(scope));
}

/** `func (s *Server) name(…) … { … }`: belongs to its receiver's type, and is not a name of the package. */
export function readMethod(node: SyntaxNode, go: Reading): void {
  const [receivers, name, ...rest] = go.parts(node);
  const receiver = receivers?.type === "parameter_list" ? go.parts(receivers)[0] : undefined;
  if (!receiver || !name) return go.visitAll(go.parts(node));
  const written = withoutPointer(go.parts(receiver).at(-1), go);
  const [named, args] = written?.type === "generic_type" ? go.parts(written) : [written];
  const type = go.type(named);
  const scope = readParts(node, rest, { name: go.textOf(name), nameStart: name.startIndex }, go, () => {
    // Type arguments of the receiver are the names of the type's parameters in this method.
    for (const arg of args ? go.parts(args) : [])
      go.locals.bind(go.textOf(arg), go.flow.generic(go.flow.unknown(), []));
    const receiverName = receiver.namedChildCount > 1 ? go.parts(receiver)[0] : undefined;
    go.flow.param(receiverName ? go.locals.declare(go.textOf(receiverName)) : "", {
      kind: "receiver",
      type: go.orNone(type),
    });
  });
  go.flow.owner(type, scope);
}

/** Reads a function literal, named after the variable that it is assigned to, if any. */
export function readFunctionLiteral(node: SyntaxNode, name: FunctionName | null, go: Reading): ExprId {
  return go.flow.scopeValue(
    readParts(node, go.parts(node), name ?? { name: "", nameStart: node.startIndex }, go),
  );
}

function readParts(
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
  { name, nameStart }: FunctionName,
  go: Reading,
  receiver?: () => void,
): number {
  const { flow, locals } = go;
  const generic = parts[0]?.type === "type_parameter_list" ? parts[0] : undefined;
  const [parameters, ...rest] = generic ? parts.slice(1) : parts;
  const body = rest.at(-1)?.type === "block" ? rest.at(-1) : undefined;
  const scope = flow.enter({
    kind: "function",
    name,
    nameStart,
    startLine: node.startRow + 1,
    flags: exportedFlag(name) | (body ? 0 : SCOPE_FLAGS.abstract),
  });
  locals.frame("function", () => {
    receiver?.();
    for (const { name: param, bound } of typeParameters(generic, go)) locals.bind(param, bound);
    const results = readSignature(
      { parameters, result: rest[0] === body ? undefined : rest[0], hasBody: body !== undefined },
      go,
    );
    if (body) go.visitAll(go.parts(body));
    // Values of a `return` without values; a deferred function may also change them.
    if (results.length > 0)
      flow.returns(
        results.length === 1
          ? flow.name(results[0] as string)
          : flow.list(results.map((result) => flow.name(result))),
      );
  });
  flow.leave();
  return scope;
}

/** The type without pointers, because they don't affect which methods it has. */
function withoutPointer(type: SyntaxNode | undefined, go: Reading): SyntaxNode | undefined {
  return type?.type === "pointer_type" || type?.type === "parenthesized_type"
    ? withoutPointer(go.parts(type)[0], go)
    : type;
}
