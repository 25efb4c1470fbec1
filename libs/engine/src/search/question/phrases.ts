/** What a question quotes: texts in quotation marks, and what an error says. Code has them with other values in between. Pure. */

const QUOTED = /"([^"\n]{2,300})"|`([^`\n]{2,300})`|“([^”\n]{2,300})”|(?<![\p{L}\p{N}])'([^'\n]{2,300})'(?![\p{L}\p{N}])/gu;
const MESSAGE = /(?:^|\s)(?:[\w$.:]*(?:Error|Exception|Warning|Panic)|error|fatal|panic|warning)(?:\[[\w-]+\])?: +(\S.{0,300})$/gm;
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_PHRASES = 8;
const MAX_WORDS = 40;
/** One word of a message says nothing; quoted, it was meant. */
const LEAST_WORDS = { quoted: 1, message: 3 } as const;
/** Words in a row, of those that a longer phrase has, from which on they are no chance. */
const LEAST_RUN = 2;

export type Phrase = readonly string[];

/** Words of each phrase, in lower case; quoted ones first. */
export function phrasesOf(text: string): Phrase[] {
  const quoted = [...text.matchAll(QUOTED)].map((match) => wordsOf(match.slice(1).find((part) => part !== undefined) ?? "")).filter(({ length }) => length >= LEAST_WORDS.quoted);
  const messages = [...text.matchAll(MESSAGE)].map(([, message]) => wordsOf(message ?? "")).filter(({ length }) => length >= LEAST_WORDS.message);
  return [...quoted, ...messages].slice(0, MAX_PHRASES).map((words) => words.slice(0, MAX_WORDS));
}

/** How much of the phrase that it holds most of a text has in a row: from 0 to 1. */
export function phraseShare(phrases: readonly Phrase[], text: string): number {
  if (phrases.length === 0) return 0;
  const words = wordsOf(text);
  let best = 0;
  for (const phrase of phrases) {
    const run = longestRun(phrase, words);
    if (run >= Math.min(LEAST_RUN, phrase.length)) best = Math.max(best, run / phrase.length);
  }
  return best;
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

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
