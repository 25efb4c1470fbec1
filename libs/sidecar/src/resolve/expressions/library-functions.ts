/** What functions of libraries do with what they are handed first, by their names. */
import type { Value } from "../values.ts";

/** They give that, or what does the same: `functools.partial(f, 1)` is called like `f`. */
const FORWARDING: ReadonlySet<string> = new Set([
  "functools.partial", "functools.wraps", "functools.lru_cache", "functools.cache", "copy.copy", "copy.deepcopy", "list", "sorted", "reversed", "tuple", "set", "frozenset", "iter",
  "Object.freeze", "Object.assign", "Array.from", "Promise.resolve", "std.mem.take", "std.mem.replace",
]);

/** In whichever library: what they give calls that, later, seldomer or once, and is a function of its own. */
const WRAPPER = /(?:^|[./])(?:debounce|throttle|memoize|memoizee|once|promisify|useCallback|useDebouncedCallback|useEvent|useEffectEvent|useMemoizedFn)(?:\.default)?$/;

/** The same, in whichever library: `Objects.requireNonNull(x)`, Kotlin's `checkNotNull(x)`, `Collections.unmodifiableList(all)`. */
const GIVING_BACK = /(?:^|[./])(?:requireNonNull(?:Else|ElseGet)?|requireNotNull|checkNotNull|Collections\.(?:unmodifiable|synchronized)\w+|(?:Arrays|(?:Immutable)?(?:List|Set|Map)|EnumSet)\.copyOf(?:Range)?)$/;

/** They give one of what it holds; where nothing is known of that, of the result neither. */
const PICKING: ReadonlySet<string> = new Set(["max", "min", "next", "random.choice", "heapq.heappop"]);

/** The same, in whichever library: `useContext(Theme)`, `unref(server)`. */
const HOLDER_READER = /(?:^|[./])(?:useContext|useContextSelector|unref|toValue)$/;

export function isForwarding(value: Value): boolean {
  return value.kind === "external" && (FORWARDING.has(value.name) || GIVING_BACK.test(value.name) || isWrapper(value));
}

export function isWrapper(value: Value): boolean {
  return value.kind === "external" && WRAPPER.test(value.name);
}

export function isPicking(value: Value): boolean {
  return value.kind === "external" && (PICKING.has(value.name) || HOLDER_READER.test(value.name));
}

/** A list of promises, as it is written down, is what they give. */
export function isAwaitingAll(value: Value): boolean {
  return value.kind === "external" && value.name === "Promise.all";
}
