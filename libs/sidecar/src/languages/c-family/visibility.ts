/** What other files of C and C++ can use: declarations in headers, but for private members. Pure. */
import { lastBefore, modifiersOf, type VisibilityRule, wordsWithin } from "../../visibility.ts";

const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|txx|cuh|inc)$/i;
const MODULE_UNIT = /\.(?:cppm|ixx|mpp)$/i;
/** An access specifier; Qt's slots have one more word. */
const ACCESS = /\b(public|protected|private)\s*(?:\w+\s*)?:(?!:)/g;
/** Names that headers hide by convention. */
const HIDDEN_SCOPE = /^(?:detail|details|internal|impl|priv|_\w*)$/;

export const cVisibility: VisibilityRule = {
  module: "file",
  open: (file) => {
    if (!HEADER.test(file.path) && !MODULE_UNIT.test(file.path)) return () => false;
    const accesses = wordsWithin(file, ACCESS, ({ kind }) => kind === "class" || kind === "struct");
    return (symbol, parent) => {
      if (symbol.kind === "namespace") return !HIDDEN_SCOPE.test(symbol.name);
      if (MODULE_UNIT.test(file.path) && parent === null && !/\bexport\b/.test(modifiersOf(symbol)))
        return false;
      if (parent === null || (parent.kind !== "class" && parent.kind !== "struct")) return true;
      const word = lastBefore(accesses.get(parent) ?? [], symbol.start);
      return (word ?? (parent.kind === "class" ? "private" : "public")) !== "private";
    };
  },
};
