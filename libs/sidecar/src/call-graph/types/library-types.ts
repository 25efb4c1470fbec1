/**
 * Types of the Java library by simple name, with the base types of those widely used. Overload resolution
 * needs them.
 */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  "ArrayList LinkedList Vector CopyOnWriteArrayList ImmutableList Stack": ["List", "Collection", "Iterable"],
  "List Set Queue Deque SortedSet": ["Collection", "Iterable"],
  "HashSet LinkedHashSet TreeSet EnumSet ImmutableSet": ["Set", "Collection", "Iterable"],
  "ArrayDeque PriorityQueue": ["Deque", "Queue", "Collection", "Iterable"],
  Collection: ["Iterable"],
  "HashMap LinkedHashMap TreeMap ConcurrentHashMap EnumMap WeakHashMap Hashtable ImmutableMap SortedMap ConcurrentMap":
    ["Map"],
  "StringBuilder StringBuffer": ["CharSequence", "Appendable", "Comparable", "Serializable"],
  "StringWriter PrintWriter FileWriter BufferedWriter OutputStreamWriter": [
    "Writer",
    "Appendable",
    "Closeable",
    "AutoCloseable",
  ],
  Writer: ["Appendable", "Closeable", "AutoCloseable"],
  "StringReader InputStreamReader BufferedReader FileReader": ["Reader", "Closeable", "AutoCloseable"],
  Reader: ["Closeable", "AutoCloseable"],
  "ByteArrayInputStream FileInputStream BufferedInputStream": ["InputStream", "Closeable", "AutoCloseable"],
  InputStream: ["Closeable", "AutoCloseable"],
  "ByteArrayOutputStream FileOutputStream BufferedOutputStream": [
    "OutputStream",
    "Closeable",
    "AutoCloseable",
  ],
  PrintStream: ["OutputStream", "Appendable", "Closeable", "AutoCloseable"],
  OutputStream: ["Closeable", "AutoCloseable"],
  "ParameterizedType WildcardType GenericArrayType TypeVariable": ["Type"],
  Class: ["Type", "AnnotatedElement", "Serializable"],
  "BigDecimal BigInteger AtomicInteger AtomicLong": ["Number", "Comparable", "Serializable"],
  GregorianCalendar: ["Calendar", "Comparable", "Serializable"],
  Timestamp: ["Date", "Comparable", "Serializable"],
  "Date LocalDate LocalDateTime Instant Duration Locale UUID Calendar Pattern Optional": [
    "Comparable",
    "Serializable",
  ],
};

const SUPERTYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(DERIVED).flatMap(([names, above]) => names.split(" ").map((name) => [name, above])),
);
const KNOWN: ReadonlySet<string> = new Set([...SUPERTYPES.keys(), ...[...SUPERTYPES.values()].flat()]);

const EXCEPTIONS = ["Exception", "Throwable"];

/**
 * Steps from a type up to `above`; null if that is no base type of it; undefined if one of the two is
 * unknown.
 */
export function stepsUp(type: string, above: string): number | null | undefined {
  if (type.endsWith("Exception") && EXCEPTIONS.includes(above)) return EXCEPTIONS.indexOf(above) + 1;
  if (!SUPERTYPES.has(type) || !KNOWN.has(above)) return undefined;
  const at = SUPERTYPES.get(type)?.indexOf(above) ?? -1;
  return at < 0 ? null : at + 1;
}

/** Results of Java library methods that are the same for every type. */
const GIVES: Readonly<Record<string, string>> = {
  boolean:
    "equals equalsIgnoreCase isEmpty isBlank contains containsKey containsValue startsWith endsWith " +
    "hasNext matches booleanValue isInstance isPresent parseBoolean isArray isAssignableFrom",
  byte: "byteValue parseByte",
  char: "charAt charValue",
  double: "doubleValue parseDouble nextDouble",
  float: "floatValue parseFloat nextFloat",
  short: "shortValue parseShort",
  int:
    "length size indexOf lastIndexOf compareTo compareToIgnoreCase compare hashCode intValue ordinal " +
    "parseInt nextInt bitCount identityHashCode",
  long: "longValue parseLong nextLong currentTimeMillis nanoTime toMillis toNanos toEpochMilli",
  String:
    "toString getName getSimpleName getCanonicalName getTypeName getMessage getLocalizedMessage " +
    "substring toLowerCase toUpperCase trim strip lineSeparator readLine toHexString toBinaryString " +
    "getCurrencyCode toLanguageTag",
  Class: "TYPE getClass getComponentType getSuperclass getDeclaringClass forName",
  Iterator: "iterator",
  List: "asList singletonList emptyList subList",
  Set: "keySet entrySet singleton emptySet",
  Map: "emptyMap singletonMap",
  "[]": "toCharArray getBytes toArray",
};
const RESULTS: ReadonlyMap<string, string> = new Map(
  Object.entries(GIVES).flatMap(([type, methods]) => methods.split(" ").map((method) => [method, type])),
);
/**
 * Methods of `String` that return a string, and methods that return an object of the type they are called on.
 */
const TEXT_TO_TEXT: ReadonlySet<string> = new Set([
  "replace",
  "replaceAll",
  "replaceFirst",
  "repeat",
  "concat",
  "format",
  "join",
  "valueOf",
  "intern",
]);
const TO_OWN_TYPE: ReadonlySet<string> = new Set([
  "valueOf",
  "getInstance",
  "of",
  "copyOf",
  "noneOf",
  "allOf",
  "compile",
  "now",
]);

/** The result type of a library method; undefined if unknown. */
export function resultOf(owner: string, method: string): string | undefined {
  if (owner === "String" && TEXT_TO_TEXT.has(method)) return "String";
  if (TO_OWN_TYPE.has(method) && /^\p{Lu}.*\p{Ll}/u.test(owner)) return owner;
  return owner === "" ? undefined : RESULTS.get(method);
}
