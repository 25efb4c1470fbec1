/** How far names of Java reach. Pure. */
import { type NameReachRule, named, notCovered, open } from "../../name-reach.ts";
import { modifiersOf } from "../../visibility.ts";

const TYPES = /^(?:class|interface|enum)$/;

export const javaReach: NameReachRule = {
  reachOf: (symbol) => {
    if (TYPES.test(symbol.kind)) return named("codebase");
    if (symbol.kind !== "method") return notCovered(symbol);
    const modifiers = modifiersOf(symbol);
    if (/\bprivate\b/.test(modifiers)) return named("file", { byText: true });
    return /\bstatic\b/.test(modifiers)
      ? named("codebase")
      : open("overrides", "It may implement an interface for a subclass, or override a method.");
  },
  speakingComment: /\{@link\s*$/,
};
