/**
 * Reads the call facts of PHP. Conventions: names of variables, parameters, fields and named arguments
 * include the `$`, to distinguish them from functions, classes and methods; a plain name is never a member of
 * the enclosing class; a path is an import of its full name.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { callReaders } from "./calls.ts";
import { classReaders } from "./classes.ts";
import { expressionReaders } from "./expressions.ts";
import { functionReaders } from "./functions.ts";
import { PhpNames } from "./names.ts";
import { statementReaders } from "./statements.ts";
import { ReaderTable, TreeReader } from "../../../call-facts/reading/tree-reader.ts";

const readers = new ReaderTable({
  ...expressionReaders,
  ...callReaders,
  ...functionReaders,
  ...classReaders,
  ...statementReaders,
});

export function readPhp(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  new TreeReader({ text, flow, names: new PhpNames(flow), readers, isComment }).read(root);
}

/** Whether a comment starts at an offset. `#[` starts an attribute. */
function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  const second = first === SLASH || first === HASH ? text.charCodeAt(at + 1) : 0;
  return first === HASH ? second !== BRACKET : first === SLASH && (second === SLASH || second === STAR);
}

const HASH = 35;
const STAR = 42;
const SLASH = 47;
const BRACKET = 91;
