/**
 * A synthetic codebase of any size. Its files have what an index stores of real ones, in similar amounts:
 * text that compresses, a few very frequent words, words that the files of a topic share, identifiers of a
 * single file, functions and comments. Pure: the n-th file is always the same, however many follow it.
 */
import { type Random, below, seededRandom } from "../support/random.ts";

export const CHUNKS_PER_FILE = 16;
/** As many as a batch of a run, so that each batch has whole folders. */
export const FILES_PER_FOLDER = 128;
export const LINES_PER_CHUNK = 20;
export const TOPICS = 4_096;

/** A function begins in one of so many chunks. */
const CHUNKS_PER_SYMBOL = 3;
/** Files in a row that have the same topic. */
const FILES_PER_TOPIC = 32;
const TOPIC_WORDS = 40;
const TOPIC_IDENTIFIERS = 30;
const FILE_WORDS = 24;
const FILE_IDENTIFIERS = 14;
/**
 * What a chunk draws before its lines repeat it. The counts give it as many tokens as chunks of real code
 * have (docs/scale.md): 160, of which 55 are different.
 */
const DRAWS = {
  frequent: 20,
  topicWords: 14,
  fileWords: 12,
  topicIdentifiers: 5,
  fileIdentifiers: 10,
} as const;

export interface SyntheticFile {
  /** Unique. */
  readonly path: string;
  /** From 0 to `TOPICS`, exclusive. */
  readonly topic: number;
  readonly chunks: readonly SyntheticChunk[];
}

export interface SyntheticChunk {
  /** `LINES_PER_CHUNK` lines of ASCII, each with its line end. */
  readonly text: string;
  /** Name of the function that begins in the first line; null if there is none. */
  readonly symbol: string | null;
  /** Comment in the second line; empty if there is none. */
  readonly comment: string;
}

/** Words and identifiers of a topic, or of a single file. */
interface Wordlist {
  readonly words: readonly string[];
  readonly identifiers: readonly string[];
}

export class SyntheticCodebase {
  private readonly topics = new Map<number, Wordlist>();

  /** @param vocabulary some thousand different words in lower case, the most frequent ones first */
  constructor(private readonly vocabulary: readonly string[]) {}

  /** @param at number of the file, from 0 */
  file(at: number): SyntheticFile {
    const random = seededRandom(at);
    const topic = spread(Math.floor(at / FILES_PER_TOPIC)) % TOPICS;
    const own = this.wordsOfFile(random);
    return {
      path: this.path(at, oneOf(this.topic(topic).words, random)),
      topic,
      chunks: Array.from({ length: CHUNKS_PER_FILE }, (_, chunk) => {
        const symbol = chunk % CHUNKS_PER_SYMBOL === 0 ? oneOf(own.identifiers, random) : null;
        return chunkOf(this.drawWords(this.topic(topic), own, random), symbol, random);
      }),
    };
  }

  /** Words and identifiers that the files of a topic share. */
  topic(topic: number): Wordlist {
    let list = this.topics.get(topic);
    if (list === undefined) {
      const random = seededRandom(-2 - topic);
      const words = Array.from({ length: TOPIC_WORDS }, () => oneOf(this.vocabulary, random));
      this.topics.set(topic, (list = { words, identifiers: identifiers(words, TOPIC_IDENTIFIERS, random) }));
    }
    return list;
  }

  /**
   * Different questions about the first files. They do not depend on how many more there are.
   *
   * @param files number of the first files
   */
  questions(count: number, files: number): string[] {
    const random = seededRandom(-1);
    const questions = new Set<string>();
    while (questions.size < count)
      questions.add(this.question(questions.size, this.file(below(files, random)), random));
    return [...questions];
  }

  /** In turns: a sentence about a topic, mostly frequent words, the name of a function with a word. */
  private question(turn: number, { topic, chunks }: SyntheticFile, random: Random): string {
    const word = (): string => oneOf(this.topic(topic).words, random);
    const frequent = (): string => this.frequentWord(random);
    if (turn % 3 === 0) return `where is ${word()} ${word()} ${frequent()} handled`;
    if (turn % 3 === 1) return `${frequent()} ${frequent()} ${word()} ${frequent()}`;
    return `${chunks[0]?.symbol ?? ""} ${word()}`;
  }

  private wordsOfFile(random: Random): Wordlist {
    const words = Array.from({ length: FILE_WORDS }, () => this.frequentWord(random));
    return { words, identifiers: identifiers(words, FILE_IDENTIFIERS, random) };
  }

  private drawWords(topic: Wordlist, own: Wordlist, random: Random): string[] {
    const drawn = Array.from({ length: DRAWS.frequent }, () => this.frequentWord(random));
    const draw = (count: number, from: readonly string[]): void => {
      for (let left = count; left > 0; left--) drawn.push(oneOf(from, random));
    };
    draw(DRAWS.topicWords, topic.words);
    draw(DRAWS.fileWords, own.words);
    draw(DRAWS.topicIdentifiers, topic.identifiers);
    draw(DRAWS.fileIdentifiers, own.identifiers);
    return drawn;
  }

  /** A word by Zipf's law: the chance of the n-th is proportional to 1 / n. */
  private frequentWord(random: Random): string {
    return this.wordAt(Math.floor((this.vocabulary.length + 1) ** random()) - 1);
  }

  private wordAt(rank: number): string {
    return this.vocabulary[rank % this.vocabulary.length] ?? "";
  }

  /**
   * Path of a file, with a word of its topic. The folder's number keeps names such as `build` from being
   * ignored; the second word of the name makes it unique in the folder.
   */
  private path(at: number, word: string): string {
    const folder = Math.floor(at / FILES_PER_FOLDER);
    const second = this.wordAt(spread(at % FILES_PER_FOLDER));
    return `src/${this.wordAt(spread(folder))}${folder}/${word}_${second}.py`;
  }
}

/** Takes neighbours far apart. The factor is a prime, so that all topics and words occur. */
function spread(number: number): number {
  return number * 1_597;
}

/** Names of two words, such as `parseHeader`. */
function identifiers(words: readonly string[], count: number, random: Random): string[] {
  return Array.from({ length: count }, () => {
    const second = oneOf(words, random);
    return `${oneOf(words, random)}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  });
}

function chunkOf(drawn: readonly string[], symbol: string | null, random: Random): SyntheticChunk {
  const word = (): string => oneOf(drawn, random);
  const comment = symbol === null ? "" : `# ${word()} ${word()} ${word()} ${word()} ${word()}`;
  let text = symbol === null ? "" : `def ${symbol}(${word()}, ${word()}):\n    ${comment}\n`;
  for (let line = symbol === null ? 0 : 2; line < LINES_PER_CHUNK; line++)
    text += `    ${word()} = ${word()}.${word()}(${word()}, ${word()})\n`;
  return { text, symbol, comment };
}

function oneOf(words: readonly string[], random: Random): string {
  return words[below(words.length, random)] ?? "";
}
