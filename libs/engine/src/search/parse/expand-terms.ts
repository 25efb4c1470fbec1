/** Adds what code may say instead of a question's words, where the index has it. */
import { isStopWord, stem, wordsOf, wordTokens } from "../../lexical/tokens.ts";
import type { Snapshot } from "../../store/store.ts";
import { isAskingWord } from "./asking-words.ts";
import type { Expansion, Question } from "./question.ts";
import { ALIKE_PHRASES, ALIKE_WORDS } from "./terms.ts";

/** An addition, and in how many chunks the index must have it. */
interface Added extends Expansion {
  readonly least?: number;
}

/** Initials of fewer words, or in fewer chunks, occur by chance. */
const LEAST_INITIALS = 4;
const MOST_INITIALS = 6;
const LEAST_CHUNKS = 3;
/** Shorter parts of a word are no words. */
const LEAST_PART_CHARS = 3;
/** Verbs with a particle, and nouns that are also written as one word; names keep to themselves. */
const NEIGHBOURS =
  /(?<![\p{L}\p{N}_.])(?:(\p{Ll}{3,})[ -](back|down|in|off|out|over|up)|(back|black|call|data|drop|file|host|key|look|name|path|time|user|white)[ -](base|board|box|down|end|list|name|out|space|stamp|zone))(?![\p{L}\p{N}_])/giu;
const PLAIN_WORD = /^\p{L}+$/u;
/** Words that stand for one that is missing, at most. */
const MOST_ALIKE = 2;
/** Longer questions are pasted texts. */
const MAX_WORDS = 40;
/** Each costs a look-up in the index. */
const MAX_LOOKED_UP = 400;

/**
 * The question with more tokens, or the same question:
 *
 * - for a phrase of the table, what code says for it (`too many requests`: rate limit);
 * - for a verb and its particle, what they are as one word (`sign up`: signup), and for four or more
 *   neighbouring words their initials (`cross site request forgery`: csrf);
 * - for two neighbouring words, one of which the index does not have, both as one word (`work tree`:
 *   worktree);
 * - instead of a word that the index does not have, its parts if the index has them joined by an underscore
 *   (`rollback`: roll_back), otherwise the words of the table that the index has (`administrator`: admin).
 *
 * Words that the index does not have are left out if something was added for them or if they are words of
 * asking: they are not missing in the code.
 *
 * Messages are meant literally, and look-ups of definitions have a name: both stay as they are.
 */
export async function expandTerms(question: Question, snapshot: Snapshot): Promise<Question> {
  const words = wordsOf(question.text);
  if (question.wording.isMessage || question.definition || words.length > MAX_WORDS) return question;
  const own = await snapshot.frequencies(question.distinctTokens);
  const additions = question.isOneWord ? [] : additionsTo(question.text, words, own);
  const missing = missingWords(question, words, own);
  const wanted = [
    ...additions.flatMap(({ tokens }) => tokens),
    ...missing.flatMap(({ whole, alike }) => [...whole, ...alike]),
  ];
  const counts =
    wanted.length > 0 ? await snapshot.frequencies([...new Set(wanted)].slice(0, MAX_LOOKED_UP)) : NO_COUNTS;
  const added = foundAmong(additions, counts, question.distinctTokens);
  const instead = replacementsFor(missing, counts);
  const expanded = reworded(question, { added, instead, dropped: absentAskingTokens(words, own), own });
  return expanded.distinctTokens.length === 0 ? question : expanded;
}

/** What becomes of the question's words. */
interface Rewording {
  readonly added: readonly Expansion[];
  /** By the token that is replaced. */
  readonly instead: ReadonlyMap<string, Expansion>;
  /** Tokens to leave out. */
  readonly dropped: readonly string[];
  /** Of the question's own tokens. */
  readonly own: Counts;
}

function reworded(question: Question, { added, instead, dropped, own }: Rewording): Question {
  // Words that the index does not have are not missing if something was found for them.
  const standingIn = added.filter(({ words }) => absentTokens(words, own).length > 0);
  const left = new Set([...dropped, ...standingIn.flatMap(({ words }) => absentTokens(words, own))]);
  const tokens = question.tokens.flatMap(
    (token) => instead.get(token)?.tokens ?? (left.has(token) ? [] : [token]),
  );
  const expansions = [...added, ...instead.values()];
  return {
    ...question,
    // Own words count twice as much as what was added to them.
    tokens: added.length === 0 ? tokens : [...tokens, ...tokens, ...added.flatMap((one) => one.tokens)],
    distinctTokens: [...new Set([...tokens, ...standingIn.flatMap((one) => one.tokens)])],
    ...(expansions.length > 0 ? { expansions } : {}),
  };
}

type Counts = ReadonlyMap<string, number>;
const NO_COUNTS: Counts = new Map();

