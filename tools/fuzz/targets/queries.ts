import { lateOperators, parseQuery, writeQuery } from "../../../libs/engine/src/query/parse-query.ts";
import { searchForName } from "../../../libs/engine/src/query/name-query.ts";
import { mentionsOf } from "../../../libs/engine/src/search/parse/mentions.ts";
import {
  hasValues,
  phrasesOf,
  sentenceOf,
  valuesOf,
  valueSpans,
} from "../../../libs/engine/src/search/parse/phrases.ts";
import { parseQuestion } from "../../../libs/engine/src/search/parse/question.ts";
import { wordingOf, wordingShare } from "../../../libs/engine/src/search/parse/phrase-match.ts";
import { fuzzTarget, textIn } from "../target.ts";

export default fuzzTarget({
  checks:
    "questions and their operators: never throw, operators come back as they were written, nothing of " +
    "a question is lost",
  dictionary: [
    "lang:ts ",
    "path:src/** ",
    "-path:a ",
    'must:"a b" ',
    "exclude:x ",
    "\\",
    '"',
    "'",
    "src/a.ts:12",
    "A.b()",
    "how does ",
    "`code`",
    "::",
    "\u3000",
  ],
  stretchBytes: 20_000,
  maxSteps: (bytes) => 1_000_000 + 20_000 * bytes,
  run(input) {
    const query = textIn(input);
    const parsed = parseQuery(query);
    if (!query.includes(parsed.text)) throw new Error("A text that was not asked");
    if ([...parsed.lang, ...parsed.path, ...parsed.notPath, ...parsed.must, ...parsed.exclude].includes(""))
      throw new Error("An operator without a value");
    const written = writeQuery(parsed);
    if (written !== null && JSON.stringify(parseQuery(written)) !== JSON.stringify(parsed))
      throw new Error(`${written} is another question`);
    const found = searchForName("/a", query).searchCodebase?.args.query;
    if (found !== undefined && parseQuery(found).text !== found.trim())
      throw new Error(`${JSON.stringify(found)} begins with an operator`);
    lateOperators(parsed.text);
    parseQuestion(parsed.text);
    mentionsOf(parsed.text);
    const sentence = phrasesOf(parsed.text)
      .concat([sentenceOf(parsed.text)])
      .flat()
      .join(" ");
    wordingShare(wordingOf(parsed.text, sentence), query);
    hasValues(query);
    valuesOf(query, true);
    for (const [from, to] of valueSpans(query))
      if (!(0 <= from && from <= to && to <= query.length))
        throw new Error(`A value from ${from} to ${to} of ${query.length}`);
  },
});
