/** How much of a question a text says in the same words. Code has them with other values in between. Pure. */
import { type Phrase, phraseWords } from "./phrases.ts";

export interface Wording {
  readonly phrases: readonly Phrase[];
  readonly sentence: Phrase;
  /** It looks like what a program prints: fewer words in their order are no chance. */
  readonly isMessage: boolean;
}

/** Words in a row, of those that a longer phrase has, from which on they are no chance. */
const LEAST_RUN = 2;
/** A phrase of this many words counts in full: a single one is often a value, which much else has as well. */
const FULL_PHRASE = 3;
/** A sentence counts from this value of its alignment with a text on, and in full from one that is so much higher. */
const ALIGNED = { message: 3, other: 4, more: 2 } as const;
/** What a word that only one of both has costs in an alignment; one that both have is worth 1. */
const GAP = 0.5;

/** Whether there are enough words for any text to say the same. */
export function canBeSaid(wording: Wording): boolean {
  return wording.phrases.length > 0 || wording.sentence.length >= leastAligned(wording);
}

function leastAligned({ isMessage }: Wording): number {
  return isMessage ? ALIGNED.message : ALIGNED.other;
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
  return Math.max(isAligned ? sentenceShare(sentence, words, least) : 0, ...phrases.map((phrase) => phraseShare(phrase, words)));
}

/** A phrase of fewer words may be a value, which lines of whatever function have as well. */
const TELLING_PHRASE = 3;
/** Of a phrase a line has to say so much, in a row, to be the one that says it. */
export const SAID_SHARE = 0.5;

/** Which of some lines says best what a message or a phrase says, the first of those that say as much; -1 where none does. */
export function saidLine(wording: Wording, lines: readonly string[]): number {
  const phrases = wording.phrases.filter(({ length }) => length >= TELLING_PHRASE);
  const sentence = wording.isMessage ? wording.sentence : [];
  if (phrases.length === 0 && sentence.length < ALIGNED.message) return -1;
  let [line, most] = [-1, 0];
  for (const [at, text] of lines.entries()) {
    const said = saidBy(text.toLowerCase(), phrases, sentence);
    if (said > most) [line, most] = [at, said];
  }
  return line;
}

/** In words. */
function saidBy(lower: string, phrases: readonly Phrase[], sentence: Phrase): number {
  const isPossible = (phrase: Phrase): boolean => phrase.reduce((sum, word) => sum + Number(lower.includes(word)), 0) >= ALIGNED.message;
  const [possible, isAligned] = [phrases.filter(isPossible), isPossible(sentence)];
  if (possible.length === 0 && !isAligned) return 0;
  const words = phraseWords(lower);
  const aligned = isAligned ? bestAlignment(sentence, words) : 0;
  const shares = possible.map((phrase) => ({ phrase, share: phraseShare(phrase, words) })).filter(({ share }) => share >= SAID_SHARE);
  return Math.max(aligned >= ALIGNED.message ? aligned : 0, ...shares.map(({ phrase, share }) => share * phrase.length));
}

/** How much of the phrase stands in the words in a row, from 0 to 1; a short one never counts in full. */
export function phraseShare(phrase: Phrase, words: readonly string[]): number {
  const run = longestRun(phrase, words);
  if (run < Math.min(LEAST_RUN, phrase.length)) return 0;
  return (run / phrase.length) * Math.min(1, (1 + phrase.length) / (1 + FULL_PHRASE));
}

/** Length of the longest run of words that both have; by the length of the run that ends at each word of the phrase. */
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

function sentenceShare(sentence: Phrase, words: readonly string[], least: number): number {
  const value = bestAlignment(sentence, words);
  return value < least ? 0 : Math.min(1, (value - least + 1) / (ALIGNED.more + 1));
}

/** Value of the best alignment of any part of one with any part of the other (Smith and Waterman, 1981). */
function bestAlignment(sentence: Phrase, words: readonly string[]): number {
  let best = 0;
  let before = new Float64Array(sentence.length + 1);
  let current = new Float64Array(sentence.length + 1);
  for (const word of words) {
    for (let at = 1; at <= sentence.length; at++) {
      const together = (before[at - 1] as number) + (sentence[at - 1] === word ? 1 : -GAP);
      const value = Math.max(0, together, (before[at] as number) - GAP, (current[at - 1] as number) - GAP);
      current[at] = value;
      if (value > best) best = value;
    }
    [before, current] = [current, before];
  }
  return best;
}
