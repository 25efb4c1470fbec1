/** Words of questions that are about asking rather than about code. Pure. */

/** Words that say that a definition is wanted. */
export const DEFINING_WORDS = wordSet(
  "define defines defined defining definition definitions declare declares declared declaration " +
    "declarations implemented implementation",
);

/** Words of asking that may surround the name of a definition. */
export const ASKING_WORDS = wordSet(
  "where which what who is are was does do did the a an this of for in to from at by me us we i you can " +
    "could please find finds show shows go jump open get locate located look up lookup see source code file " +
    "contains lives live sits s it its here",
);

/** Words that are about asking in nearly every question. */
const NEVER_UNKNOWN = new Set([
  ...DEFINING_WORDS,
  ...wordSet(
    "where which what who whose why how me us please find finds finding show shows showing tell explain " +
      "explains locate located look looking want need usage usages happens happen somewhere called source " +
      "code work works example examples file contains go open reference references implement implements",
  ),
]);

/** Whether a word of a longer question is one of asking, in any case. */
export function isAskingWord(word: string): boolean {
  return NEVER_UNKNOWN.has(word.toLowerCase());
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
