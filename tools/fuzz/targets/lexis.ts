import { docLine } from "../../../libs/sidecar/src/syntax/comments/doc-finder.ts";
import { LANGUAGES } from "../../../libs/sidecar/src/languages/index.ts";
import { closingOf, openBefore } from "../../../libs/sidecar/src/lexical/brackets.ts";
import { codeOnly } from "../../../libs/sidecar/src/lexical/code-only.ts";
import { typeExpected } from "../../../libs/sidecar/src/lexical/expected-member.ts";
import { importingLines } from "../../../libs/sidecar/src/lexical/importing-lines.ts";
import { keysAround } from "../../../libs/sidecar/src/lexical/object-keys.ts";
import { objectInFront } from "../../../libs/sidecar/src/lexical/object-in-front.ts";
import { takenOut } from "../../../libs/sidecar/src/lexical/patterns.ts";
import { writtenNames } from "../../../libs/sidecar/src/lexical/written-names.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const SPOKEN = LANGUAGES.filter(({ lexicalRules }) => lexicalRules !== undefined);
const NAME = "name";
/** Occurrences of a name that are checked; callers check each. */
const MOST_PLACES = 20;

export default fuzzTarget({
  checks:
    "code without a parser, in every language: code keeps its length and line ends, what is looked for " +
    "around names stays in the text",
  dictionary: [
    NAME,
    "${",
    "#{",
    "\\(",
    "`",
    '"""',
    "'''",
    "/*",
    "*/",
    "//",
    'f"',
    "%w[",
    "~s(",
    "{-",
    "-}",
    "--[[",
    'r#"',
    '$"',
    "(",
    ")",
    "{",
    "}",
    "import name\n",
    ".name",
    "name: ",
  ],
  maxBytes: 1_024,
  stretchBytes: 30_000,
  seeds: () =>
    SPOKEN.map((_, at) =>
      Buffer.concat([
        Buffer.of(at),
        Buffer.from(
          'import { name } from "a";\nconst x = `${name({ a: "b" })}`; // name\nx.name = f(/a"/, ' +
            "'c')[\"name\"].name;\n",
        ),
      ]),
    ),
  run(input) {
    const reader = new InputReader(input);
    const { id, lexicalRules } = reader.choice(SPOKEN);
    const text = reader.restText();
    if (!lexicalRules) return;
    const code = codeOnly(text, lexicalRules);
    if (code.length !== text.length) throw new Error(`${code.length} characters of code in ${text.length}`);
    for (let at = 0; at < text.length; at++)
      if (code[at] !== text[at] && (code[at] !== " " || text[at] === "\n" || text[at] === "\r"))
        throw new Error(`Another character at ${at}`);
    importingLines(code, id);
    docLine(text);
    for (const { start } of writtenNames(code, NAME).slice(0, MOST_PLACES)) lookAround(code, start);
  },
});

function lookAround(code: string, start: number): void {
  if (!code.startsWith(NAME, start)) throw new Error(`No name at ${start}`);
  objectInFront(code, start);
  keysAround(code, start);
  takenOut(code, NAME, start);
  typeExpected(code, start);
  const open = openBefore(code, start);
  if (open >= start || (open !== -1 && closingOf(code, open) < start))
    throw new Error(`The bracket at ${open} is not around ${start}`);
}
