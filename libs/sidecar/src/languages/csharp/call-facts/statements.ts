/** Reads C#'s statements. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { SitePosition } from "../../../call-facts/builder.ts";
import { type ExprId, SCOPE_FLAGS } from "../../../call-facts/facts.ts";
import { type Reading, positionOf } from "../../../call-facts/reading/reading.ts";
import { readGiven } from "./expressions.ts";
import { readLocalFunction, readStatements } from "./functions.ts";
import { operands } from "./operands.ts";
import { assign, assignParts, bindVariable, readPattern } from "./patterns.ts";

type StatementReader = (node: SyntaxNode, cs: Reading) => void;

const inBlock: StatementReader = (node, cs) => cs.locals.block(() => readStatements(cs.parts(node), cs));

/** `Type a = 1, b;`; with `using`, disposed at the end of the enclosing block. */
function readVariables(node: SyntaxNode, cs: Reading): void {
  const { parent } = node;
  const head = parent && /^(await\s+)?using\b/.exec(cs.text.slice(parent.startIndex, node.startIndex));
  const typeNode = node.childForFieldName("type");
  const type = cs.type(typeNode);
  for (const declarator of cs.parts(node)) {
    if (declarator.type !== "variable_declarator") continue;
    const [name, ...rest] = operands(declarator, 1, cs);
    const value = readGiven(rest.at(-1), typeNode, cs);
    if (name && head)
      readDisposal(
        type === cs.flow.unknown() ? value : cs.flow.instance(type),
        head[1] !== undefined,
        positionOf(name),
        cs,
      );
    if (name?.type === "identifier") bindVariable(name, type, value, cs);
    else if (name?.type === "tuple_pattern") assignParts(name, value, cs);
  }
}

function readDisposal(object: ExprId, isAsync: boolean, place: SitePosition, { flow }: Reading): void {
  flow.readImplicitly(object, isAsync ? "DisposeAsync" : "Dispose", place);
}

/** `using (declaration) …`, or with an existing object. */
function readUsing(node: SyntaxNode, cs: Reading): void {
  const [first, ...rest] = cs.parts(node);
  cs.locals.block(() => {
    if (!first || first.type === "variable_declaration" || rest.length === 0)
      return readStatements(cs.parts(node), cs);
    readDisposal(cs.value(first), cs.text.startsWith("await", node.startIndex), positionOf(first), cs);
    readStatements(rest, cs);
  });
}

function readForEach(node: SyntaxNode, cs: Reading): void {
  const { flow } = cs;
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const isAsync = /^await\b/.test(cs.text.slice(node.startIndex, node.startIndex + 6));
  const element = flow.goThrough(
    cs.value(right),
    isAsync ? ["GetAsyncEnumerator", "MoveNextAsync"] : ["GetEnumerator", "MoveNext"],
    positionOf(right ?? node),
  );
  const value = isAsync ? flow.await(element) : element;
  cs.locals.block(() => {
    const type = cs.type(node.childForFieldName("type"));
    if (left?.type === "identifier") bindVariable(left, type, value, cs);
    else if (left) assign(left, value, "declare", cs);
    cs.visit(node.childForFieldName("body"));
  });
}

function readCatch(node: SyntaxNode, cs: Reading): void {
  cs.locals.block(() => {
    for (const part of cs.parts(node)) {
      const name = part.type === "catch_declaration" ? part.childForFieldName("name") : null;
      if (name) bindVariable(name, cs.type(part.childForFieldName("type")), cs.flow.unknown(), cs);
      else if (part.type !== "catch_declaration") cs.visit(part);
    }
  });
}

function readSwitch(node: SyntaxNode, cs: Reading): void {
  const matched = cs.value(node.childForFieldName("value"));
  const body = node.childForFieldName("body");
  for (const section of body ? cs.parts(body) : []) {
    cs.locals.block(() => {
      const parts = cs.parts(section);
      const isPattern = (part: SyntaxNode): boolean => part.type.endsWith("_pattern");
      for (const part of parts.filter(isPattern)) readPattern(part, matched, cs);
      readStatements(
        parts.filter((part) => !isPattern(part)),
        cs,
      );
    });
  }
}

/** Reads a `yield`, whose value is one element. */
function readYield(node: SyntaxNode, cs: Reading): void {
  cs.flow.flag(SCOPE_FLAGS.generator);
  const [value] = operands(node, 1, cs);
  if (value) cs.flow.returns(cs.value(value));
}

const nothing: StatementReader = () => undefined;

const READERS: ReadonlyMap<string, StatementReader> = new Map(
  Object.entries({
    block: inBlock,
    for_statement: inBlock,
    using_statement: readUsing,
    fixed_statement: inBlock,
    local_function_statement: readLocalFunction,
    variable_declaration: readVariables,
    foreach_statement: readForEach,
    catch_clause: readCatch,
    switch_statement: readSwitch,
    return_statement: (node, cs) => cs.flow.returns(cs.value(operands(node, 1, cs)[0])),
    yield_statement: readYield,
    labeled_statement: (node, cs) => cs.visitAll(cs.parts(node).slice(1)),
    goto_statement: nothing,
    break_statement: nothing,
    continue_statement: nothing,
    empty_statement: nothing,
    attribute_list: nothing,
    global_attribute: nothing,
    modifier: nothing,
    extern_alias_directive: nothing,
    comment: nothing,
  } satisfies Record<string, StatementReader>),
);

/** Undefined for other nodes. */
export function statementReader(type: string): StatementReader | undefined {
  return READERS.get(type);
}
