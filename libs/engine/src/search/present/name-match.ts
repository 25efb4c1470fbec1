/** How well the name of a symbol says what a question asks for. Pure. */
import { idfOfEach } from "../../lexical/idf.ts";
import { wordTokens } from "../../lexical/tokens.ts";
import type { Question } from "../parse/question.ts";
import type { Candidates } from "../retrieve/candidates.ts";

/** Stemmed parts of names that carry no meaning. */
const EMPTY_PARTS: ReadonlySet<string> = new Set(
  "a by do for get ha in is my new of on set the to with".split(" "),
);
/** A name that shares fewer words with a question is like many others. */
const LEAST_SHARED = 2;

export class NameMatcher {
  /** Rarity of each word of the question. */
  private readonly weights: ReadonlyMap<string, number>;
  private readonly total: number;
  /** Of the words. A stem may end in another letter than the word: `queri` for "query". */
  private readonly beginnings: readonly string[];

  constructor({ distinctTokens }: Question, { files, frequencies }: Candidates) {
    const chunks = files.firstRows[files.count] as number;
    this.weights = idfOfEach(distinctTokens, chunks, frequencies);
    this.beginnings = distinctTokens.map((token) => token.slice(0, Math.max(2, token.length - 1)));
    this.total = [...this.weights.values()].reduce((sum, weight) => sum + weight, 0);
  }

  /**
   * From 0 to 1: the geometric mean of the share of the question's words that the name has, by rarity, and
   * the share of the name's words that the question has. 0 for a name with only one of its words.
   */
  match(name: string): number {
    if (!this.mayHaveTwo(name.toLowerCase())) return 0;
    const tokens = wordTokens(name);
    // The last token of a compound is the whole of it.
    const parts = (tokens.length > 1 ? tokens.slice(0, -1) : tokens).filter((part) => !EMPTY_PARTS.has(part));
    const shared = new Set(parts.filter((part) => this.weights.has(part)));
    if (shared.size < LEAST_SHARED) return 0;
    const weight = [...shared].reduce((sum, part) => sum + (this.weights.get(part) as number), 0);
    return Math.sqrt((weight / this.total) * (shared.size / new Set(parts).size));
  }

  /** False for nearly all names, which are then not cut into words: a file has thousands. */
  private mayHaveTwo(name: string): boolean {
    let count = 0;
    for (const beginning of this.beginnings)
      if (name.includes(beginning) && ++count >= LEAST_SHARED) return true;
    return false;
  }
}
