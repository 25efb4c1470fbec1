/**
 * Results of container methods in the languages' libraries: lists, dictionaries, options, promises, locks.
 */

/**
 * The result of a container method.
 *
 * - `held`: one of the container's elements
 * - `same`: a container of the same type
 * - `option`: an option of the last type argument (`HashMap<K, V>::get`)
 * - `guard`: used like an element, or unwrapped first
 * - `keys`: a container of the first type argument; `key`: a value of it
 * - `numbered`: pairs of a number and an element
 * - `element`: an iterator that points to an element; for maps, to a pair
 */
export type Given = "held" | "same" | "option" | "guard" | "keys" | "key" | "numbered" | "element";

export interface LibraryMethods {
  /** By the method's name, or by the names of its type and itself. */
  readonly gives: ReadonlyMap<string, Given>;
  /** Members that are read without a call. */
  readonly read: ReadonlySet<string>;
  /**
   * Methods that call a function with the container's elements, by the position of the parameter that
   * receives them.
   */
  readonly callsWithHeld: ReadonlyMap<string, number>;
  /**
   * When a map yields pairs of key and value: only when it is iterated, also to the functions it calls
   * (`always`), or never. A function with more than one parameter receives the parts of the pair.
   */
  readonly pairs: "iterated" | "always" | "never";
  /**
   * Methods of pointers that stand for the value they point to. They return that value, if it has no method
   * of this name itself.
   */
  readonly pointing: ReadonlySet<string>;
  /**
   * Static functions that construct a value of the type they are called on. The language generates them for
   * types that have no function of this name.
   */
  readonly making: ReadonlySet<string>;
}

// For JavaScript, Python and the JVM, Kotlin and C#. A name that occurs in several of them means the same in
// each.
const SAME =
  "filter slice concat sort reverse copy toSorted splice subList stream toList iter clone catch " +
  "finally entries iterator sorted distinct limit skip parallel findFirst findAny or entrySet " +
  "filterNot filterNotNull filterIsInstance sortedBy sortedByDescending sortedDescending sortedWith " +
  "reversed distinctBy drop dropLast dropWhile takeLast takeWhile toMutableList toSet toMutableSet " +
  "filterKeys filterValues toMap toMutableMap toSortedMap asSequence asIterable onEach shuffled " +
  "Where OrderBy OrderByDescending ThenBy ThenByDescending Skip SkipWhile Take TakeWhile ToList " +
  "ToArray ToHashSet ToListAsync ToArrayAsync Distinct DistinctBy Reverse Concat Union AsEnumerable " +
  "AsQueryable AsNoTracking Include FindAll GetAwaiter ConfigureAwait";
const HELD =
  "get pop shift find findLast at first last next remove poll peek setdefault getOrDefault orElse " +
  "orElseGet orElseThrow popleft popitem getFirst getLast " +
  "getValue value Value component2 computeIfAbsent getOrNull getOrElse getOrPut elementAt " +
  "elementAtOrNull firstOrNull lastOrNull single singleOrNull random maxByOrNull minByOrNull maxBy " +
  "minBy removeFirst removeLast removeAt " +
  "await Result GetResult GetOrAdd AddOrUpdate First FirstOrDefault FirstAsync FirstOrDefaultAsync " +
  "Last LastOrDefault Single SingleOrDefault SingleAsync SingleOrDefaultAsync ElementAt " +
  "ElementAtOrDefault MaxBy MinBy Find FindAsync FindLast Peek Pop Dequeue GetValueOrDefault";
/** On pairs. */
const KEY = "getKey key Key component1";
const CALLS =
  "forEach map filter find findIndex some every flatMap then findLast sort anyMatch allMatch noneMatch " +
  "ifPresent ifPresentOrElse removeIf replaceAll compute computeIfPresent mapToInt mapToLong mapToObj " +
  "each any all " +
  "let also onEach mapNotNull filterNot takeWhile dropWhile first firstOrNull last lastOrNull single " +
  "singleOrNull none count sumOf sortedBy sortedByDescending groupBy associateBy associateWith maxBy " +
  "maxByOrNull minBy minByOrNull partition takeIf takeUnless distinctBy " +
  "Select SelectMany Where Any All First FirstOrDefault Last LastOrDefault Single SingleOrDefault " +
  "Count Sum Max Min Average OrderBy OrderByDescending ThenBy ThenByDescending GroupBy ToDictionary " +
  "ToLookup SkipWhile TakeWhile DistinctBy MaxBy MinBy " +
  "ForEach Find FindAll FindIndex FindLast RemoveAll Exists TrueForAll";
const CALLS_LATER = "reduce fold forEachIndexed mapIndexed filterIndexed Aggregate";

/** For languages in which an optional value needs no unwrapping. */
export const LIBRARY_METHODS: LibraryMethods = methods(
  "always",
  { same: SAME, held: HELD, option: "values Values", keys: "keys keySet Keys", key: KEY },
  CALLS,
  CALLS_LATER,
  "key value entries component1 component2 Key Value Keys Values Result",
);
/** For Java and Kotlin, where the keys and values of a map are also read without a call. */
export const JVM_METHODS: LibraryMethods = {
  ...LIBRARY_METHODS,
  read: new Set([...LIBRARY_METHODS.read, "keys", "values"]),
};
/** For JavaScript. */
export const ECMA_METHODS: LibraryMethods = methods(
  "iterated",
  { same: SAME, held: `${HELD} current value`, option: "values", keys: "keys" },
  CALLS,
  CALLS_LATER,
  "current value",
);

