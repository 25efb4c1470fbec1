/**
 * Reads the call facts of Ruby. Conventions: a module is a class; `@name` is a field of that name; inside its
 * class, a method is called by its plain name; blocks are passed under the name `yield`; a plain name may be
 * a method of any enclosing class, or of the top level of any file.
 */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { callReaders } from "./calls.ts";
import { classReaders } from "./classes.ts";
import { expressionReaders } from "./expressions.ts";
import { functionReaders } from "./functions.ts";
import { literalReaders } from "./literals.ts";
import { RubyNames } from "./names.ts";
import { patternReaders, statementReaders } from "./statements.ts";
import { ReaderTable, TreeReader } from "../../../call-facts/reading/tree-reader.ts";

const readers = new ReaderTable({
  ...expressionReaders,
  ...literalReaders,
  ...callReaders,
  ...functionReaders,
  ...classReaders,
  ...statementReaders,
  ...patternReaders,
});

export function readRuby(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  new TreeReader({ text, flow, names: new RubyNames(flow), readers, isComment }).read(root);
}

/**
 * Whether a comment starts at an offset. `#` starts a comment unless it is an interpolation; `=begin` only
 * occurs at the start of a line.
 */
function isComment(text: string, at: number): boolean {
  return text.charCodeAt(at) === HASH ? text.charCodeAt(at + 1) !== BRACE : text.startsWith("=begin", at);
}

const HASH = 35;
/** Of an interpolation. */
const BRACE = 123;
