/** Prints call facts as text, for tests and debugging. Pure. */
import {
  type ExprId,
  EXPR_OPS,
  type CallFacts,
  type ExprOp,
  type ScopeFact,
  NONE,
  SCOPE_FLAGS,
} from "./facts.ts";

/** One line for each item of a scope, indented by depth; expressions in source syntax where possible. */
export function printCallFacts(facts: CallFacts): string {
  const lines = facts.scopes.flatMap((scope, at) => printScope(facts, scope, at));
  const exported = facts.exports.map(({ name, value }) => `export ${name} = ${printExpr(facts, value)}`);
  return [
    ...lines,
    ...exported,
    ...facts.exportsAllOf.map((module) => `export all of ${module}`),
    ...(facts.package === "" ? [] : [`package ${facts.package}`]),
  ].join("\n");
}

function printScope(facts: CallFacts, scope: ScopeFact, at: number): string[] {
  const print = (expr: ExprId): string => printExpr(facts, expr);
  const typed = (prefix: string, expr: ExprId): string => (expr === NONE ? "" : `${prefix}${print(expr)}`);
  const flags = Object.entries(SCOPE_FLAGS)
    .filter(([, bit]) => (scope.flags & bit) !== 0)
    .map(([name]) => `${name} `)
    .join("");
  const params = scope.params.map(
    ({ name, kind, type, default: value }) =>
      `${kind === "positional" ? "" : `${kind} `}${name}${typed(": ", type)}${typed(" = ", value)}`,
  );
  const head = [
    `${flags}${scope.kind}${scope.name === "" ? "" : ` ${scope.name}`}#${at}`,
    scope.kind === "function" ? `(${params.join(", ")})` : "",
    typed(": ", scope.returnType),
    ...scope.bases.map((base) => ` < ${print(base)}`),
    typed(" of ", scope.owner),
  ].join("");
  const body = [
    ...scope.wildcards.map((module) => `import all of ${module}`),
    ...scope.bindings.map(({ name, value }) => `${name} = ${print(value)}`),
    ...scope.stores.map(({ target, value }) => `${print(target)} = ${print(value)}`),
    ...scope.returns.map((value) => `return ${print(value)}`),
    ...facts.sites
      .filter((site) => site.scope === at)
      .map(({ line, name, expr }) => `call ${name} at ${line}: ${print(expr)}`),
  ];
  const indent = "  ".repeat(depthOf(facts, at));
  return [`${indent}${head}`, ...body.map((line) => `${indent}  ${line}`)];
}

function depthOf({ scopes }: CallFacts, at: number): number {
  const parent = scopes[at]?.parent ?? NONE;
  return parent === NONE ? 0 : 1 + depthOf({ scopes } as CallFacts, parent);
}

/**
 * Limit on the parts printed for one expression, as a multiple of the file's code: parts may be shared, so
 * that the output could grow exponentially.
 */
const MAX_REPEATS = 4;
const MAX_DEPTH = 1_000;

/** Prints one expression in source syntax where possible. */
export function printExpr(facts: CallFacts, expr: ExprId): string {
  return printPart(facts, expr, { depth: 0, printed: { parts: 0 } });
}

/** Prefixes of ops with a single operand. */
const IN_FRONT = {
  above: "super above ",
  await: "await ",
  element: "each of ",
  instance: "a ",
  signature: "() => ",
  type_of: "typeof ",
} as const satisfies Partial<Record<ExprOp, string>>;

interface Around {
  readonly depth: number;
  readonly printed: { parts: number };
}

function printPart(facts: CallFacts, expr: ExprId, { depth, printed }: Around): string {
  if (depth > MAX_DEPTH || printed.parts++ > MAX_REPEATS * facts.code.length) return "…";
  const operand = (at: number): number => facts.code[expr + at] as number;
  const text = (at: number): string => facts.strings[operand(at)] ?? "";
  const sub = (at: number): string => printPart(facts, operand(at), { depth: depth + 1, printed });
  const many = (from: number, separator = ", "): string =>
    Array.from({ length: operand(from) }, (_, at) => sub(from + 1 + at)).join(separator);
  const named = (from: number, count: number): string =>
    Array.from({ length: count }, (_, at) => {
      const name = operand(from + 2 * at);
      return `${name === NONE ? "" : `${facts.strings[name]}: `}${sub(from + 2 * at + 1)}`;
    }).join(", ");
  const op: ExprOp = EXPR_OPS[operand(0)] ?? "unknown";
  switch (op) {
    case "unknown":
      return "?";
    case "name":
      return text(1);
    case "member":
      return `${sub(1)}.${text(2)}`;
    case "index":
      return `${sub(1)}[${sub(2)}]`;
    case "call":
      return `${sub(1)}(${named(3, operand(2))})`;
    case "new":
      return `new ${sub(1)}(${named(3, operand(2))})`;
    case "scope":
      return `#${operand(1)}`;
    case "record":
      return `{${named(2, operand(1))}}`;
    case "list":
      return `[${many(1)}]`;
    case "either":
      return `(${many(1, " | ")})`;
    case "this":
    case "super":
      return op;
    case "above":
    case "await":
    case "element":
    case "instance":
    case "signature":
    case "type_of":
      return `${IN_FRONT[op]}${sub(1)}`;
    case "builtin":
      return `<${text(1)}>`;
    case "text":
      return JSON.stringify(text(1));
    case "entered":
      return `what ${sub(1)} gives`;
    case "generic":
      return `${sub(1)}<${many(2)}>`;
    case "import":
      return `import(${text(1)}, ${text(2)})`;
    case "decorated":
      return `decorated(${sub(1)}, ${sub(2)})`;
    case "pointed":
      return `(*${sub(1)})`;
    case "standing":
      return `${sub(1)} in #${operand(2)}`;
    case "handed_back":
      return `argument ${operand(2)} of ${sub(1)}`;
    case "variable":
      return `#${operand(1)} given ${sub(2)}`;
  }
}
