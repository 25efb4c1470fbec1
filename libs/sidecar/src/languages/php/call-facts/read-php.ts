/**
 * Flow facts of PHP. What a reader of them must know: variables, parameters and fields are called as they are
 * written, with `$`, as are named arguments, so that they are told apart from functions, classes and methods;
 * a plain name is never a member of the class around it; a path is an import of its full name.
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

/** `#[` begins an attribute. */
function isComment(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  const second = first === SLASH || first === HASH ? text.charCodeAt(at + 1) : 0;
  return first === HASH ? second !== BRACKET : first === SLASH && (second === SLASH || second === STAR);
}

const HASH = 35;
const STAR = 42;
const SLASH = 47;
const BRACKET = 91;
