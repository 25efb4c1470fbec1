/** How much of a question a text says in the same words. Code has them with other values in between. Pure. */
import { type Phrase, hasValues, phraseWords, phrasesOf, sentenceOf, valuesOf } from "./phrases.ts";

export interface Wording {
  readonly phrases: readonly Phrase[];
  readonly sentence: Phrase;
  /** Which of the sentence's words are values, in whose place code has something else. */
  readonly values: readonly boolean[];
  /** It looks like what a program prints: fewer words in their order are no chance. */
  readonly isMessage: boolean;
}

/** Words in a row, of those that a longer phrase has, from which on they are no chance. */
const LEAST_RUN = 2;
/** A phrase of this many words counts in full: a single one is often a value, which much else has as well. */
const FULL_PHRASE = 3;
/**
 * A sentence counts from this value of its alignment with a text on, and in full from one that is so much
 * higher. A message that is shorter without its values has to be there whole, and counts in full then; a
 * single word may stand anywhere.
 */
const ALIGNED = { message: 3, other: 4, more: 2, fewest: 2 } as const;
/** What a word that only one of both has costs in an alignment; one that both have is worth 1. */
const GAP = 0.5;
/**
 * A value costs nothing where code has none or one word, and this for each further one:
 * `{$config['driver']}`.
 */
const VALUE_GAP = 0.1;
/**
 * A value that code has as well may be a part of the message, or its words stand in an address or a path that
 * much else has.
 */
const SAME_VALUE = 0.5;

/**
 * @param asked as it was asked
 * @param sentence the same without places in files
 */
export function wordingOf(asked: string, sentence: string): Wording {
  const isMessage = hasValues(sentence);
  return {
    phrases: phrasesOf(asked),
    sentence: sentenceOf(sentence),
    values: valuesOf(sentence, isMessage),
    isMessage,
  };
}

/** Whether there are enough words for any text to say the same. */
export function hasMatchablePhrase(wording: Wording): boolean {
  return wording.phrases.length > 0 || wording.sentence.length >= leastAligned(wording);
}

function leastAligned(wording: Wording): number {
  return wording.isMessage ? Math.min(ALIGNED.message, wordsOfItsOwn(wording)) : ALIGNED.other;
}

function fullyAligned(wording: Wording): number {
  const most = leastAligned(wording) + ALIGNED.more;
  return wording.isMessage ? Math.min(most, wordsOfItsOwn(wording)) : most;
}

/** How many words of a message are no values. */
function wordsOfItsOwn({ values }: Wording): number {
  return Math.max(
    ALIGNED.fewest,
    values.reduce((sum, isValue) => sum + Number(!isValue), 0),
  );
}

/** From 0 to 1: of the phrase, or of the sentence, that the text has most of. */
export function wordingShare(wording: Wording, text: string): number {
  const { phrases, sentence } = wording;
  const least = leastAligned(wording);
  const lower = text.toLowerCase();
  // Most texts lack most words of a question: that is found out in a tenth of the time that their words take.
  const isAligned = sentence.reduce((sum, word) => sum + Number(lower.includes(word)), 0) >= least;
  if (!isAligned && phrases.length === 0) return 0;
  const words = phraseWords(lower);
  return Math.max(
    isAligned ? sentenceShare(wording, words) : 0,
    ...phrases.map((phrase) => phraseShare(phrase, words)),
  );
}

/** A phrase of fewer words may be a value, which lines of whatever function have as well. */
const TELLING_PHRASE = 3;
/** Of a phrase a line has to say so much, in a row, to be the one that says it. */
export const MATCHED_SHARE = 0.5;

/**
 * Which of some lines says best what a message or a phrase says, the first of those that say as much; -1
 * where none does.
 */
export function bestMatchingLine(wording: Wording, lines: readonly string[]): number {
  const telling = { ...wording, phrases: wording.phrases.filter(({ length }) => length >= TELLING_PHRASE) };
  if (telling.phrases.length === 0 && !(wording.isMessage && hasMatchablePhrase(telling))) return -1;
  let [line, most] = [-1, 0];
  for (const [at, text] of lines.entries()) {
    const said = saidBy(text.toLowerCase(), telling);
    if (said > most) [line, most] = [at, said];
  }
  return line;
}

/** In words. */
function saidBy(lower: string, wording: Wording): number {
  const { phrases, sentence, isMessage } = wording;
  const least = leastAligned(wording);
  const holds = (phrase: Phrase, words: number): boolean =>
    phrase.reduce((sum, word) => sum + Number(lower.includes(word)), 0) >= words;
  const [possible, isAligned] = [
    phrases.filter((phrase) => holds(phrase, TELLING_PHRASE)),
    isMessage && holds(sentence, least),
  ];
  if (possible.length === 0 && !isAligned) return 0;
  const words = phraseWords(lower);
  const aligned = isAligned ? bestAlignment(wording, words) : 0;
  const shares = possible
    .map((phrase) => ({ phrase, share: phraseShare(phrase, words) }))
    .filter(({ share }) => share >= MATCHED_SHARE);
  return Math.max(
    aligned >= least ? aligned : 0,
    ...shares.map(({ phrase, share }) => share * phrase.length),
  );
}

/** How much of the phrase stands in the words in a row, from 0 to 1; a short one never counts in full. */
export function phraseShare(phrase: Phrase, words: readonly string[]): number {
  const run = longestRun(phrase, words);
  if (run < Math.min(LEAST_RUN, phrase.length)) return 0;
  return (run / phrase.length) * Math.min(1, (1 + phrase.length) / (1 + FULL_PHRASE));
}

/**
 * Length of the longest run of words that both have; by the length of the run that ends at each word of the
 * phrase.
 */
function longestRun(phrase: Phrase, words: readonly string[]): number {
  let longest = 0;
  const ending = new Uint16Array(phrase.length + 1);
  for (const word of words) {
    for (let at = phrase.length; at > 0; at--) {
      ending[at] = phrase[at - 1] === word ? (ending[at - 1] as number) + 1 : 0;
      longest = Math.max(longest, ending[at] as number);
    }
  }
  return longest;
}

function sentenceShare(wording: Wording, words: readonly string[]): number {
  const value = bestAlignment(wording, words);
  const least = leastAligned(wording);
  return value < least ? 0 : Math.min(1, (value - least + 1) / (fullyAligned(wording) - least + 1));
}

/**
 * Value of the best alignment of any part of a sentence with any part of a text (Smith and Waterman, 1981).
 */
function bestAlignment({ sentence, values }: Wording, words: readonly string[]): number {
  let best = 0;
  let before = new Float64Array(sentence.length + 1);
  let current = new Float64Array(sentence.length + 1);
  for (const word of words) {
    for (let at = 1; at <= sentence.length; at++) {
      const isSame = sentence[at - 1] === word;
      const value =
        values[at - 1] === true
          ? Math.max(
              (before[at - 1] as number) + (isSame ? SAME_VALUE : 0),
              (before[at] as number) - VALUE_GAP,
              current[at - 1] as number,
            )
          : Math.max(
              0,
              (before[at - 1] as number) + (isSame ? 1 : -GAP),
              (before[at] as number) - GAP,
              (current[at - 1] as number) - GAP,
            );
      current[at] = value;
      if (value > best) best = value;
    }
    [before, current] = [current, before];
  }
  return best;
}
