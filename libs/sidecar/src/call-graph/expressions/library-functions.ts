/** What functions of libraries do with what they are handed first, by their names. */
import type { ExternalValue, Value } from "../values.ts";

/** They give that, or what does the same: `functools.partial(f, 1)` is called like `f`. */
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

/** In whichever library: what they give calls that, later, seldomer or once, and is a function of its own. */
const WRAPPER =
  /(?:^|[./])(?:debounce|throttle|memoize|memoizee|once|promisify|useCallback|useDebouncedCallback|useEvent|useEffectEvent|useMemoizedFn)(?:\.default)?$/;

/**
 * The same, in whichever library: `Objects.requireNonNull(x)`, Kotlin's `checkNotNull(x)`,
 * `Collections.unmodifiableList(all)`.
 */
const GIVING_BACK =
  /(?:^|[./])(?:requireNonNull(?:Else|ElseGet)?|requireNotNull|checkNotNull|Collections\.(?:unmodifiable|synchronized)\w+|(?:Arrays|(?:Immutable)?(?:List|Set|Map)|EnumSet)\.copyOf(?:Range)?)$/;

/** They give one of what it holds; where nothing is known of that, of the result neither. */
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

/** The same, in whichever library: `useContext(Theme)`, `unref(server)`. */
const HOLDER_READER = /(?:^|[./])(?:useContext|useContextSelector|unref|toValue)$/;

export function isForwarding(value: Value): boolean {
  return (
    value.kind === "external" &&
    (FORWARDING.has(value.name) || GIVING_BACK.test(value.name) || isWrapper(value))
  );
}

export function isWrapper(value: Value): boolean {
  return value.kind === "external" && WRAPPER.test(value.name);
}

export function isPicking(value: Value): boolean {
  return value.kind === "external" && (PICKING.has(value.name) || HOLDER_READER.test(value.name));
}

/** They give an object of that class: Python's `object.__new__(cls)`. */
export function isMaking(value: Value): boolean {
  return value.kind === "external" && /(?:^|\.)__new__$/.test(value.name);
}

/** They give what the codebase has put there, made or named elsewhere: anything. */
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

/** Of containers that do not say what they hold: what was put into them. */
const TAKING_OUT =
  /(?:^|[.\\])(?:Map|WeakMap|WeakRef|AsyncLocalStorage|deque|dict|OrderedDict|defaultdict|ChainMap|WeakKeyDictionary|WeakValueDictionary|\w*Queue|ContextVar|Spl\w+|ArrayObject|ArrayIterator)\.(?:get|get_nowait|pop|popleft|popitem|setdefault|shift|deref|getStore|dequeue|top|bottom|current|offsetGet|extract)$/;

/** Of languages whose variables hold anything. */
export function isGivingAnything({ name }: ExternalValue): boolean {
  return GIVING_ANYTHING.has(name) || TAKING_OUT.test(name);
}

const FILLED_BY_ANYONE =
  /(?:^|\.)(?:threading\.local|asgiref\.local\.Local|SimpleNamespace|argparse\.Namespace|flask\.g)$/;

/** Objects of libraries that have the members which the codebase puts there. */
export function isFilledByAnyone({ name }: ExternalValue): boolean {
  return FILLED_BY_ANYONE.test(name);
}
