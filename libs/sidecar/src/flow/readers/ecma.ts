/** Flow facts of JavaScript, TypeScript, JSX, and of the scripts in Vue, Svelte and Astro files. */
import type { SyntaxNode } from "../../tree/syntax-tree.ts";
import type { FlowBuilder } from "../builder.ts";
import { blockReaders, readStatements } from "./ecma/blocks.ts";
import { callReaders } from "./ecma/calls.ts";
import { classReaders } from "./ecma/classes.ts";
import { EcmaReader } from "./ecma/ecma-reader.ts";
import { expressionReaders } from "./ecma/expressions.ts";
import { functionReaders } from "./ecma/functions.ts";
import { interfaceReaders } from "./ecma/interfaces.ts";
import { jsxReaders } from "./ecma/jsx.ts";
import { moduleReaders } from "./ecma/modules.ts";
import { narrowingReaders } from "./ecma/narrowing.ts";
import { objectReaders } from "./ecma/objects.ts";
import { statementReaders } from "./ecma/statements.ts";
import { typeReaders } from "./ecma/types.ts";

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

export function readEcmaFlow(root: SyntaxNode, text: string, flow: FlowBuilder): void {
  const ecma = new EcmaReader(text, flow, { values, types });
  readStatements(ecma.parts(root), ecma);
  flow.joinTypes();
}
