/**
 * The global name of the counters, a `Uint32Array`, in instrumented code. It has its own file because workers
 * must not load a compiler.
 */
export const COUNTERS = "__fuzzCounters";
