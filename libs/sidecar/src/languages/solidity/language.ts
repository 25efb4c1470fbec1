/** The language Solidity; calls are resolved by the names that its query captures. */
import type { CallFactsBuilder } from "../../call-facts/builder.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact, ImportedName } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { SOLIDITY_LEXIS } from "../../lexical/lexical-rules.ts";

export const solidity: LanguageDefinition = {
  id: "solidity",
  aliases: ["sol"],
  extensions: [".sol"],
  lexicalRules: SOLIDITY_LEXIS,
  grammar: {
    wasm: "solidity",
    queries: ["solidity/solidity"],
    callsByName: true,
    namesHolders: true,
    calledKinds: ["event", "type"],
    convertsTypes: true,
    lastBaseFirst: true,
    readImports,
    takeImports,
    chunkNodes: ["modifier_definition", "event_definition", "fallback_receive_definition"],
  },
};

/**
 * `import "a.sol";`, `import "a.sol" as A;`, `import * as A from "a.sol";`, `import {B, C as D} from
 * "a.sol";`.
 */
function readImports(directive: SyntaxNode): ImportFact[] {
  const module = directive.childForFieldName("source")?.text.slice(1, -1) ?? "";
  const names: ImportedName[] = [];
  const aliasOfAll = directive.childForFieldName("import_name")
    ? undefined
    : directive.childForFieldName("alias")?.text;
  let before = "";
  for (const { type, text } of directive.children) {
    const last = names.at(-1);
    // An alias directly follows its name.
    if (type === "identifier" && last && before === "as")
      names[names.length - 1] = { name: last.name, alias: text };
    else if (type === "identifier" && aliasOfAll === undefined) names.push({ name: text, alias: text });
    before = type;
  }
  if (names.length === 0) names.push({ name: "*", alias: aliasOfAll ?? "*" });
  return module === "" ? [] : [{ module, kind: "import", names, line: directive.startRow + 1 }];
}

/** Binds imports. An import without names also includes what the other file imports. */
function takeImports(flow: CallFactsBuilder, imports: readonly ImportFact[]): void {
  for (const { module, names } of imports) {
    for (const { name, alias } of names) {
      if (alias === "*") flow.wildcard(module);
      else flow.bind(alias, flow.import(module, name));
    }
  }
}
