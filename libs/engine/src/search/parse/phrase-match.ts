/**
 * Measures how much of a question a text repeats word for word. Code may have other values between the words.
 * Pure.
 */
import { signsOf } from "./exact-texts.ts";
import { type Phrase, hasValues, phraseWords, phrasesOf, sentenceOf, valuesOf } from "./phrases.ts";

/** The parts of a question that code may contain word for word. */
export interface Wording {
  readonly phrases: readonly Phrase[];
  readonly sentence: Phrase;
  /** Which words of the sentence are values; code has something else in their place. */
  readonly values: readonly boolean[];
  /**
   * Whether the text looks like program output, so that fewer words in order are enough to rule out chance.
   */
  readonly isMessage: boolean;
  /** Signs among the words, such as `??=`. */
  readonly signs: readonly string[];
}

/** Fewest consecutive words shared with a longer phrase that rule out chance. */
const LEAST_RUN = 2;
/**
 * Words from which a phrase counts in full. A single word is often a value, which many other texts contain.
 */
const FULL_PHRASE = 3;
/**
 * Alignment values from which a sentence starts to count (`message`, `other`) and, `more` above that, counts
 * in full. A message with fewer words besides its values must be there whole, and then counts in full. It
 * needs at least `fewest` words, since a single word can occur anywhere.
 */
const ALIGNED = { message: 3, other: 4, more: 2, fewest: 2 } as const;
/** Cost in an alignment of a word that only one side has; a word on both sides is worth 1. */
const GAP = 0.5;
/**
 * Cost of each further word that code has in place of a value: `{$config['driver']}`. No word or one word
 * costs nothing.
 */
const VALUE_GAP = 0.1;
/**
 * Worth of a value that code has as well. It may be part of the message, or belong to an address or path that
 * many texts contain.
 */
const SAME_VALUE = 0.5;

/**
 * Phrases, sentence and values of a question.
 *
 * @param asked the original text
 * @param sentence the same text without file locations
 */
export function wordingOf(asked: string, sentence: string): Wording {
  const isMessage = hasValues(sentence);
  return {
    phrases: phrasesOf(asked),
    sentence: sentenceOf(sentence),
    values: valuesOf(sentence, isMessage),
    isMessage,
    signs: signsOf(asked),
  };
}

/** Whether the question has signs, or enough words for any text to match it. */
export function hasMatchablePhrase(wording: Wording): boolean {
  return (
    wording.signs.length > 0 || wording.phrases.length > 0 || wording.sentence.length >= leastAligned(wording)
  );
}

function leastAligned(wording: Wording): number {
  return wording.isMessage ? Math.min(ALIGNED.message, wordsOfItsOwn(wording)) : ALIGNED.other;
}

function fullyAligned(wording: Wording): number {
  const most = leastAligned(wording) + ALIGNED.more;
  return wording.isMessage ? Math.min(most, wordsOfItsOwn(wording)) : most;
}

/** Number of words in a message that are not values. */
function wordsOfItsOwn({ values }: Wording): number {
  return Math.max(
    ALIGNED.fewest,
    values.reduce((sum, isValue) => sum + Number(!isValue), 0),
  );
}

/** Share of the signs, or of the phrase or sentence that the text repeats best, from 0 to 1. */
export function wordingShare(wording: Wording, text: string): number {
  const { signs } = wording;
  const ofSigns = signs.filter((sign) => text.includes(sign)).length / Math.max(1, signs.length);
  return Math.max(ofSigns, wordsShare(wording, text));
}

function wordsShare(wording: Wording, text: string): number {
  const { phrases, sentence } = wording;
  const least = leastAligned(wording);
  const lower = text.toLowerCase();
  // Most texts lack most words of a question. This check takes a tenth of the time of splitting them into
  // words.
  const isAligned = sentence.reduce((sum, word) => sum + Number(lower.includes(word)), 0) >= least;
  if (!isAligned && phrases.length === 0) return 0;
  const words = phraseWords(lower);
  return Math.max(
    isAligned ? sentenceShare(wording, words) : 0,
    ...phrases.map((phrase) => phraseShare(phrase, words)),
  );
}

/**
 * Fewest words of a phrase that identify a line. A shorter phrase may be a value, which lines of any function
 * have.
 */
const TELLING_PHRASE = 3;
/** Share of a phrase, as consecutive words, that a line must contain to match it. */
export const MATCHED_SHARE = 0.5;

/**
 * Index of the line that best repeats the message or a phrase, the first of equals, or of the first line with
 * a sign of the question; -1 if no line does.
 */
export function bestMatchingLine(wording: Wording, lines: readonly string[]): number {
  const repeating = lineRepeatingWords(wording, lines);
  return repeating === -1
    ? lines.findIndex((line) => wording.signs.some((sign) => line.includes(sign)))
    : repeating;
}

function lineRepeatingWords(wording: Wording, lines: readonly string[]): number {
  const telling = { ...wording, phrases: wording.phrases.filter(({ length }) => length >= TELLING_PHRASE) };
  if (telling.phrases.length === 0 && !(wording.isMessage && hasMatchablePhrase(telling))) return -1;
  let [line, most] = [-1, 0];
  for (const [at, text] of lines.entries()) {
    const said = saidBy(text.toLowerCase(), telling);
    if (said > most) [line, most] = [at, said];
  }
  return line;
}

/** How much of the wording a line in lower case repeats, in words. */
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

/**
 * Share of the phrase that the words repeat consecutively, from 0 to 1; always less than 1 for a short
 * phrase.
 */
export function phraseShare(phrase: Phrase, words: readonly string[]): number {
  const run = longestRun(phrase, words);
  if (run < Math.min(LEAST_RUN, phrase.length)) return 0;
  return (run / phrase.length) * Math.min(1, (1 + phrase.length) / (1 + FULL_PHRASE));
}

/**
 * Length of the longest run of words that both texts share: tracks, for each word of the phrase, the run that
 * ends there.
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
 * Value of the best alignment of any part of the sentence with any part of the text (Smith and Waterman,
 * 1981).
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
