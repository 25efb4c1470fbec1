// AssemblyScript, compiled by tools/kernel/generate.ts: what works in the memory of the parser's runtime,
// beside the runtime.
export { begin, end, read, progress } from "./parser-text.as";
export { endingCount, needsFrames, useGrammar, useFrames, open, readNodes, isDone } from "./parser-trees.as";
