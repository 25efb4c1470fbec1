/** The language Swift; calls are resolved by the names that its query captures. */
import { matchesOf } from "../../blank.ts";
import type { SyntaxNode } from "../../syntax/tree/syntax-tree.ts";
import type { ImportFact } from "../../facts.ts";
import type { Accessors, LanguageDefinition } from "../../language.ts";
import { SWIFT_LEXIS } from "../../lexical/lexical-rules.ts";
import { swiftLabels } from "./labels.ts";

export const swift: LanguageDefinition = {
  id: "swift",
  aliases: [],
  extensions: [".swift", ".swiftinterface"],
  interpreters: ["swift"],
  lexicalRules: SWIFT_LEXIS,
  grammar: {
    wasm: "swift",
    queries: ["swift/swift"],
    callsByName: true,
    namesHolders: true,
    calledKinds: ["enum_member"],
    marksMacros: true,
    expectsMembers: true,
    hasExtensions: true,
    readImports,
    takeImports: (flow, imports) => {
      for (const { module } of imports) flow.wildcard(module);
    },
    readName: (node) => (isKeyed(node) ? { name: node, text: "", scopes: [] } : null),
    namingNodes: new Set([
      "value_argument_label",
      "parameter",
      "lambda_parameter",
      "pattern",
      "attribute",
      "identifier",
      "enum_type_parameters",
      "tuple_type_item",
      "directive",
      "capture_list_item",
    ]),
    accessorsOf,
    labelsOf: swiftLabels,
    rewrite: (text) =>
      text
        .replace(SPACED_NAME, (name) => name.replaceAll(" ", "_"))
        .replace(PREVIEW_INSIDE, "var _ = ")
        .replace(MACRO_VALUE, "_")
        .replace(EMPTY_TUPLE, "00"),
    hidden: (text) => matchesOf(UNKNOWN, text),
    chunkNodes: ["property_declaration", "init_declaration", "subscript_declaration"],
  },
};

/**
 * Which accesses run code, from the text in braces (`var size: Int { … }`, and in a protocol `{ get set }`);
 * observers don't count.
 */
function accessorsOf(text: string): Accessors {
  const at = text.search(/\b(?:var|let)\b/);
  const [, body] = /^(?:var|let)\s+[\w`]+\s*(?::[^={]*)?\{([^]*)$/.exec(text.slice(Math.max(at, 0))) ?? [];
  if (body === undefined || /^(?:\s|\/\/.*)*(?:willSet|didSet)\b/.test(body)) return "none";
  return /(?:^|[\s}])(?:nonmutating\s+)?set\s*(?:[({}]|$)/.test(body) ? "both" : "get";
}

/** Whether a name is subscripted: `items[key]`. */
function isKeyed(name: SyntaxNode): boolean {
  let at = name.parent;
  while (at && at.type !== "call_expression" && /_(?:expression|suffix)$/.test(at.type)) at = at.parent;
  return at?.type === "call_expression" && at.children.at(-1)?.children[0]?.children[0]?.type === "[";
}

/** `import A`, `import A.Sub`, `import struct A.B`. */
function readImports(node: SyntaxNode): ImportFact[] {
  const line = node.startRow + 1;
  const path = node.namedChildren.find((child) => child?.type === "identifier")?.text;
  if (path === undefined) return [];
  const dot = path.lastIndexOf(".");
  const isOneName =
    dot !== -1 &&
    node.children.some(
      (child) => child !== null && /^(?:struct|class|enum|protocol|typealias|func|let|var)$/.test(child.type),
    );
  if (!isOneName) return [{ module: path, kind: "import", names: [{ name: "*", alias: "*" }], line }];
  const name = path.slice(dot + 1);
  return [{ module: path.slice(0, dot), kind: "import", names: [{ name, alias: name }], line }];
}

/**
 * Parts that the grammar cannot handle and that can be hidden. `#if` and similar directives enclose whole
 * declarations or statements. Keywords of ownership and memory safety, and the type after `throws`, are
 * unknown to the grammar. After `try` and `await`, it takes the block of a condition for a closure (`if let
 * user = try? server.user { … }`).
 */
const UNKNOWN = new RegExp(
  [
    String.raw`^[ \t]*#(?:if|elseif|else|endif|error|warning)\b.*$`,
    String.raw`\bnonisolated\(unsafe\)`,
    String.raw`(?<=\bthrows)\([\w.]+\)`,
    // The pattern starts with the words, so that runs of blanks are not scanned once for each blank.
    String.raw`\b(?=try|await)(?:(?<![.\x60]|\bfunc[ \t]+)(?:try[?!]?|await)(?=[ \t]+[\w\x60])(?![ \t]+(?:in|as|is)\b)|(?<=(?:=|\b(?:if|while|guard|switch|in|try)[?!]?)[ \t]+)(?:try[?!]?|await)(?=[ \t]+[([#.]))`,
    String.raw`\b(?=sending|consuming|borrowing|consume|isolated|unsafe)(?<=[:=(,{;]\s*|^\s*|\breturn\s+)\w+(?=[ \t]+[\w@([])(?![ \t]+(?:in|as|is)\b)`,
    String.raw`\b(?=copy[ \t])(?<=[=(,[]\s*|\breturn[ \t]+)copy(?=[ \t]+\w)(?![ \t]+(?:(?:in|as|is)\b|\w+[ \t]*:))`,
  ].join("|"),
  "gm",
);

/** Raw identifiers, which declarations may have since Swift 6.2: ``func `adds two numbers`()``. */
const SPACED_NAME =
  /`(?<=\b(?:func|var|let|case|class|struct|enum|actor|protocol)[ \t]+`)[^` \r\n]* [^`\r\n]*`/g;

/**
 * Replaces `#Preview { … }` in a type, where the grammar does not support macros, by a nameless property with
 * the closure as its value.
 */
const PREVIEW_INSIDE = /#Preview(?=[ \t]*[({])(?<=(?:^[ \t]{1,200}|\{[ \t]{0,200})#Preview)/gm;

/**
 * `at: SourceLocation = #_sourceLocation`, `isolation: (any Actor)? = #isolation`: as default values, the
 * grammar only knows `#file` and similar literals.
 */
const MACRO_VALUE = /#(?=(?:_sourceLocation|isolation)\b)/g;

/**
 * `promise.succeed(())`, `.failed((), error)`, `return ()`, and `()` as a statement: on a line of its own, or
 * behind `in`. In an enum's `case done(())` it is a type.
 */
const EMPTY_TUPLE = new RegExp(
  [
    String.raw`\(\)(?=[),])(?<=\b\w+\(\(\))(?<!\bcase[ \t]+[A-Za-z_][^\n.]{0,200})`,
    String.raw`\(\)(?=[ \t]*$)(?<=\breturn[ \t]+\(\)|^[ \t]{0,200}\(\))`,
    String.raw`\(\)(?=[ \t]*\})(?<=\bin[ \t]\(\))`,
  ].join("|"),
  "gm",
);
