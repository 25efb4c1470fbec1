/** Reads the call facts of JavaScript, TypeScript, JSX, and of the scripts in Vue, Svelte and Astro files. */
import type { SyntaxNode } from "../../../syntax/tree/syntax-tree.ts";
import type { CallFactsBuilder } from "../../../call-facts/builder.ts";
import { blockReaders, readStatements } from "./blocks.ts";
import { callReaders } from "./calls.ts";
import { classReaders } from "./classes.ts";
import { EcmaReader } from "./ecma-reader.ts";
import { expressionReaders, jsxReaders, objectReaders } from "./expressions.ts";
import { functionReaders } from "./functions.ts";
import { interfaceReaders } from "./interfaces.ts";
import { moduleReaders } from "./modules.ts";
import { narrowingReaders } from "./narrowing.ts";
import { statementReaders } from "./statements.ts";
import { typeReaders } from "./types.ts";

const values = new Map(
  Object.entries({
    ...blockReaders,
    ...callReaders,
    ...classReaders,
    ...expressionReaders,
    ...functionReaders,
    ...interfaceReaders,
    ...jsxReaders,
    ...moduleReaders,
    ...narrowingReaders,
    ...objectReaders,
    ...statementReaders,
  }),
);
const types = new Map(Object.entries(typeReaders));

export function readEcma(root: SyntaxNode, text: string, flow: CallFactsBuilder): void {
  const ecma = new EcmaReader(text, flow, { values, types });
  readStatements(ecma.parts(root), ecma);
  flow.joinTypes();
}
