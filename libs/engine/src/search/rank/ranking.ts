/**
 * How search ranks: every constant, with what it means. Method and figures: docs/ranking.md. Weights are
 * round on purpose: fitting them to a few hundred questions does not carry over to other repositories.
 */
import type { EmbedderPace } from "../../embed/embedder.ts";

/** Weight of each signal in a file's score; each signal lies between 0 and 1. */
export const SIGNAL_WEIGHTS = {
  /** BM25 of the best chunk, relative to the best of all. */
  bestChunk: 1,
  /** How much of the file's text is about the question: its good chunks' BM25 together. */
  chunkSum: 0.2,
  /** BM25 over comments and docstrings: words that people wrote about the code. */
  comments: 0.2,
  /** Share of the question's words, by rarity, that the best chunk holds. */
  coverage: 0.2,
  /** Length: a file of more lines is more likely to be where something happens. */
  size: 0.2,
  /** Closeness in meaning of the nearest chunk. */
  denseChunk: 0.4,
  /** Closeness of the file as a whole. */
  denseFile: 0.4,
  /** How many chunks are close in meaning. */
  denseSum: 0.2,
  /** Closeness of the path's words. */
  densePath: 0.2,
  /** The question names every part of the file's name. */
  nameMatch: 0.4,
  /** The file defines an identifier that the question spells out. */
  exactSymbol: 0.6,
  /** How many files import this one. */
  imported: 0.2,
  /** BM25 over the subjects of the commits that changed the file, relative to the best of all. */
  history: 0.8,
  /**
   * The question names the file by its path, alone or in a frame of a stack trace: as much as all else
   * together can tell.
   */
  mentioned: 3,
  /**
   * The file holds what the question quotes, or what an error in it says, or says all of the question in its
   * words.
   */
  quoted: 1,
} as const;
export type SignalName = keyof typeof SIGNAL_WEIGHTS;

/**
 * Weight of `exactSymbol` when the question is one word: then the definition is most likely what is wanted.
 */
export const ONE_WORD_EXACT_WEIGHT = 1;
/**
 * Weight of `quoted` where the question looks like what a program has printed: then the line that prints it
 * is most likely what is wanted.
 */
export const MESSAGE_QUOTED_WEIGHT = 1.5;
/**
 * What a chunk counts for that has most of a message by its own words, of one that has most of it with the
 * values that it was printed with.
 */
export const OWN_WORDS_SHARE = 0.8;
/** Share of `exactSymbol` for a header that declares what another file defines. */
export const DECLARED_SHARE = 0.5;
/** From this `quoted` on a file says all of the question, but for rounding. */
export const QUOTED_IN_FULL = 0.99;
/** What `exactSymbol` is for a capitalised word that may be the beginning of a sentence as well. */
export const CAPITALISED_EXACT = 0.4;
/** What it is for a word in small letters that is spoken of as functions are: "where is parse called". */
export const SPOKEN_EXACT = 0.7;

/** How sure it is that a name is meant which an identifier that is not there differs from by a slip. */
export const TYPO_CERTAINTY = 0.7;

/** How many candidates each arm proposes; doubled with each retry for `must:`. */
export const RETRIEVER_LIMITS = {
  /** Files by dense closeness. */
  denseFiles: 40,
  /** Files that define an identifier of the question. */
  definingFiles: 20,
  /** Files whose commits say most of the question. */
  historyFiles: 20,
  /**
   * Files whose name shares a word with the question; if there are more, the name says nothing and none is
   * taken.
   */
  namedFiles: 200,
} as const;
export const MUST_RETRIES = 2;

/**
 * Candidates whose text is looked at for `coverage` and `quoted`: far more than an answer shows, as reading
 * texts is what takes time.
 */
export const COVERAGE_FILES = 60;
/** A chunk counts for `chunkSum` from this share of the best score on. */
export const GOOD_CHUNK_SHARE = 0.5;
/** A chunk's text is compared with a question that quotes nothing from this share of the best score on. */
export const WORDING_CHUNK_SHARE = 0.6;
/**
 * The same for what a program has printed: its values weigh most in that score, and the line that prints it
 * has none of them.
 */
export const MESSAGE_CHUNK_SHARE = 0.3;
/** A chunk counts for `denseSum` from this normalised closeness on. */
export const CLOSE_CHUNK = 0.7;
/** A file of e^8 ≈ 3,000 lines has full `size`. */
export const SIZE_SCALE = 8;

/**
 * What decides which chunk of a file is shown, beside its BM25; that and closeness count for less by
 * `imports` × the share of lines that import, squared.
 */
export const SHOWN_CHUNK = {
  imports: 0.5,
  dense: 0.5,
  defines: 0.3,
  definesOneWord: 2,
  quoted: 1,
  mentionedLine: 4,
} as const;

/**
 * What a search can afford, by the embedder's pace: results of an answer, which is also how many files a
 * reranker reads, and whether one is asked at all.
 */
export const PACES: Readonly<Record<EmbedderPace, { readonly maxLimit: number; readonly reranks: boolean }>> =
  {
    fast: { maxLimit: 50, reranks: true },
    standard: { maxLimit: 30, reranks: true },
    slow: { maxLimit: 15, reranks: false },
  };

export const RERANK = {
  /** Of each file, so much is sent at most; chunks are mostly shorter than a quarter of it. */
  maxTextChars: 4_000,
  /**
   * Files that scored the same are so far apart after they got an order; more than what answers round scores
   * to.
   */
  scoreStep: 1e-5,
} as const;

/** Changed files (`git status`) are raised by this factor, unless so many changed that it says nothing. */
export const CHANGED_BOOST = 1.1;
export const MAX_CHANGED_FILES = 50;

export const DIVERSITY = {
  maxPerFile: 2,
  maxPerSymbol: 1,
  /** Added to `maxPerFile` in one more pass when results are short. */
  relaxedPerFile: 1,
  /** A file's second result waits until every file that scores this share of the best has its first. */
  secondAfterShare: 0.5,
  /**
   * By so much a further result that had to wait scores below what it waited for; more than what answers
   * round scores to.
   */
  secondBelow: 1e-5,
} as const;

/**
 * Closeness counts twice as much as coverage; without vectors, coverage alone has to reach the same bounds.
 */
export const CONFIDENCE_WEIGHTS = { closeness: 2, wordsAlone: 3.25 } as const;
/**
 * Bounds of the weighted sum for the answer's confidence, by `npm run bench -- confidence`: below `low` lie 5
 * % of the questions that a codebase answers and three quarters of those that it does not; below `none` 1 %
 * and nearly half of them.
 */
export const CONFIDENCE = { low: 1.33, high: 1.6, none: 1 } as const;
/**
 * Results of an answer to which nothing is close: enough to see that, not enough to be taken for an answer.
 */
export const NO_MATCH_RESULTS = 5;

/**
 * Of more codebases than are chosen, where a store can tell, those are searched that the best chunks of all
 * lie in.
 */
export const JOINT_SEARCH = { chosen: 10, chunks: 1_000 } as const;

/**
 * The noise hint is given when this share of the first results shown are tests, fixtures, docs or generated
 * code.
 */
export const NOISE = { topResults: 5, dominantShare: 0.6 } as const;