function additionsTo(text: string, words: readonly string[], own: Counts): Added[] {
  const lower = words.map((word) => word.toLowerCase());
  return [...phrases(lower), ...joined(text), ...joinedUnknown(lower, own), ...initials(lower)];
}

/** Tokens of a text that the index does not have. */
function absentTokens(text: string, own: Counts): string[] {
  return wordsOf(text)
    .flatMap(wordTokens)
    .filter((token) => own.get(token) === 0);
}

/** Tokens of the words of asking that the index does not have; none if the question has no other words. */
function absentAskingTokens(words: readonly string[], own: Counts): string[] {
  const asking = words.filter(isAskingWord);
  return asking.length === words.length ? [] : absentTokens(asking.join(" "), own);
}

/** Additions that the index has, without tokens that the question has already. */
function foundAmong(additions: readonly Added[], counts: Counts, own: readonly string[]): Expansion[] {
  const seen = new Set(own);
  const found: Expansion[] = [];
  for (const { words, tokens, least = 1 } of additions) {
    const known = tokens.filter((token) => (counts.get(token) ?? 0) >= least && !seen.has(token));
    if (known.length > 0) found.push({ words, tokens: known });
    for (const token of known) seen.add(token);
  }
  return found;
}

/** A word of one part, its token, and the tokens that may stand for it. */
interface Replaceable {
  readonly word: string;
  readonly token: string;
  /** The word with an underscore somewhere. */
  readonly whole: readonly string[];
  readonly alike: readonly string[];
}

/** Words of one part that the index does not have; names that the question spells out stay as they are. */
function missingWords({ identifiers }: Question, words: readonly string[], own: Counts): Replaceable[] {
  const spelled = new Set(identifiers.filter(({ certainty }) => certainty === 1).map(({ name }) => name));
  return words.flatMap((written) => {
    const word = written.toLowerCase();
    const [token, more] = wordTokens(word);
    const isMissing = token !== undefined && more === undefined && own.get(token) === 0;
    return isMissing && !spelled.has(written) ? [{ word, token, ...alternatives(word) }] : [];
  });
}

/** Tokens that stand for each missing one. */
function replacementsFor(missing: readonly Replaceable[], counts: Counts): Map<string, Expansion> {
  const isKnown = (token: string): boolean => (counts.get(token) ?? 0) > 0;
  const instead = new Map<string, Expansion>();
  for (const { word, token, whole, alike } of missing) {
    const compound = whole.find(isKnown);
    const tokens = compound ? compound.split("_").map(tokenOf) : alike.filter(isKnown).slice(0, MOST_ALIKE);
    if (tokens.length > 0) instead.set(token, { words: word, tokens });
  }
  return instead;
}

function phrases(words: readonly string[]): Expansion[] {
  const text = ` ${words.join(" ")} `;
  return [...ALIKE_PHRASES]
    .filter(([phrase]) => text.includes(` ${phrase} `))
    .map(([phrase, meant]) => ({
      words: phrase,
      tokens: meant.flatMap((word) => (word.includes("_") ? wordTokens(word) : tokenOf(word))),
    }));
}

/** `sign up`: signup. */
function joined(text: string): Expansion[] {
  return [...text.matchAll(NEIGHBOURS)].map(([words]) => ({
    words,
    tokens: [tokenOf(words.replace(/[ -]/, ""))],
  }));
}

/** `work tree`: worktree, if the index has no "work" or no "tree". */
function joinedUnknown(words: readonly string[], own: Counts): Expansion[] {
  return words.slice(1).flatMap((word, at) => {
    const pair = [words[at] as string, word];
    const isPlain = pair.every((one) => !isStopWord(one) && PLAIN_WORD.test(one));
    const isUnknown = absentTokens(pair.join(" "), own).length > 0;
    return isPlain && isUnknown ? [{ words: pair.join(" "), tokens: [tokenOf(pair.join(""))] }] : [];
  });
}

function initials(words: readonly string[]): Added[] {
  const found: Added[] = [];
  for (let from = 0; from < words.length; from++)
    for (let count = LEAST_INITIALS; count <= MOST_INITIALS && from + count <= words.length; count++) {
      const run = words.slice(from, from + count);
      if (run.some((word) => isStopWord(word) || isAskingWord(word))) break;
      found.push({
        words: run.join(" "),
        tokens: [tokenOf(run.map((word) => word.charAt(0)).join(""))],
        least: LEAST_CHUNKS,
      });
    }
  return found;
}

function alternatives(word: string): Pick<Replaceable, "whole" | "alike"> {
  const whole: string[] = [];
  for (let at = LEAST_PART_CHARS; at <= word.length - LEAST_PART_CHARS; at++)
    whole.push(`${word.slice(0, at)}_${word.slice(at)}`);
  return { whole, alike: (ALIKE_WORDS.get(stem(word)) ?? []).map(tokenOf) };
}

function tokenOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stem(word) : word;
}
