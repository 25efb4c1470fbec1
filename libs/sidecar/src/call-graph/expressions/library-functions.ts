/** Library functions by name, grouped by what they do with their first argument. */
import type { ExternalValue, Value } from "../values.ts";

/**
 * They return their argument, or something that behaves like it: `functools.partial(f, 1)` is called like
 * `f`.
 */
const FORWARDING: ReadonlySet<string> = new Set([
  "functools.partial",
  "functools.wraps",
  "functools.lru_cache",
  "functools.cache",
  "copy.copy",
  "copy.deepcopy",
  "list",
  "sorted",
  "reversed",
  "tuple",
  "set",
  "frozenset",
  "iter",
  "asyncio.run",
  "asyncio.wait_for",
  "asyncio.shield",
  "asyncio.create_task",
  "asyncio.ensure_future",
  "Object.freeze",
  "Object.assign",
  "Array.from",
  "Promise.resolve",
  "structuredClone",
  "std.mem.take",
  "std.mem.replace",
]);

/** From any library: they return a new function that calls the argument, only later, less often or once. */
const WRAPPER =
  /(?:^|[./])(?:debounce|throttle|memoize|memoizee|once|promisify|useCallback|useDebouncedCallback|useEvent|useEffectEvent|useMemoizedFn)(?:\.default)?$/;

/**
 * From any library: they return their argument, like `Objects.requireNonNull(x)`, Kotlin's `checkNotNull(x)`
 * and `Collections.unmodifiableList(all)`.
 */
const GIVING_BACK =
  /(?:^|[./])(?:requireNonNull(?:Else|ElseGet)?|requireNotNull|checkNotNull|Collections\.(?:unmodifiable|synchronized)\w+|(?:Arrays|(?:Immutable)?(?:List|Set|Map)|EnumSet)\.copyOf(?:Range)?)$/;

/** They return one element of their argument. If the elements are unknown, so is the result. */
const PICKING: ReadonlySet<string> = new Set([
  "max",
  "min",
  "next",
  "random.choice",
  "heapq.heappop",
  "array_pop",
  "array_shift",
  "end",
  "current",
  "reset",
]);

/** The same, from any library: `useContext(Theme)`, `unref(server)`. */
const HOLDER_READER = /(?:^|[./])(?:useContext|useContextSelector|unref|toValue)$/;

/** Whether a library function returns its first argument, or something that is called like it. */
export function isForwarding(value: Value): boolean {
  return (
    value.kind === "external" &&
    (FORWARDING.has(value.name) || GIVING_BACK.test(value.name) || isWrapper(value))
  );
}

/** Whether a library function returns a new function that calls its first argument. */
export function isWrapper(value: Value): boolean {
  return value.kind === "external" && WRAPPER.test(value.name);
}

/** Whether a library function returns one element of its first argument. */
export function isPicking(value: Value): boolean {
  return value.kind === "external" && (PICKING.has(value.name) || HOLDER_READER.test(value.name));
}

/** They return an object of the class that is their argument: Python's `object.__new__(cls)`. */
export function isMaking(value: Value): boolean {
  return value.kind === "external" && /(?:^|\.)__new__$/.test(value.name);
}

/** They return values that the codebase created or named elsewhere, which may be anything. */
const GIVING_ANYTHING: ReadonlySet<string> = new Set([
  "getattr",
  "eval",
  "__import__",
  "importlib.import_module",
  "functools.reduce",
  "pickle.load",
  "pickle.loads",
  "Reflect.get",
  "Reflect.construct",
  "array_reduce",
  "call_user_func",
  "call_user_func_array",
  "unserialize",
]);

/** Methods of containers without declared element types. They return what was put into them. */
const TAKING_OUT =
  /(?:^|[.\\])(?:Map|WeakMap|WeakRef|AsyncLocalStorage|deque|dict|OrderedDict|defaultdict|ChainMap|WeakKeyDictionary|WeakValueDictionary|\w*Queue|ContextVar|Spl\w+|ArrayObject|ArrayIterator)\.(?:get|get_nowait|pop|popleft|popitem|setdefault|shift|deref|getStore|dequeue|top|bottom|current|offsetGet|extract)$/;

/** Whether a function may return anything. For dynamically typed languages. */
export function isGivingAnything({ name }: ExternalValue): boolean {
  return GIVING_ANYTHING.has(name) || TAKING_OUT.test(name);
}

const FILLED_BY_ANYONE =
  /(?:^|\.)(?:threading\.local|asgiref\.local\.Local|SimpleNamespace|argparse\.Namespace|flask\.g)$/;

/** Whether an object of a library has the members that the codebase assigns to it. */
export function isFilledByAnyone({ name }: ExternalValue): boolean {
  return FILLED_BY_ANYONE.test(name);
}
