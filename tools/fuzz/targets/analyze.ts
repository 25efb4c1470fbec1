import { isDeepStrictEqual } from "node:util";
import { type FileFacts, analyze } from "@satori/sidecar";
import { LANGUAGES } from "../../../libs/sidecar/src/languages/index.ts";
import { InputReader, fuzzTarget } from "../target.ts";

const PATHS = LANGUAGES.filter(({ grammar }) => grammar !== null).map(
  ({ extensions: [extension = ""] }) => `a${extension}`,
);

/** A language's grammar and reader take long to load; the first byte of an input selects the language. */
export default fuzzTarget({
  checks:
    "every grammar and what reads its trees: no text throws, chunks cover every line that is not blank " +
    "once, spans lie in the file, facts are repeatable",
  stretchBytes: 6_000,
  maxBytes: 600,
  maxSteps: (bytes) => 2_000_000 + 20_000 * bytes,
  seeds: () => PATHS.map((_, at) => Buffer.concat([Buffer.of(at), Buffer.from(SAMPLE)])),
  async run(input) {
    const reader = new InputReader(input);
    await checkFacts(reader.choice(PATHS), reader.restText());
  },
});

const SAMPLE =
  '// a\n/* b */\nimport { x } from "y";\nclass A extends B {\n  f(a, b = 1) { return ' +
  'g(this.c[0])("d"); }\n}\n\nfunc h() { for (x in y) { z(x) } }\n';

/** Checks the promises of `analyze`, like its own test. */
export async function checkFacts(path: string, text: string): Promise<void> {
  const facts = await analyze(path, text);
  const fail = (what: string): never => {
    throw new Error(`${path}: ${what} in ${JSON.stringify(text.slice(0, 200))}`);
  };
  if (facts.diagnostics.some(({ kind }) => kind === "parser_crashed"))
    fail(`the parser crashed (${facts.diagnostics.map(({ message }) => message).join()})`);
  checkCoverage(facts, text, fail);
  for (const { start, end } of [...facts.chunks, ...facts.symbols, ...facts.comments])
    if (!(0 <= start && start < end && end <= text.length))
      fail(`a span from ${start} to ${end} of ${text.length}`);
  for (const { startLine, endLine } of [...facts.chunks, ...facts.symbols])
    if (!(1 <= startLine && startLine <= endLine && endLine <= facts.lineCount))
      fail(`lines from ${startLine} to ${endLine} of ${facts.lineCount}`);
  for (const { within } of [...facts.calls, ...facts.references])
    if (!(within >= -1 && within < facts.symbols.length))
      fail(`a place within ${within} of ${facts.symbols.length} symbols`);
  if (new Set(facts.symbols.map(({ id }) => id)).size !== facts.symbols.length)
    fail("two symbols with one id");
  checkOrder(facts, fail);
  if (!isDeepStrictEqual(await analyze(path, text), facts)) fail("other facts the second time");
}

function checkCoverage({ chunks }: FileFacts, text: string, fail: (what: string) => never): void {
  for (const [at, line] of text.split("\n").entries()) {
    const count =
      line.trim() === ""
        ? 1
        : chunks.filter(({ startLine, endLine }) => startLine <= at + 1 && at + 1 <= endLine).length;
    if (count !== 1) fail(`line ${at + 1} in ${count} chunks`);
  }
}

function checkOrder({ symbols }: FileFacts, fail: (what: string) => never): void {
  for (const [at, { start, end, startLine, endLine, nameLine, parent, label }] of symbols.entries()) {
    const around = symbols[parent];
    if (at > 0 && start < (symbols[at - 1]?.start ?? 0)) fail(`${label} out of order`);
    if (around && (start < around.start || end > around.end)) fail(`${label} outside of ${around.label}`);
    if (parent >= at || nameLine < startLine || nameLine > endLine) fail(`${label} with its name elsewhere`);
  }
}
