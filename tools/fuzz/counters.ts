/**
 * The name under which instrumented code finds its counters, a `Uint32Array`; by itself, since workers must
 * not load a compiler.
 */
export const COUNTERS = "__fuzzCounters";
