/**
 * All constants of ranking, with their meaning. For the method and measurements, see docs/ranking.md. Weights
 * are round on purpose: weights fitted to a few hundred questions do not carry over to other repositories.
 */
import type { EmbedderPace } from "../../embed/embedder.ts";

/** Weight of each signal in a file's score; each signal is between 0 and 1. */
export const SIGNAL_WEIGHTS = {
  /** BM25 of the file's best chunk, relative to the best of all files. */
  bestChunk: 1,
  /** How much of the file's text matches: the sum of BM25 over its good chunks. */
  chunkSum: 0.2,
  /** BM25 over comments and docstrings, the words that people wrote about the code. */
  comments: 0.2,
  /** Share of the question's words that the best chunk contains, weighted by idf. */
  coverage: 0.2,
  /** Length: more happens in a file with more lines. */
  size: 0.2,
  /** Closeness of the file's closest chunk. */
  denseChunk: 0.4,
  /** Closeness of the file as a whole. */
  denseFile: 0.4,
  /** How many chunks are close to the question. */
  denseSum: 0.2,
  /** Closeness of the path's words. */
  densePath: 0.2,
  /** The question contains every part of the file's name. */
  nameMatch: 0.4,
  /** The file defines an identifier that the question spells out. */
  exactSymbol: 0.6,
  /** The file has the definition that the question looks up. */
  definition: 3,
  /** How many files import this one. */
  imported: 0.2,
  /** BM25 over the subjects of the commits that changed the file, relative to the best of all files. */
  history: 0.8,
  /**
   * The question names the file by its path, alone or in a stack frame. About as strong as all other signals
   * together.
   */
  mentioned: 3,
  /**
   * The file contains a text that the question quotes, an error message in it, or the whole question word for
   * word.
   */
  quoted: 1,
} as const;
export type SignalName = keyof typeof SIGNAL_WEIGHTS;

/** Weight of `exactSymbol` in a one-word question, where most likely the definition is wanted. */
export const ONE_WORD_EXACT_WEIGHT = 1;
/**
 * Weight of `quoted` if the question looks like program output, where most likely the line that prints it is
 * wanted.
 */
export const MESSAGE_QUOTED_WEIGHT = 1.5;
/** Weight of `quoted` if the question has a sign such as `??=`, which few files have. */
export const SIGN_QUOTED_WEIGHT = 3;
/**
 * Weight of a chunk that matches most of a message without its values, relative to one that matches most of
 * it with the values.
 */
export const OWN_WORDS_SHARE = 0.8;
/** Share of `exactSymbol` for a header that declares what another file defines. */
export const DECLARED_SHARE = 0.5;
/** From this value of `quoted` on, a file contains the whole question; leaves room for rounding. */
export const QUOTED_IN_FULL = 0.99;
/** Value of `exactSymbol` for a capitalized word, which may also be the beginning of a sentence. */
export const CAPITALISED_EXACT = 0.4;
/** Value of `exactSymbol` for a lower-case word that is described as a function: "where is parse called". */
export const SPOKEN_EXACT = 0.7;

/**
 * Shares of `definition`: for a symbol of a kind close to the question's keyword (an interface for "class"),
 * and of any other kind; for a variable or field in a question without a keyword; for a symbol inside another
 * one; and for a declaration of one line.
 */
export const DEFINITION_SHARES = {
  alikeKind: 0.6,
  otherKind: 0.4,
  value: 0.15,
  inner: 0.7,
  short: 0.8,
} as const;

/** From this value of `definition` on, the first file answers a look-up with high confidence. */
export const CONFIDENT_DEFINITION = 0.4;

/** Certainty that a name is meant if a misspelled identifier is within a typo of it. */
export const TYPO_CERTAINTY = 0.7;

/** Most candidates per retriever. */
export const RETRIEVER_LIMITS = {
  /** Files by closeness. */
  denseFiles: 40,
  /** Files that define an identifier of the question. */
  definingFiles: 20,
  /** Files that define the name that the question looks up; their symbols are read. */
  lookedUpFiles: 60,
  /** Files whose commits contain most of the question. */
  historyFiles: 20,
  /**
   * Files whose name shares a word with the question. If there are more, the word is too common and none is
   * taken.
   */
  namedFiles: 200,
} as const;
/** If more files contain the signs of a question than this, the signs say nothing about any of them. */
export const MAX_FILES_OF_SIGN = 50;
/**
 * Files that contain what results must contain, of which the best are shown. More than any answer has, so
 * that rank decides among them.
 */
export const MAX_REQUIRED_FILES = 200;
/**
 * Most bytes of text that a scan reads: about two seconds for required texts. Unlike a deadline, a limit in
 * bytes always gives the same answer. Signs only affect the order of results.
 */
export const MAX_SCANNED_BYTES = { required: 256 * 1024 * 1024, signs: 64 * 1024 * 1024 } as const;

/**
 * Candidates whose text is read for `coverage` and `quoted`. Far more than an answer shows; reading texts is
 * the slow part.
 */
