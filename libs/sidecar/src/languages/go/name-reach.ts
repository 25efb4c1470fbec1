/** How far names of Go reach: a name in lower case, to the end of its package. Pure. */
import { type NameReachRule, named, notCovered, open } from "../../name-reach.ts";

const TOP_KINDS = /^(?:function|struct|interface|type|variable|constant)$/;
const EXPORTED = /^\p{Lu}/u;

export const goReach: NameReachRule = {
  reachOf: (symbol, parent) => {
    const reach = named(EXPORTED.test(symbol.name) ? "codebase" : "folder");
    // The label of a method starts with its receiver, which is no symbol around it.
    const isOfType = symbol.kind === "method" || symbol.label !== symbol.name;
    if (symbol.kind === "method" && parent?.kind !== "interface")
      return EXPORTED.test(symbol.name)
        ? open("overrides", "It may implement an interface of another codebase.")
        : reach;
    return parent === null && !isOfType && TOP_KINDS.test(symbol.kind) ? reach : notCovered(symbol);
  },
  speakingComment: /^\/[/*]\s*(?:export|extern|line)\b|^\/\/go:|^\/\*[^]*#/,
};
