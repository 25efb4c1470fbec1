// AssemblyScript, compiled by tools/kernel/generate.ts: code that works in the memory of the parser's
// runtime.
export { begin, end, read, progress } from "./parser-text.as";
export { endingCount, needsFrames, useGrammar, useFrames, open, readNodes, isDone } from "./parser-trees.as";