export const COVERAGE_FILES = 60;
/** A chunk counts for `chunkSum` from this share of the best score on. */
export const GOOD_CHUNK_SHARE = 0.5;
/** From this share of the best score on, a chunk's text is compared with a question that quotes nothing. */
export const WORDING_CHUNK_SHARE = 0.6;
/**
 * The same for program output. Values weigh most in that score, and the line that prints the message has none
 * of them.
 */
export const MESSAGE_CHUNK_SHARE = 0.3;
/** A chunk counts for `denseSum` from this normalized closeness on. */
export const CLOSE_CHUNK = 0.7;
/** A file of e^8 ≈ 3,000 lines has the full `size`. */
export const SIZE_SCALE = 8;

/**
 * Weights, besides BM25, for choosing the chunk of a file that is shown. BM25 and closeness are reduced by
 * `imports` × the squared share of import lines.
 */
export const SHOWN_CHUNK = {
  imports: 0.5,
  dense: 0.5,
  /** Factor for the tests in a source file, unless the question asks for tests. */
  test: 0.1,
  defines: 0.3,
  /** For a definition whose name consists of words of the question. */
  named: 0.3,
  definesOneWord: 2,
  quoted: 1,
  mentionedLine: 4,
} as const;

/**
 * Limits by the pace of the embedder: results per answer, which is also the number of files that a reranker
 * reads, and whether a reranker is used at all.
 */
export const PACES: Readonly<Record<EmbedderPace, { readonly maxLimit: number; readonly reranks: boolean }>> =
  {
    fast: { maxLimit: 50, reranks: true },
    standard: { maxLimit: 30, reranks: true },
    slow: { maxLimit: 15, reranks: false },
  };

export const RERANK = {
  /** Most characters sent per file; most chunks are shorter than a quarter of it. */
  maxTextChars: 4_000,
  /**
   * Distance between the scores of files that scored the same before reranking. Larger than the rounding of
   * scores in answers.
   */
  scoreStep: 1e-5,
} as const;

/**
 * Factor for files with uncommitted changes. Not applied if more than `MAX_CHANGED_FILES` changed, because
 * then it says nothing.
 */
export const CHANGED_BOOST = 1.1;
export const MAX_CHANGED_FILES = 50;

export const DIVERSITY = {
  maxPerFile: 2,
  maxPerSymbol: 1,
  /** Added to `maxPerFile` in one more pass if there are too few results. */
  relaxedPerFile: 1,
  /** A file's second result waits until every file that scores this share of the best has its first. */
  secondAfterShare: 0.5,
  /**
   * Difference by which a further result scores below those it waited for. Larger than the rounding of scores
   * in answers.
   */
  secondBelow: 1e-5,
} as const;

/** When files are parallel versions of one another; see `parallel-versions.ts`. */
export const PARALLEL_VERSIONS = {
  /** Compared among this many first files. */
  files: 20,
  /** Only one of this many last folders may differ. */
  folders: 8,
  /** Least score, as a share of the best version's. */
  closeShare: 0.7,
  /** Least share of the symbols of the file with fewer symbols that both define. */
  symbolsShare: 0.4,
  leastSymbols: 3,
} as const;

/** When passages of several files are one result; see `alsoIn` in docs/search.md. */
export const NEAR_IDENTICAL = {
  /** Most of the words that may differ. */
  differingShare: 0.1,
  /** What matters about a shorter passage, such as a file that only re-exports another, is its path. */
  leastWords: 8,
  /** Most characters of a passage that are compared; a chunk with one long line may have a megabyte. */
  mostChars: 10_000,
  /** Files that are read beyond the limit to replace copies, at most. */
  mostCopies: 50,
  /** Files that are read to find copies, even for fewer results. */
  leastFiles: 10,
  /** Copies that a result lists. */
  mostListed: 10,
} as const;

/**
 * Closeness counts twice as much as coverage. Without vectors, coverage alone has to reach the same
 * thresholds.
 */
export const CONFIDENCE_WEIGHTS = { closeness: 2, wordsAlone: 3.25 } as const;
/**
 * Thresholds of the weighted sum for an answer's confidence, measured with `npm run bench -- confidence`.
 * Below `low` are 4 % of the questions that a codebase answers and nearly three quarters of those that it
 * does not; from `high` on are 70 % of the former and 6 % of the latter; below `none` 1 % and nearly half.
 */
export const CONFIDENCE = { low: 1.3, high: 1.8, none: 1 } as const;
/**
 * Results of an answer that nothing is close to: enough to see that, but too few to be mistaken for an
 * answer.
 */
export const NO_MATCH_RESULTS = 5;

/**
 * Limits of the preselection among several codebases. If there are more than `chosen` and the store can tell,
 * only the codebases with the best `chunks` over all of them are searched.
 */
export const JOINT_SEARCH = { chosen: 10, chunks: 1_000 } as const;

/** The noise hint appears if this share of the first results are tests, fixtures, docs or generated code. */
export const NOISE = { topResults: 5, dominantShare: 0.6 } as const;
