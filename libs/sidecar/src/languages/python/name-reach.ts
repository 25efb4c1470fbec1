/** How far names of Python reach. Pure. */
import { type NameReachRule, named, notCovered, open } from "../../name-reach.ts";

const TOP_KINDS = /^(?:class|function|variable|constant)$/;
const DUNDER = /^__\w+__$/;

export const pythonReach: NameReachRule = {
  reachOf: (symbol, parent, { path }) => {
    if (path.endsWith(".pyi")) return open("outside", "It declares something that is defined elsewhere.");
    if (DUNDER.test(symbol.name)) return open("language", "Python uses such names by itself.");
    if (parent === null && symbol.label === symbol.name)
      return TOP_KINDS.test(symbol.kind) ? named("codebase") : notCovered(symbol);
    if (parent?.kind === "function" && symbol.kind === "function") return named("file");
    return open("dynamic", "Members can be reached by computed names (getattr).");
  },
  speakingComment: /^#\s*type:/,
};
