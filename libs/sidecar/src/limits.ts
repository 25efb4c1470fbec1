/** Bounds of parsing and chunking, each with what it guards. */
export const SIDECAR_LIMITS = {
  /**
   * Intended size of a chunk in UTF-16 units. Measured on the retrieval benchmark: 700 to 1,000 rank best,
   * 1,000 makes 1.3 times the chunks of 1,800.
   */
  chunkChars: 1_000,
  /**
   * Neighbours of which one is smaller than this are joined when both fit into one chunk. Measured: 350 gives
   * a fifth fewer chunks than 200 and ranks alike.
   */
  smallChunkChars: 350,
  /**
   * Letters and digits from which on what is smaller than that says something by itself: `return post;` does,
   * `} else {` does not.
   */
  tellingLetters: 10,
  /** A definition smaller than this does not begin a chunk of its own. */
  smallDefinitionChars: 120,
  /** How deep the chunker descends into nodes that are too large. */
  chunkDepth: 6,
  /** Lines of a window where nothing tells where a text can be cut. */
  windowLines: 40,
  /**
   * Progress callbacks of one parse, each some 100 parser operations. A budget by count rather than by time,
   * so that the same file is parsed or given up on every machine alike. Real source needs about one callback
   * for 700 characters, at most one for 33 (Scala; 11,000 files of 20 languages, with a mistake in the middle
   * as well).
   */
  parseCallbacks: 100_000,
  /** What a short text may take of them: this many, and one more for so many characters each. */
  parseCallbacksAtLeast: 2_000,
  charsPerParseCallback: 3,
  /**
   * What the parser is given at once. Grammars with many conflicts jump back and forth, and each jump copies
   * this much: Scala takes a third of the time that it takes with the 5,000 units that the runtime copies of
   * a string; below 128 reading on becomes slower.
   */
  readChars: 256,
  /**
   * How often the parser may come back for a piece of `readChars`, on average. Whole files need up to 45
   * (Scala; others 10), files with an error in the middle up to 85; a scanner that looks for the end of a
   * string at each token needs thousands.
   */
  readsPerPiece: 300,
  /**
   * Brackets that may be open at once. Real source has at most 436, those in texts counted (88,000 files of
   * 22 languages); what a parser does about an error inside of them, and a query about each of them, grows
   * with the square, in 3,000 characters already.
   */
  nesting: 800,
  /** How often a node may be held against a node of a query. Files of 1 MiB need two million at most. */
  querySteps: 50_000_000,
  signatureChars: 240,
  docChars: 200,
  receiverChars: 80,
  /** Names longer than this are no names. */
  nameChars: 200,
  /** Of the names around a symbol, with its own. */
  labelChars: 800,
  /** Symbols, calls and references of one file that are kept. */
  factsPerFile: 20_000,
  /**
   * Calls that a reader of flow takes down of one file, and accesses: there is room for more only where they
   * are written very short.
   */
  sitesPerFile: 100_000,
  /**
   * Keys of one file of data that are its outline, and how deep they may lie. Below the outermost ones they
   * are listed where there is room: one for so many characters, which is about what a symbol takes in an
   * answer, or so many in a short file.
   */
  keysPerFile: 500,
  keyDepth: 3,
  charsPerKey: 200,
  keysAtLeast: 24,
  /** Longer constant texts are neither keys nor names of modules. */
  keyChars: 100,
  /**
   * Numbers that the expressions of one file may take; what comes behind them is left out, which the facts
   * say.
   */
  flowCode: 1_000_000,
  /**
   * How deep a reader of expressions descends; likewise. It is the only limit of depth: what leads through
   * more nodes than that, as paths and casts do, is gone through by loops, so that a file has the same facts
   * however small the stack is.
   */
  flowDepth: 200,
} as const;