/** For C++, including its smart pointers. */
export const CPP_METHODS: LibraryMethods = methods(
  "iterated",
  {
    same: `${SAME} lock`,
    held: `${HELD} front back top second emplace_back release value_or`,
    key: `${KEY} first`,
    element: "begin end cbegin cend rbegin rend crbegin crend find lower_bound upper_bound",
  },
  CALLS,
  CALLS_LATER,
  "first second",
);

/** Methods whose result is a container of the results of the function passed to them. */
export const MAPPING: ReadonlySet<string> = new Set([
  "map",
  "flatMap",
  "mapNotNull",
  "mapIndexed",
  "Select",
  "SelectMany",
]);

/** For Rust, where optional values are `Option`s. */
export const RUST_METHODS: LibraryMethods = {
  ...methods(
    "always",
    {
      same:
        "iter iter_mut into_iter drain filter skip skip_while step_by take take_while rev chain peekable " +
        "cloned copied clone by_ref collect to_vec as_slice as_ref as_mut as_deref as_deref_mut ok ok_or " +
        "ok_or_else or or_else map_err inspect inspect_err context with_context retain sorted upgrade " +
        "downgrade split_off entry",
      option:
        "get get_mut first first_mut last last_mut pop pop_front pop_back front front_mut back " +
        "back_mut next next_back nth peek peek_mut find min max min_by max_by min_by_key max_by_key " +
        "recv try_recv replace get_or_init values values_mut into_values",
      guard:
        "borrow borrow_mut read write lock try_lock try_read try_write lock_owned blocking_lock " +
        "blocking_read blocking_write remove swap_remove insert load",
      keys: "keys into_keys",
      numbered: "enumerate",
      held:
        "unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked into_inner " +
        "get_or_insert get_or_insert_with or_default or_insert or_insert_with Into.into AsRef.as_ref " +
        "AsMut.as_mut Borrow.borrow BorrowMut.borrow_mut ToOwned.to_owned",
    },
    "for_each map filter find any all and_then inspect position take_while skip_while flat_map " +
      "filter_map min_by_key max_by_key partition retain is_some_and is_ok_and then for_each_concurrent " +
      "sort_by_key map_while find_map and_modify",
    "fold try_fold map_or",
  ),
  pointing: new Set(["clone", "deref", "to_owned", "as_ref", "as_mut", "borrow", "borrow_mut"]),
  making: new Set(["default", "from"]),
};

export const DART_METHODS: LibraryMethods = methods(
  "always",
  {
    same:
      "where whereType toList toSet skip take skipWhile takeWhile followedBy sublist getRange reversed " +
      "entries asBroadcastStream distinct timeout whenComplete catchError",
    option: "values",
    keys: "keys",
    held:
      "first last single firstOrNull lastOrNull singleOrNull value current firstWhere lastWhere " +
      "singleWhere firstWhereOrNull elementAt elementAtOrNull removeAt removeLast removeFirst remove " +
      "putIfAbsent lookup",
  },
  "forEach map where any every firstWhere lastWhere singleWhere firstWhereOrNull expand skipWhile " +
    "takeWhile removeWhere retainWhere indexWhere lastIndexWhere sort then listen asyncMap asyncExpand " +
    "reduce",
  "fold",
  "reversed entries values keys first last single firstOrNull lastOrNull singleOrNull value current",
);

export const SWIFT_METHODS: LibraryMethods = methods(
  "always",
  {
    same: "filter sorted reversed shuffled prefix suffix dropFirst dropLast drop lazy",
    option: "values",
    keys: "keys",
    numbered: "enumerated",
    held:
      "first last value element randomElement removeFirst removeLast popFirst popLast remove removeValue " +
      "updateValue min max",
  },
  "forEach map filter compactMap flatMap first last contains allSatisfy sorted sort min max drop " +
    "prefix removeAll firstIndex lastIndex",
  "reduce",
  "lazy values keys first last value element",
);

export const SCALA_METHODS: LibraryMethods = methods(
  "always",
  {
    same:
      "filter filterNot withFilter take drop takeRight dropRight takeWhile dropWhile tail init reverse " +
      "distinct distinctBy toList toSeq toVector toSet toArray toIndexedSeq iterator sorted sortBy " +
      "sortWith orElse slice concat appended prepended recover recoverWith toOption view",
    option: "headOption lastOption find values minByOption maxByOption",
    keys: "keys keySet",
    guard: "get",
    held: "apply head last next max min maxBy minBy getOrElse orNull dequeue remove result value _2",
  },
  "foreach map flatMap filter filterNot withFilter find exists forall count collect sortBy groupBy " +
    "partition takeWhile dropWhile span maxBy minBy distinctBy andThen tapEach",
  "",
  "tail init reverse distinct toList toSeq toVector toSet toArray toIndexedSeq iterator sorted " +
    "headOption lastOption values keys keySet head last get max min result value _2 toOption view",
);

/** Names of containers whose elements are pairs. */
export const PAIRED = /(?:Map(?:Of)?|mapOf|Dictionary|\.enumerated?|^std\.\w*map)\b/;

function methods(
  pairs: LibraryMethods["pairs"],
  given: Partial<Record<Given, string>>,
  calls: string,
  callsLater: string,
  read = "",
): LibraryMethods {
  const names = (text: string): string[] => text.split(" ");
  return {
    pairs,
    read: new Set(names(read)),
    pointing: new Set(),
    making: new Set(),
    gives: new Map(
      Object.entries(given).flatMap(([kind, text]) =>
        names(text).map((name): [string, Given] => [name, kind as Given]),
      ),
    ),
    callsWithHeld: new Map([
      ...names(calls).map((name): [string, number] => [name, 0]),
      ...names(callsLater).map((name): [string, number] => [name, 1]),
    ]),
  };
}
