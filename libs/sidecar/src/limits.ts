/** Limits of parsing and chunking, each with what it guards. */
export const SIDECAR_LIMITS = {
  /**
   * Intended size of a chunk in UTF-16 units. Measured on the retrieval benchmark: 700 to 1,000 rank best,
   * 1,000 makes 1.3 times the chunks of 1,800.
   */
  chunkChars: 1_000,
  /**
   * A chunk smaller than this is joined with its neighbour if both fit into one chunk. Measured: 350 gives a
   * fifth fewer chunks than 200 and ranks alike.
   */
  smallChunkChars: 350,
  /**
   * Minimum of letters and digits for a small piece of code to be worth a chunk of its own: `return post;`
   * has enough, `} else {` has not.
   */
  tellingLetters: 10,
  /** A definition smaller than this does not start a chunk of its own. */
  smallDefinitionChars: 120,
  /** Of comments, decorators and attributes above a name, this much is in the same chunk as the name. */
  headerChars: 500,
  /** How deep the chunker descends into nodes that are too large. */
  chunkDepth: 6,
  /** Lines of a window, for texts without boundaries to cut at. */
  windowLines: 40,
  /**
   * Progress callbacks of one parse, each after about 100 parser operations. The budget is a count rather
   * than a time, so that the parser gives up on the same files on every machine. Real source needs about one
   * callback for 700 characters, at most one for 33 (Scala; 11,000 files of 20 languages, also with a mistake
   * in the middle).
   */
  parseCallbacks: 100_000,
  /** Callbacks that a short text may use: a minimum, and one more for every few characters. */
  parseCallbacksAtLeast: 2_000,
  charsPerParseCallback: 3,
  /**
   * Text passed to the parser at a time, in UTF-16 units. Grammars with many conflicts jump back and forth,
   * and each jump copies this much: Scala takes a third of the time that it takes with the 5,000 units that
   * the runtime copies of a string; below 128, sequential reading becomes slower.
   */
  readChars: 256,
  /**
   * How often the parser may request a piece of `readChars`, on average. Whole files need up to 45 (Scala;
   * others 10), files with an error in the middle up to 85; a scanner that searches for the end of a string
   * at each token needs thousands.
   */
  readsPerPiece: 300,
  /**
   * Brackets that may be open at once. Real source has at most 436, including those in string literals
   * (88,000 files of 22 languages). The time for error recovery inside brackets, and for queries about each
   * of them, grows quadratically: 3,000 characters are already too slow.
   */
  nesting: 800,
  /** Comparisons of a node with a node of a query pattern. Files of 1 MiB need two million at most. */
  querySteps: 50_000_000,
  /** A file is worth repairing if this much of it could not be parsed, whichever is less. */
  damagedChars: 300,
  damagedShare: 0.1,
  /**
   * Characters that the repair of a file may parse: for each character of the file, for short files, and the
   * cost of starting a parse. Mistakes in real files take three to five for each character.
   */
  repairChars: 8,
  repairCharsAtLeast: 20_000,
  repairCharsEach: 100,
  /** A longer unit is not tried together with its neighbours. */
  repairPairChars: 2_000,
  /** How deep the repair descends, and how many members it tries before it gives up what surrounds them. */
  repairDepth: 8,
  repairSamples: 3,
  signatureChars: 240,
  docChars: 200,
  receiverChars: 80,
  /** Longer names are ignored. */
  nameChars: 200,
  /** Length of a symbol's label. */
  labelChars: 800,
  /** Symbols, calls and references that are kept per file. */
  factsPerFile: 20_000,
  /** Calls, and accesses, that a reader records per file. Only extremely terse text reaches this. */
  sitesPerFile: 100_000,
  /**
   * Keys of a data file in its outline, and how deep they may be nested. Nested keys are listed up to a
   * budget: one key per `charsPerKey` characters, about what a symbol takes in an answer, or `keysAtLeast` in
   * a short file.
   */
  keysPerFile: 500,
  keyDepth: 3,
  charsPerKey: 200,
  keysAtLeast: 24,
  /** Longer constant strings are treated neither as keys nor as module names. */
  keyChars: 100,
  /** Numbers that the expressions of one file may take. What follows is left out, and the facts say so. */
  flowCode: 1_000_000,
  /**
   * How deep a reader of expressions descends; what is deeper is left out, and the facts say so. This is
   * the only limit on depth: longer chains of nodes, such as paths and casts, are read by loops, so that a
   * file's facts do not depend on the stack size.
   */
  flowDepth: 200,
} as const;
