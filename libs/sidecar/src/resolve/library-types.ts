/** What widely used types of the Java library are derived from, by their simple names: overloads are told apart by it. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  "ArrayList LinkedList Vector CopyOnWriteArrayList ImmutableList Stack": ["List", "Collection", "Iterable"],
  "List Set Queue Deque SortedSet": ["Collection", "Iterable"],
  "HashSet LinkedHashSet TreeSet EnumSet ImmutableSet": ["Set", "Collection", "Iterable"],
  "ArrayDeque PriorityQueue": ["Deque", "Queue", "Collection", "Iterable"],
  Collection: ["Iterable"],
  "HashMap LinkedHashMap TreeMap ConcurrentHashMap EnumMap WeakHashMap Hashtable ImmutableMap SortedMap ConcurrentMap": ["Map"],
  "StringBuilder StringBuffer": ["CharSequence", "Appendable", "Comparable", "Serializable"],
  "StringWriter PrintWriter FileWriter BufferedWriter OutputStreamWriter": ["Writer", "Appendable", "Closeable", "AutoCloseable"],
  Writer: ["Appendable", "Closeable", "AutoCloseable"],
  "StringReader InputStreamReader BufferedReader FileReader": ["Reader", "Closeable", "AutoCloseable"],
  Reader: ["Closeable", "AutoCloseable"],
  "ByteArrayInputStream FileInputStream BufferedInputStream": ["InputStream", "Closeable", "AutoCloseable"],
  InputStream: ["Closeable", "AutoCloseable"],
  "ByteArrayOutputStream FileOutputStream BufferedOutputStream": ["OutputStream", "Closeable", "AutoCloseable"],
  PrintStream: ["OutputStream", "Appendable", "Closeable", "AutoCloseable"],
  OutputStream: ["Closeable", "AutoCloseable"],
  "ParameterizedType WildcardType GenericArrayType TypeVariable": ["Type"],
  Class: ["Type", "AnnotatedElement", "Serializable"],
  "BigDecimal BigInteger AtomicInteger AtomicLong": ["Number", "Comparable", "Serializable"],
  "Date Timestamp LocalDate LocalDateTime Instant Duration Locale UUID Calendar GregorianCalendar Pattern Optional": ["Comparable", "Serializable"],
};

const SUPERTYPES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(DERIVED).flatMap(([names, above]) => names.split(" ").map((name) => [name, above])));
const KNOWN: ReadonlySet<string> = new Set([...SUPERTYPES.keys(), ...[...SUPERTYPES.values()].flat()]);

/** Steps from a type up to another; null where there is no way; undefined where one of them is not known. */
export function stepsUp(type: string, above: string): number | null | undefined {
  if (!SUPERTYPES.has(type) || !KNOWN.has(above)) return undefined;
  const at = SUPERTYPES.get(type)?.indexOf(above) ?? -1;
  return at < 0 ? null : at + 1;
}
