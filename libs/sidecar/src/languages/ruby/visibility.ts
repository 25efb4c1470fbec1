/** Visibility of methods in Ruby: a bare `private` applies to what follows it in its class. Pure. */
import { lastBefore, type VisibilityRule, wordsWithin } from "../../visibility.ts";

const SECTION = /^[ \t]*(public|protected|private)[ \t]*$/gm;
const NAMED = /^[ \t]*private(?:_class_method|_constant)?[ (]+((?::\w+[?!=]?[\s,]*)+)/gm;
/** Directly before a definition: `private def x`. */
const INLINE = /\bprivate(?:_class_method)?[ (]+$/;
const INLINE_CHARS = 30;

export const rubyVisibility: VisibilityRule = {
  module: "file",
  open: (file) => {
    const { code } = file;
    const sections = wordsWithin(file, SECTION, ({ kind }) => kind === "class" || kind === "module");
    const lists = [...code.matchAll(NAMED)].map(([, list = ""]) => list);
    const named = new Set(lists.flatMap((list) => list.match(/\w+[?!=]?/g) ?? []));
    return (symbol, parent) => {
      if (named.has(symbol.name)) return false;
      if (symbol.kind !== "method" && symbol.kind !== "property") return true;
      if (INLINE.test(code.slice(Math.max(0, symbol.start - INLINE_CHARS), symbol.start))) return false;
      if (/^def self\./.test(symbol.signature ?? "")) return true;
      return lastBefore(sections.get(parent) ?? [], symbol.start) !== "private";
    };
  },
};
