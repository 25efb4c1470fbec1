/**
 * Adds a counter to every branch of a TypeScript source, which tells the fuzzer which inputs lead to new
 * code. Insertions never move text or add lines, so that line numbers stay those of the source.
 */
import ts from "typescript";
import { COUNTERS } from "./counters.ts";

export interface Instrumented {
  readonly code: string;
  /** Number of counters in the code, from `firstId` on. */
  readonly counters: number;
  /** String literals and words of regular expressions: what the code compares its input with. */
  readonly words: readonly string[];
}

const LONGEST_WORD = 32;
const LAZY_OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** @param firstId the first free counter */
export function instrument(source: string, firstId: number): Instrumented {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);
  const insertions: Insertion[] = [{ at: 0, text: `const __count=globalThis.${COUNTERS};` }];
  const words = new Set<string>();
  let counters = 0;
  const count = (): string => `__count[${firstId + counters++}]++`;
  const insert = (at: number, text: string): void => void insertions.push({ at, text });

  const visitStatement = (statement: ts.Statement): void => {
    if (ts.isBlock(statement)) {
      insert(statement.getStart() + 1, `${count()};`);
      visitChildren(statement);
    } else {
      insert(statement.getStart(), `{${count()};`);
      visit(statement);
      insert(statement.end, "}");
    }
  };
  const visitExpression = (expression: ts.Expression): void => {
    insert(expression.getStart(), `(${count()},(`);
    visit(expression);
    insert(expression.end, "))");
  };
  const visitIf = (node: ts.IfStatement): void => {
    visit(node.expression);
    visitStatement(node.thenStatement);
    if (node.elseStatement) visitStatement(node.elseStatement);
    else insert(node.end, ` else ${count()};`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    for (const word of wordsOf(node)) words.add(word);
    if (ts.isIfStatement(node)) return visitIf(node);
    if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      visitExpression(node.whenTrue);
      return visitExpression(node.whenFalse);
    }
    if (ts.isBinaryExpression(node) && LAZY_OPERATORS.has(node.operatorToken.kind)) {
      visit(node.left);
      return visitExpression(node.right);
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      node.parameters.forEach(visit);
      return visitExpression(node.body);
    }
    if (ts.isCaseOrDefaultClause(node)) insert(node.statements.pos, `${count()};`);
    ts.forEachChild(node, (child) => (isCountedBody(node, child) ? visitStatement(child) : visit(child)));
  };
  const visitChildren = (node: ts.Node): void => ts.forEachChild(node, visit);

  visitChildren(file);
  return { code: withInsertions(source, insertions), counters, words: [...words] };
}

/** Whether a node is the body of a loop, function or catch clause. */
function isCountedBody(parent: ts.Node, child: ts.Node): child is ts.Statement {
  if (ts.isIterationStatement(parent, false)) return child === parent.statement;
  if (ts.isFunctionLike(parent)) return ts.isBlock(child);
  return ts.isCatchClause(parent) && ts.isBlock(child);
}

function wordsOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return node.text !== "" && node.text.length <= LONGEST_WORD ? [node.text] : [];
  if (!ts.isRegularExpressionLiteral(node)) return [];
  return (node.text.replaceAll(/\\[a-zA-Z]/g, " ").match(/[\w-]{2,}|[^\w\s\\]/g) ?? []).filter(
    (word) => word.length <= LONGEST_WORD,
  );
}

/** Applies insertions. Those at the same position keep their order: outer ones open first and close last. */
function withInsertions(source: string, insertions: readonly Insertion[]): string {
  let from = 0;
  let code = "";
  for (const { at, text } of [...insertions].sort((left, right) => left.at - right.at)) {
    code += source.slice(from, at) + text;
    from = at;
  }
  return code + source.slice(from);
}
