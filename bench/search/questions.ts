/**
 * Generates questions that a user could ask about a codebase from its own text; always the same ones. Pure.
 */

/**
 * First sentences of documentation. Their position relative to the definition depends on the language, but
 * their form hardly does. Comments longer than forty lines are about something else, and would be scanned
 * from each of their lines.
 */
const DOCUMENTATION: readonly RegExp[] = [
  /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t][^\n]*:[ \t]*\n[ \t]*r?(?:"""|''')[ \t]*\n?[ \t]*([A-Z][^\n]*)/gm,
  /\/\*\*[ \t]*\n?[ \t]*\*?[ \t]*([A-Z][^\n]*)/g,
  /^[ \t]*(?:\/\/\/?|#)[ \t]+([A-Z][^\n]*)\n(?:[ \t]*(?:\/\/\/?|#)[^\n]*\n){0,40}[ \t]*(?:pub |export |async |public |static )*(?:func|fn|def|class|function|type|struct|interface)\b/gm,
];
const DEFINITION =
  /^[ \t]*(?:pub |export |default |async |public |static |abstract )*(?:func|fn|def|class|function|type|struct|interface)[ \t]+(?:\([^)\n]*\)[ \t]*)?([A-Za-z_]\w*)/gm;

const MIN_WORDS = 3;
const MAX_WORDS = 16;

/**
 * Up to `count` different questions, about half of them sentences of documentation and half about names of
 * definitions, spread evenly over the files; in an order that mixes both and jumps between files.
 *
 * @param texts texts of source files, in a fixed order
 */
export function questionsAbout(texts: readonly string[], count: number): string[] {
  const sentences = spread(unique(texts.flatMap(sentencesOf)), Math.ceil(count / 2));
  const names = spread(unique(texts.flatMap(namesOf)), count - sentences.length);
  return shuffled(unique([...sentences, ...names]));
}

function sentencesOf(text: string): string[] {
  return DOCUMENTATION.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, line = ""]) =>
      line
        .replace(/(?:\*\/|"""|''').*$/, "")
        .replace(/[.:](?:\s.*)?$/, "")
        .trim(),
    ),
  ).filter((sentence) => isQuestion(sentence) && !/copyright|licen[cs]e|@|https?:/i.test(sentence));
}

function namesOf(text: string): string[] {
  return [...text.matchAll(DEFINITION)]
    .map(([, name = ""]) => `where is ${wordsOf(name)} handled`)
    .filter((question) => isQuestion(question) && question.split(" ").length > MIN_WORDS + 1);
}

/** `parseHTTPHeader_v2` → `parse http header v2`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .replaceAll(/ +/g, " ")
    .toLowerCase();
}

function isQuestion(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[A-Za-z]{2}/.test(word));
  return words.length >= MIN_WORDS && words.length <= MAX_WORDS;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** `count` of the texts, at equal distances. */
function spread(texts: readonly string[], count: number): string[] {
  return texts.length <= count
    ? [...texts]
    : Array.from({ length: count }, (_, at) => texts[Math.floor((at * texts.length) / count)] as string);
}

/** A fixed order in which neighbours are far apart: steps of the golden ratio. */
function shuffled(texts: readonly string[]): string[] {
  return texts
    .map((text, at) => ({ text, place: (at * 0.618_033_988_749_895) % 1 }))
    .sort((left, right) => left.place - right.place)
    .map(({ text }) => text);
}
