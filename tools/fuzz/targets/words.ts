import { slipsBetween } from "../../../libs/engine/src/lexical/edit-distance.ts";
import { classifyPath } from "../../../libs/engine/src/lexical/path-class.ts";
import { callNameParts, pathTokens } from "../../../libs/engine/src/lexical/path-tokens.ts";
import { TokenFinder } from "../../../libs/engine/src/lexical/token-finder.ts";
import { TokenIds } from "../../../libs/engine/src/lexical/token-ids.ts";
import { tokenOf } from "../../../libs/engine/src/model/file-words.ts";
import { tokenize, tokenizeQuery } from "../../../libs/engine/src/lexical/tokens.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const MOST_SLIPS = 2;
const tokenIds = new TokenIds();
/** The longest path that operating systems allow. */
const MAX_PATH_CHARS = 4_096;

export default fuzzTarget({
  checks:
    "words of texts, questions and paths: the quick ways of cutting a text give what the plain one " +
    "gives, and slips are counted as by definition",
  dictionary: [
    "parseHTTPBody2",
    "_",
    "検索索引",
    "ー",
    "é",
    "e\u0301",
    "\u{1f680}",
    "ß",
    "İ",
    "ǅ",
    "src/index.ts",
    "__init__.py",
  ],
  run(input) {
    const reader = new InputReader(input);
    const [left, right, text] = [reader.line(), reader.line(), reader.restText()];
    const tokens = tokenize(text);
    const counted = Array.from(tokenIds.idsOf(text), (id) => tokenOf(tokenIds.terms[id] ?? "")).join(" ");
    if (counted !== tokens.join(" "))
      throw new Error(
        `${JSON.stringify(text)} is ${JSON.stringify(counted)}, not ${JSON.stringify(tokens.join(" "))}`,
      );
    const asked = tokenizeQuery(left);
    const held = new TokenFinder(asked).heldBy(text);
    for (const token of asked)
      if (held.has(token) !== tokens.includes(token))
        throw new Error(
          `${JSON.stringify(token)} is ${held.has(token) ? "" : "not "}found in ${JSON.stringify(text)}`,
        );
    for (const path of [left, right].map((line) => line.slice(0, MAX_PATH_CHARS)))
      void [pathTokens(path), callNameParts(path), classifyPath(path)];
    checkSlips(left.slice(0, 12), right.slice(0, 12));
  },
});

function checkSlips(left: string, right: string): void {
  const slips = slipsBetween(left, right, MOST_SLIPS);
  const plain = Math.min(slipsByDefinition(left, right), MOST_SLIPS + 1);
  if (Math.min(slips, MOST_SLIPS + 1) !== plain)
    throw new Error(
      `${slips} slips between ${JSON.stringify(left)} and ${JSON.stringify(right)}, not ${plain}`,
    );
}

/** Edit distance by definition: insertions, deletions, replacements, and swaps of neighbours. */
function slipsByDefinition(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, at) => [
    at,
    ...Array<number>(right.length).fill(0),
  ]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column <= right.length; column++) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      ];
      (rows[row] as number[])[column] = Math.min(...ways);
    }
  }
  return at(left.length, right.length);
}
