/** The possible mutations of the exported symbols of a TypeScript file. */
import type tsTypes from "typescript";
import { editOf, removalOf } from "../file-edit.ts";
import { type MutatedKind, type Mutation, RENAMED } from "../mutation.ts";

type Ts = typeof tsTypes;

interface Definition {
  readonly kind: MutatedKind;
  readonly name: tsTypes.Identifier;
  /** What is removed. */
  readonly node: tsTypes.Node;
  /** What has the parameters; null if it is no function, or if another declaration says its type. */
  readonly callable: tsTypes.SignatureDeclaration | null;
}

/**
 * In the order of the file. Left out: symbols with several declarations, such as overloads; default exports;
 * private members; definitions that share a line with another one.
 */
export function mutationsIn(
  ts: Ts,
  checker: tsTypes.TypeChecker,
  source: tsTypes.SourceFile,
  file: string,
): Mutation[] {
  return source.statements
    .flatMap((statement) => exportedIn(ts, statement))
    .filter(({ name }) => checker.getSymbolAtLocation(name)?.declarations?.length === 1)
    .flatMap((definition) => mutationsOf(ts, source, file, definition));
}

function exportedIn(ts: Ts, statement: tsTypes.Statement): Definition[] {
  const flags = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind)
    : [];
  if (!flags.includes(ts.SyntaxKind.ExportKeyword) || flags.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [{ kind: "function", name: statement.name, node: statement, callable: statement }];
  if (ts.isVariableStatement(statement)) return variableOf(ts, statement);
  if (ts.isTypeAliasDeclaration(statement))
    return [
      { kind: "type", name: statement.name, node: statement, callable: null },
      ...(ts.isTypeLiteralNode(statement.type) ? membersOf(ts, statement.type.members) : []),
    ];
  if (
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  )
    return [
      ...(statement.name
        ? [{ kind: "type" as const, name: statement.name, node: statement, callable: null }]
        : []),
      ...membersOf(ts, statement.members),
    ];
  return [];
}

function variableOf(ts: Ts, statement: tsTypes.VariableStatement): Definition[] {
  const [declaration, ...others] = statement.declarationList.declarations;
  if (!declaration || others.length > 0 || !ts.isIdentifier(declaration.name)) return [];
  const { initializer, name, type } = declaration;
  const isFunction =
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  return [
    {
      kind: isFunction ? "function" : "constant",
      name,
      node: statement,
      callable: isFunction && !type ? initializer : null,
    },
  ];
}

function membersOf(ts: Ts, members: readonly tsTypes.Node[]): Definition[] {
  return members.flatMap((member): Definition[] => {
    const isField =
      ts.isPropertyDeclaration(member) ||
      ts.isPropertySignature(member) ||
      ts.isEnumMember(member) ||
      ts.isGetAccessor(member);
    const isMethod = ts.isMethodDeclaration(member) || ts.isMethodSignature(member);
    if (!(isField || isMethod) || !ts.isIdentifier(member.name)) return [];
    if ((ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0) return [];
    return [
      {
        kind: isMethod ? "method" : ts.isEnumMember(member) ? "constant" : "field",
        name: member.name,
        node: member,
        callable: isMethod ? member : null,
      },
    ];
  });
}

function mutationsOf(
  ts: Ts,
  source: tsTypes.SourceFile,
  file: string,
  { kind, name, node, callable }: Definition,
): Mutation[] {
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
  const { text } = source;
  const start = node.getStart(source, true);
  const [first, last] = [lineOf(start), lineOf(node.getEnd())];
  const starts = source.getLineStarts();
  const isAlone =
    text.slice(starts[first - 1], start).trim() === "" &&
    /^[;,]?\s*(?:\/\/.*)?$/.test(text.slice(node.getEnd(), starts[last] ?? text.length).trim());
  if (!isAlone) return [];
  const base = { kind, name: name.text, file, line: lineOf(name.getStart(source)) };
  const definition = [first, last] as const;
  const [added, removed] = callable ? parameterEdits(ts, source, callable) : [null, null];
  return [
    { ...base, mutation: "remove", definition, edit: removalOf(first, last) },
    {
      ...base,
      mutation: "rename",
      definition,
      edit: editOf(text, name.getEnd(), name.getEnd(), RENAMED),
    },
    ...(added ? [{ ...base, mutation: "add_parameter" as const, definition, edit: added }] : []),
    ...(removed ? [{ ...base, mutation: "remove_parameter" as const, definition, edit: removed }] : []),
  ];
}

/** A required parameter is added after the last one; the last required one is removed. */
function parameterEdits(ts: Ts, source: tsTypes.SourceFile, callable: tsTypes.SignatureDeclaration) {
  const { parameters } = callable;
  const { text } = source;
  const isRequired = (parameter: tsTypes.ParameterDeclaration): boolean =>
    !parameter.questionToken && !parameter.initializer && !parameter.dotDotDotToken;
  const required = parameters.filter(isRequired);
  const last = required.at(-1);
  const open = text.indexOf("(", Math.max(callable.getStart(source), afterName(callable)));
  const hasParentheses = last === undefined || /^\s*[,)]/.test(text.slice(last.getEnd()));
  if (open < 0 || !hasParentheses) return [null, null] as const;
  const rest = parameters.length > required.length ? ", " : "";
  const added =
    last === undefined
      ? editOf(text, open + 1, open + 1, `added: unknown${rest}`)
      : editOf(text, last.getEnd(), last.getEnd(), ", added: unknown");
  if (last === undefined || !ts.isIdentifier(last.name) || last.name.text === "this")
    return [added, null] as const;
  const at = parameters.indexOf(last);
  const [next, previous] = [parameters[at + 1], parameters[at - 1]];
  const removed = next
    ? editOf(text, last.getStart(source), next.getStart(source), "")
    : editOf(text, previous?.getEnd() ?? last.getStart(source), endWithComma(text, last.getEnd()), "");
  return [added, removed] as const;
}

/** Offset after the comma that may follow the last parameter. */
function endWithComma(text: string, end: number): number {
  return end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0);
}

/** Offset after the name and the type parameters, where the parenthesis of the parameters comes next. */
function afterName({ name, typeParameters }: tsTypes.SignatureDeclaration): number {
  return Math.max(name?.getEnd() ?? 0, typeParameters?.end ?? 0);
}
