/**
 * Flow facts of Ruby. What a reader of them must know: a module is a class like any; `@name` is a field of
 * that name; a method is called by its name alone inside its class; blocks are passed by the name `yield`; a
 * name may be a method of any class around, or of the top of any file.
 */
import type { SyntaxNode } from "../../tree/syntax-tree.ts";
import type { FlowBuilder } from "../builder.ts";
import { callReaders } from "./ruby/calls.ts";
import { classReaders } from "./ruby/classes.ts";
import { expressionReaders } from "./ruby/expressions.ts";
import { functionReaders } from "./ruby/functions.ts";
import { literalReaders } from "./ruby/literals.ts";
import { RubyNames } from "./ruby/names.ts";
import { patternReaders } from "./ruby/patterns.ts";
import { statementReaders } from "./ruby/statements.ts";
import { ReaderTable, TreeReader } from "./tree-reader.ts";

const readers = new ReaderTable({
  ...expressionReaders,
  ...literalReaders,
  ...callReaders,
  ...functionReaders,
  ...classReaders,
  ...statementReaders,
  ...patternReaders,
});

export function readRubyFlow(root: SyntaxNode, text: string, flow: FlowBuilder): void {
  new TreeReader({ text, flow, names: new RubyNames(flow), readers, isComment }).read(root);
}

/** `#` opens no node but a comment; `=begin` stands at the beginning of a line. */
function isComment(text: string, at: number): boolean {
  return text.charCodeAt(at) === HASH ? text.charCodeAt(at + 1) !== BRACE : text.startsWith("=begin", at);
}

const HASH = 35;
/** Of an interpolation. */
const BRACE = 123;
