/** The language Kotlin; calls are resolved by the reader in call-facts/. */
import type { ImportFact } from "../../facts.ts";
import type { LanguageDefinition } from "../../language.ts";
import { KOTLIN_LEXIS } from "../../lexical/lexical-rules.ts";
import { plainName } from "../../symbols/plain-name.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import { endEntries } from "./enum-entries.ts";
import { rewriteWords } from "./words.ts";

export const kotlin: LanguageDefinition = {
  id: "kotlin",
  aliases: ["kt", "kts"],
  extensions: [".kt", ".kts"],
  interpreters: ["kotlin", "kotlinc"],
  lexicalRules: KOTLIN_LEXIS,
  grammar: {
    wasm: "kotlin",
    queries: ["kotlin/kotlin"],
    readImports,
    loadCallFactsReader: async () => (await import("./call-facts/read-kotlin.ts")).readKotlin,
    rewrite: (text) => rewriteWords(joinHeads(endEntries(text))),
    chunkNodes: ["property_declaration", "secondary_constructor", "anonymous_initializer"],
  },
};

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const path = node.namedChildren[0]?.namedChildren.map((part) => plainName(part?.text ?? "")) ?? [];
  const line = node.startRow + 1;
  if (node.children.some((child) => child?.type === "*"))
    return [{ module: path.join("."), kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = path.at(-1);
  if (name === undefined) return [];
  return [
    {
      module: path.slice(0, -1).join(".") || name,
      kind: "import",
      names: [{ name, alias: plainName(node.namedChildren[1]?.text ?? name) }],
      line,
    },
  ];
}

// Rewrites heads of Kotlin's classes in which the constructor is on a new line, which the grammar takes for
// the end of the class. Pure.
//
// `class Spec⏎private constructor(builder: Builder)` becomes `class Spec private
// constructor(builder:⏎Builder)`. The length and the number of lines stay the same, so that later offsets and
// lines do not move.

/**
 * A class with its name and type parameters, and what may precede a constructor; the match ends with the
 * opening bracket.
 */
const HEAD =
  /\bclass[ \t]+[\w`]+[ \t]*(?:<[^<>{}()]{0,200}(?:<[^<>{}()]{0,200}>[^<>{}()]{0,200}){0,9}>)?[ \t]*\r?\n\s*(?:(?:private|protected|internal|public|@[\w.:]+(?:\([^()"]{0,200}\))?)\s+)*constructor[ \t]*\(/g;

/** Quick test, because most files have none. */
const LED = /^[ \t]*(?:[\w@.:()]{1,100}[ \t]+){0,6}constructor[ \t]*\(/m;

/** Characters of a first parameter, in which blanks are searched. */
const PLAIN = /[\w\s:.,<>?@*[\]]/;
const MAX_LOOK = 400;

/** Rewrites all such heads of a text. */
export function joinHeads(text: string): string {
  if (!LED.test(text)) return text;
  let joined = "";
  let from = 0;
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    const end = index + head.length;
    const name = head.indexOf("\n");
    const breaks = head.slice(name).split("\n").length - 1;
    const blanks = blanksBehind(text, end, breaks);
    if (blanks.length < breaks) continue;
    joined += text.slice(from, index) + head.replaceAll(/[\r\n]/g, " ");
    from = end;
    for (const blank of blanks) {
      joined += `${text.slice(from, blank)}\n`;
      from = blank + 1;
    }
  }
  return joined + text.slice(from);
}

/** Offsets of blanks that a line end can replace, at most `count`. */
function blanksBehind(text: string, start: number, count: number): readonly number[] {
  const found: number[] = [];
  for (
    let at = start;
    at < Math.min(text.length, start + MAX_LOOK) && found.length < count && PLAIN.test(text[at] as string);
    at++
  )
    if (text[at] === " " || text[at] === "\t") found.push(at);
  return found;
}
