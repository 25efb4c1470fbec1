/** Finds the variables that Svelte's reactive statements declare: `$: doubled = count * 2`. Pure. */
import type { InnerDefinition } from "../../language.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import { namesIn, variablesIn } from "../ecma/variables.ts";

/**
 * Variables of a module, script or block, in no particular order. A reactive statement declares what it
 * assigns first, unless the script declares it elsewhere or it is the value of a store (`$store`).
 */
export function svelteVariables(block: SyntaxNode): InnerDefinition[] {
  const declared = variablesIn(block);
  if (block.type !== "program") return declared;
  const known = new Set(declared.map(({ name }) => name.text));
  const reactive = block.namedChildren.flatMap(reactiveNames).filter(({ name: { text } }) => {
    const isNew = !known.has(text) && !text.startsWith("$");
    known.add(text);
    return isNew;
  });
  return [...declared, ...reactive];
}

/** `$: a = …`, `$: ({ a, b } = …)`, `$: [a, b] = …` */
function reactiveNames(statement: SyntaxNode): InnerDefinition[] {
  if (statement.type !== "labeled_statement" || statement.firstNamedChild?.text !== "$") return [];
  let inner = statement.childForFieldName("body")?.firstNamedChild;
  while (inner?.type === "parenthesized_expression") inner = inner.firstNamedChild;
  const target = inner?.type === "assignment_expression" ? inner.childForFieldName("left") : null;
  return target ? namesIn(target).map((name) => ({ node: statement, name })) : [];
}
